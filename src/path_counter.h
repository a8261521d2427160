// How many tuples a node holds.
#pragma once

#include <cstdint>
#include <vector>

#include "diagram.h"
#include "diagram_store.h"
#include "memory.h"

namespace hexa {

// Counts in a diagram or a store that does not change meanwhile, and remembers every node's count.
template <typename Nodes>
class PathCounter {
public:
    PathCounter(const Nodes& nodes, MemoryBudget& budget) : nodes_(nodes) {
        counts_.reserve(nodes.levels());
        for (int level = 0; level + 1 < nodes.levels(); ++level) {
            counts_.emplace_back(budget).resize(nodes.node_count(level) + 1);
        }
    }
    std::uint64_t operator()(int level, NodeId node) {
        if (level == nodes_.levels()) return node == kEmptySet ? 0 : 1;
        const auto edges = nodes_.edges(level, node);
        if (level + 1 == nodes_.levels()) return edges.size();
        std::uint64_t& count = counts_[level][nodes_.ordinal(level, node)];
        if (count == 0) {
            for (const Edge edge : edges) count += (*this)(level + 1, edge.child());
        }
        return count;
    }

private:
    const Nodes& nodes_;
    std::vector<Buffer<std::uint64_t>> counts_;  // by ordinal; 0: not counted yet
};

}  // namespace hexa
