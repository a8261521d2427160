#include "slice_tasks.h"

#include <algorithm>
#include <limits>

namespace hexa {
namespace {

// Files below a task's: three for the wing programs, and one above them whose column states come
// in batches.
constexpr int kFilesBelow = 4;

// The prefixes of a slice, ascending, both sides to move together.
void add_prefixes(const Index& index, SliceTask task, int level, Slot white, Slot black,
                  std::vector<SliceTask>& tasks) {
    if (white == kNoSlot && black == kNoSlot) return;
    const IndexLevel& l = index.level(level);
    if (level == task_files(index.board())) {
        task.positions = l.paths(white) + l.paths(black);
        tasks.push_back(task);
        return;
    }
    int w = 0;
    int b = 0;
    while (w < l.edges(white) || b < l.edges(black)) {
        constexpr int kNone = std::numeric_limits<int>::max();
        const int next_white = w < l.edges(white) ? l.labels(white)[w] : kNone;
        const int next_black = b < l.edges(black) ? l.labels(black)[b] : kNone;
        const int label = std::min(next_white, next_black);
        const Slot in_white = next_white == label ? l.child(white + 1 + w++) : kNoSlot;
        const Slot in_black = next_black == label ? l.child(black + 1 + b++) : kNoSlot;
        task.prefix[level] = static_cast<ColumnId>(label);
        add_prefixes(index, task, level + 1, in_white, in_black, tasks);
    }
}

}  // namespace

int task_files(Board board) { return std::clamp(board.files - kFilesBelow, 0, kTaskFiles); }

void add_slice_tasks(const Columns& columns, const Index& index, int slice,
                     std::vector<SliceTask>& tasks, TaskGraph& graph) {
    const auto first = static_cast<std::ptrdiff_t>(tasks.size());
    add_prefixes(index, {slice, {}, 0}, 0, index.root(slice, Side::kWhite),
                 index.root(slice, Side::kBlack), tasks);
    const int end = static_cast<int>(tasks.size());
    for (int t = static_cast<int>(first); t < end; ++t) graph.add_task(tasks[t].positions);
    // A quiet move makes a prefix larger, so what a task waits for stands after it.
    const auto find = [&](const SliceTask& task) {
        const auto at = std::lower_bound(
            tasks.begin() + first, tasks.end(), task,
            [](const SliceTask& a, const SliceTask& wanted) { return a.prefix < wanted.prefix; });
        return at != tasks.end() && at->prefix == task.prefix ? static_cast<int>(at - tasks.begin())
                                                              : -1;
    };
    for (int t = static_cast<int>(first); t < end; ++t) {
        for (int file = 0; file < task_files(index.board()); ++file) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                for (const ColumnId next : columns.steps(side, tasks[t].prefix[file])) {
                    SliceTask moved = tasks[t];
                    moved.prefix[file] = next;
                    const int before = find(moved);
                    if (before >= 0) graph.add_dependency(before, t);
                }
            }
        }
    }
}

}  // namespace hexa
