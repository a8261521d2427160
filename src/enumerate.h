// The enumerator: every position reachable from the start of a board, exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "closure.h"
#include "columns.h"
#include "diagram.h"
#include "index.h"
#include "material.h"
#include "memory.h"
#include "progress.h"
#include "reach.h"
#include "stop.h"

namespace hexa {

struct SliceCounts {
    std::uint64_t white_to_move = 0;  // unfinished
    std::uint64_t black_to_move = 0;  // unfinished
    std::uint64_t finished = 0;       // 0 where they were not counted
};

// All slices of a board in one diagram, by slice number. The same node numbers whatever the
// threads.
struct Enumeration {
    Board board;
    Diagram diagram;              // labels are column states, file a first
    std::vector<SidePair> roots;  // on level 0
    std::vector<SliceCounts> counts;

    [[nodiscard]] std::uint64_t unfinished() const;
    [[nodiscard]] std::uint64_t finished() const;
    [[nodiscard]] std::size_t nodes() const;
    [[nodiscard]] std::size_t edges() const;
};

// Enumerates with `threads` threads. Slices are independent given their two neighbours with one
// pawn more, so the slices of one pawn total run in parallel. Throws MemoryError, with how far it
// came, where the budget does not suffice, and Stopped.
[[nodiscard]] Enumeration enumerate(Board board, const Columns& columns, int threads,
                                    MemoryBudget& budget, const StopFlag& stop, Progress& progress,
                                    Finished finished = Finished::kSkipped);

// The index of all positions, its memory charged to `budget`; MemoryError where that does not
// suffice. `columns` and `budget` must outlive it, the enumeration need not.
[[nodiscard]] Index make_index(const Enumeration& enumeration, const Columns& columns,
                               MemoryBudget& budget);

}  // namespace hexa
