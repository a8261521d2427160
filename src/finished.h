// How many finished positions can be reached with one slice's material.
//
// A position is finished by a step, from the slice itself, or by a capture, from the slice with one
// pawn more; many can be reached in both ways. With the arrival file known, a step leads from
// different positions to different ones, so the steps are counted where they start, and
//
//     |steps or captures| = |steps| + |captures| - |both|
//
// takes no set of steps: `both` is counted by walking the captures and the slice side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "columns.h"
#include "diagram_store.h"
#include "memory.h"
#include "pair_map.h"
#include "path_counter.h"

namespace hexa {

// Counts in a store that does not change meanwhile. Throws BudgetSpent.
class FinishedCounter {
public:
    // `winner` is the side that arrives.
    FinishedCounter(const Columns& columns, Side winner, const DiagramStore& store,
                    MemoryBudget& budget);

    // `unfinished`: the slice's positions with the winner to move. `captures`: the finished
    // positions after a capture, as Images makes them. Counts the arrivals on all files.
    [[nodiscard]] std::uint64_t count(NodeId unfinished, NodeId captures);

private:
    // The arrivals on this file and those after it, each with its weight: by steps from a set of
    // unfinished positions, in a set of finished ones, and those that both have.
    [[nodiscard]] std::uint64_t steps(int level, NodeId unfinished);
    [[nodiscard]] std::uint64_t arrivals(int level, NodeId finished);
    [[nodiscard]] std::uint64_t both(int level, NodeId unfinished, NodeId finished);
    // The tuples that two sets have in common.
    [[nodiscard]] std::uint64_t common(int level, NodeId a, NodeId b);
    // How many arrivals one on this file stands for: itself and its mirror image.
    [[nodiscard]] std::uint64_t weight(int file) const {
        return file == store_.levels() - 1 - file ? 1 : 2;
    }

    const Columns& columns_;
    Side winner_;
    const DiagramStore& store_;
    int last_file_;
    PathCounter<DiagramStore> paths_;
    // By level. One more than the count, by ordinal; 0: not counted yet.
    std::vector<Buffer<std::uint64_t>> steps_, arrivals_;
    std::vector<PairMap<std::uint64_t>> both_, common_;
};

}  // namespace hexa
