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

// A node's name within its level.
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

// A diagram that is finished: compact, and only to be read. On every level, nodes are numbered from
// 1 without gaps. Safe to share between threads. Made by a DiagramStore.
class Diagram {
public:
    Diagram(int levels, MemoryBudget& budget);

    [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }
    // The node's edges, sorted by label.
    [[nodiscard]] std::span<const Edge> edges(int level, NodeId node) const {
        const Level& l = levels_[level];
        return {l.edges.data() + l.first[node], l.edges.data() + l.first[node + 1]};
    }
    // The node's number among the nodes of its level, which here is its name.
    [[nodiscard]] static NodeId ordinal(int, NodeId node) { return node; }
    // How many nodes and edges there are on a level, the empty set not counted.
    [[nodiscard]] std::size_t node_count(int level) const {
        return levels_[level].first.size() - 2;
    }
    [[nodiscard]] std::size_t edge_count(int level) const { return levels_[level].edges.size(); }

    // Gives back the memory of a level that is not read any more.
    void drop_level(int level);

private:
    friend class DiagramStore;
    struct Level {
        explicit Level(MemoryBudget& budget) : edges(budget), first(budget) {}

        Buffer<Edge> edges;
        Buffer<std::uint32_t> first;  // node -> its first edge; one more at the end
    };

    // The node with the edges from the end of the last node to the end of the level.
    NodeId end_node(int level);

    std::vector<Level> levels_;
};

}  // namespace hexa
