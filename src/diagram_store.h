// Where diagrams are made: a store of hash-consed nodes, in which sets are built and united.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "diagram.h"
#include "memory.h"
#include "stop.h"

namespace hexa {

// Within a level, the same set is always the same node. A node's id is where it lies in its level:
//
//     words[id]          header: how many edges, and the node's ordinal (1, 2, ... as made)
//     words[id + 1] ...  the edges
//
// so that to read a node takes one look into memory, and not a second one for where it begins.
// Not safe to share between threads. Throws BudgetSpent where the budget does not suffice; the
// store may then only be destroyed or cleared.
class DiagramStore {
public:
    // `stop` is looked at whenever a node is made or copied.
    DiagramStore(int levels, MemoryBudget& budget, const StopFlag& stop);

    [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }

    // The node's edges, sorted by label. Valid until the next node is made on this level.
    [[nodiscard]] std::span<const Edge> edges(int level, NodeId node) const {
        const Edge* const header = levels_[level].words.data() + node;
        return {header + 1, header->label()};
    }
    // The node's number among the nodes of its level: 1 .. node_count; 0 for the empty set.
    [[nodiscard]] NodeId ordinal(int level, NodeId node) const {
        return levels_[level].words[node].child();
    }
    // How many nodes and edges there are on a level, the empty set not counted.
    [[nodiscard]] std::size_t node_count(int level) const { return levels_[level].nodes; }
    [[nodiscard]] std::size_t edge_count(int level) const {
        return levels_[level].words.size() - 1 - levels_[level].nodes;
    }

    // The node with these edges: sorted by label, no label twice, no child empty. No edges:
    // kEmptySet.
    [[nodiscard]] NodeId make(int level, std::span<const Edge> edges);

    // The union of two sets of one level.
    [[nodiscard]] NodeId unite(int level, NodeId a, NodeId b) {
        if (a == b || b == kEmptySet) return a;
        if (a == kEmptySet) return b;
        if (a > b) std::swap(a, b);
        const UnionLine& line = union_line(levels_[level], a, b);
        const std::uint64_t key = union_key(a, b);
        for (int i = 0; i < UnionLine::kEntries; ++i) {
            if (line.keys[i] == key) return line.results[i];
        }
        return unite_anew(level, a, b);
    }
    // Fetches what `unite` will look at first, while the caller does something else.
    void prefetch_union(int level, NodeId a, NodeId b) const {
        if (a > b) std::swap(a, b);
        __builtin_prefetch(&union_line(levels_[level], a, b));
    }

    // Copies what `roots` (of level 0) of a diagram reach, and returns them as nodes of this store.
    [[nodiscard]] std::vector<NodeId> import(const Diagram& from, std::span<const NodeId> roots);

    // What `roots` (of level 0) reach, as a diagram; the roots become its nodes. Nodes are numbered
    // by first visit, depth first, so the numbering follows from the sets and their order alone.
    [[nodiscard]] Diagram extract(std::span<NodeId> roots) const;

    // Everything, as a diagram, numbered as it was made; the roots become its nodes. Empties the
    // store.
    [[nodiscard]] Diagram freeze(std::span<NodeId> roots);

    // Forgets every node. Keeps the memory, unless less than half of it was in use.
    void clear();

private:
    struct Slot {
        std::uint32_t hash;
        NodeId node;  // kEmptySet: a free slot
    };
    // Unions made before, as many as fit in a cache line; the oldest is forgotten first.
    struct alignas(64) UnionLine {
        static constexpr int kEntries = 5;

        std::uint64_t keys[kEntries];
        NodeId results[kEntries];
        std::uint32_t next;
    };
    // Children of one result of a union that have to be united in their turn.
    struct Pending {
        Edge* edge;
        NodeId x, y;
    };
    struct Level {
        explicit Level(MemoryBudget& budget) : words(budget), slots(budget), unions(budget) {}

        Buffer<Edge> words;
        NodeId nodes = 0;
        Buffer<Slot> slots;        // open addressing, a power of two
        Buffer<UnionLine> unions;  // a power of two
        std::vector<Pending> pending;
    };

    void reset(Level& level);
    [[nodiscard]] NodeId intern_tail(Level& level, std::size_t begin);
    void grow_slots(Level& level);
    void grow_unions(Level& level);
    [[nodiscard]] static std::uint64_t union_key(NodeId a, NodeId b) {
        return std::uint64_t{a} << 32 | b;
    }
    [[nodiscard]] static const UnionLine& union_line(const Level& level, NodeId a, NodeId b) {
        const std::uint64_t h = union_key(a, b) * std::uint64_t{0x9e3779b97f4a7c15};
        return level.unions[(h >> 32 ^ h) & (level.unions.size() - 1)];
    }
    static void remember_union(Level& level, NodeId a, NodeId b, NodeId result);
    [[nodiscard]] NodeId unite_anew(int level, NodeId a, NodeId b);
    void import_node(const Diagram& from, int level, NodeId node,
                     std::vector<Buffer<NodeId>>& copies);
    void extract_node(Diagram& to, int level, NodeId node,
                      std::vector<Buffer<NodeId>>& copies) const;

    std::vector<Level> levels_;
    MemoryBudget* budget_;
    const StopFlag* stop_;
};

}  // namespace hexa
