// A slice's sweep cut into tasks: one per prefix of column states, and which waits for which.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "columns.h"
#include "index.h"
#include "task_graph.h"

namespace hexa {

// The most files whose column states make a task.
inline constexpr int kTaskFiles = 3;

// Labels all positions of a slice, both sides to move, whose first files have these column states.
struct SliceTask {
    int slice = 0;
    std::array<ColumnId, kTaskFiles> prefix{};  // `task_files` of them are used
    std::uint64_t positions = 0;
};

// How many files make a task on this board: what is left must be enough for a sweep.
[[nodiscard]] int task_files(Board board);

// Appends the slice's tasks to `tasks`, each with its positions as weight to `graph` under the same
// number, and makes each wait for those that its quiet moves within the prefix lead to. Captures
// lead to other slices, which are the caller's business.
void add_slice_tasks(const Columns& columns, const Index& index, int slice,
                     std::vector<SliceTask>& tasks, TaskGraph& graph);

}  // namespace hexa
