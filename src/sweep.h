// The sweep: every reachable position's distance to win, in one descending pass.
//
// Slices go from few pawns to many; all slices of one pawn total are swept at once, as one graph of
// tasks. A task labels all positions of a slice whose first files (up to three, see slice_tasks.h)
// have given column states. It waits for the tasks its quiet moves in those files lead to, at most
// a handful; captures lead to slices of a smaller total, which are done. That is where the parallel
// slack comes from: 6x6's largest total has some thousands of tasks on chains of a few dozen.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "columns.h"
#include "index.h"
#include "kernels.h"
#include "labels.h"
#include "memory.h"
#include "progress.h"
#include "stop.h"
#include "task_graph.h"

namespace hexa {

struct SweepOptions {
    int threads = 1;
    const Kernels* kernels = nullptr;  // nullptr: the widest that this machine has
    // For tests: numbers of 32 bits in tail programs where 16 would do.
    bool wide_programs = false;
    // For tests: may change the graph of a pawn total before it is run.
    std::function<void(TaskGraph&)> adjust_graph = {};
};

struct SweepResult {
    std::uint64_t wins = 0;  // of the side to move
    std::uint64_t losses = 0;
    int longest = 0;          // the largest distance
    Index::Place longest_at;  // the first position with it, by slice, White to move first, and rank
    int start = 0;            // the start position's distance
    std::uint64_t digest = 0;  // of all labels: see digest.h
    // The tasks' work in positions, and the longest chain of tasks: their ratio is the parallelism
    // available. Totals follow each other, so their chains add up.
    std::uint64_t work = 0;
    std::uint64_t critical_path = 0;
};

// The memory that labels take at their largest, in bytes. A sweep needs that much beyond the index,
// and is quicker with some more (a few times the index) for its programs.
[[nodiscard]] std::uint64_t sweep_memory(const Index& index);

// Labels every position of the index and hands each set's distances to `sink` (nullptr: to nobody)
// beside the sweep of the slices that read it last. Throws MemoryError before it begins where the
// budget does not suffice, and Stopped.
[[nodiscard]] SweepResult sweep(const Columns& columns, const Index& index,
                                const SweepOptions& options, MemoryBudget& budget,
                                const StopFlag& stop, Progress& progress, LabelSink* sink);

}  // namespace hexa
