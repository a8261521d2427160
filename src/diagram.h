// Diagrams: sets of tuples of labels, stored as decision diagrams with one level per place in the
// tuple. Knows nothing of pawns.
//
//     level 0     (A)--3--+        A = {3,5} x B      edges of a node are sorted by label;
//                  |      |                           no edge leads to the empty set;
//                  5      |                           equal sets on a level are one node.
//                  v      v
//     level 1     (B)<----+        B = {1,2}
//                  1 2
//                  v v
//                 (all tuples end in kTerminal)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memory.h"

namespace hexa {

// A node's number within its level.
using NodeId = std::uint32_t;
// On every level: the empty set.
inline constexpr NodeId kEmptySet = 0;
// Below the last level: the set that holds the empty tuple.
inline constexpr NodeId kTerminal = 1;

using Label = std::uint16_t;

// An edge in one word, so that edges sort by label, compare and hash as plain numbers.
class Edge {
public:
    Edge() = default;
    constexpr Edge(Label label, NodeId child) : word_(std::uint64_t{label} << 32 | child) {}

    [[nodiscard]] constexpr Label label() const { return static_cast<Label>(word_ >> 32); }
    [[nodiscard]] constexpr NodeId child() const { return static_cast<NodeId>(word_); }
    [[nodiscard]] constexpr std::uint64_t word() const { return word_; }
    friend constexpr bool operator==(Edge, Edge) = default;

private:
    std::uint64_t word_;
};

// A store of hash-consed nodes: within a level, the same set is always the same number. Not safe to
// share between threads. Throws BudgetSpent where the budget does not suffice; the store then may
// only be destroyed or cleared.
class DiagramStore {
public:
    DiagramStore(int levels, MemoryBudget& budget);

    [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }

    // The node's edges, sorted by label. Valid until the next node is made on this level.
    [[nodiscard]] std::span<const Edge> edges(int level, NodeId node) const {
        const Level& l = levels_[level];
        return {l.edges.data() + l.first[node], l.edges.data() + l.first[node + 1]};
    }
    // How many nodes and edges there are on a level, the empty set not counted.
    [[nodiscard]] std::size_t node_count(int level) const {
        return levels_[level].first.size() - 2;
    }
    [[nodiscard]] std::size_t edge_count(int level) const { return levels_[level].edges.size(); }

    // The node with these edges: sorted by label, no label twice, no child empty. No edges:
    // kEmptySet.
    [[nodiscard]] NodeId make(int level, std::span<const Edge> edges);

    // The union of two sets of one level.
    [[nodiscard]] NodeId unite(int level, NodeId a, NodeId b);

    // Copies what `roots` (of level 0) of another store reach, and returns them as nodes of this
    // one. The nodes made are numbered by first visit, depth first, so the numbering follows from
    // the sets and the order of the calls alone.
    [[nodiscard]] std::vector<NodeId> import(const DiagramStore& from,
                                             std::span<const NodeId> roots);

    // Forgets every node and keeps the memory.
    void clear();

    // Drops what only making new nodes needs (hash tables, caches, slack). Afterwards, only
    // reading.
    void freeze();

private:
    struct Slot {
        std::uint32_t hash;
        NodeId node;  // kEmptySet: a free slot
    };
    struct Union {
        NodeId a, b, result;
    };
    struct Level {
        explicit Level(MemoryBudget& budget)
            : edges(budget), first(budget), slots(budget), unions(budget) {}

        Buffer<Edge> edges;
        Buffer<std::uint32_t> first;  // node -> its first edge; one more at the end
        Buffer<Slot> slots;           // open addressing, a power of two
        Buffer<Union> unions;         // direct-mapped, forgetful, a power of two
    };

    void reset(Level& level);
    [[nodiscard]] NodeId intern_tail(Level& level, std::size_t begin);
    void grow_slots(Level& level);
    void grow_unions(Level& level);
    [[nodiscard]] static std::size_t union_slot(const Level& level, NodeId a, NodeId b);
    void visit(const DiagramStore& from, int level, NodeId node,
               std::vector<Buffer<NodeId>>& copies);

    std::vector<Level> levels_;
    MemoryBudget* budget_;
};

}  // namespace hexa
