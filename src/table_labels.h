// All labels of a table at once, for programs that go through every position.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "index.h"
#include "labels.h"
#include "memory.h"
#include "progress.h"
#include "stop.h"
#include "table.h"

namespace hexa {

// The distance of every reachable position of a table's board, in memory: those with White to move
// as the table answers, those with Black to move by a look at what each move leads to.
class TableLabels {
public:
    // `index` is the enumerated one, with both sides' sets. Runs on the threads of the current
    // arena. Throws FileError where the table is damaged or lacks a position, MemoryError where the
    // budget does not suffice, and Stopped.
    TableLabels(const Table& table, const Index& index, MemoryBudget& budget, const StopFlag& stop,
                Progress& progress);

    [[nodiscard]] const LabelArray& set(int slice, Side to_move) const {
        return sets_[slice * 2 + static_cast<int>(to_move)];
    }
    // The distance of an unfinished position; -1 where no game leads to it.
    [[nodiscard]] int dtw(const Position& position) const;

    // Over all labels, as the sweep makes it.
    [[nodiscard]] std::uint64_t digest() const;

private:
    const Index& index_;
    std::vector<LabelArray> sets_;
};

// Calls visit(position, rank) for every position of a set, in parallel and in ranges: in rank order
// within a range only.
void for_each_in_parallel(const Index& index, int slice, Side to_move, const StopFlag& stop,
                          Progress& progress,
                          const std::function<void(const Position&, std::uint64_t)>& visit);

// The distance that the moves of an unfinished position give it, `dtw_of` telling that of its
// unfinished children: the plain rule, sharing nothing with the sweep. -1 where a child has none.
[[nodiscard]] int dtw_by_moves(const Rules& rules, const Position& position,
                               const std::function<int(const Position&)>& dtw_of);

}  // namespace hexa
