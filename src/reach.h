// The reachable positions of one slice, from those of the two slices with one pawn more.
//
// A slice is entered by captures alone (the full slice: by the start position), so it is the
// closure under quiet moves of the capture images of its two neighbours.
#pragma once

#include <cstdint>

#include "closure.h"
#include "columns.h"
#include "diagram.h"
#include "diagram_store.h"
#include "memory.h"
#include "stop.h"

namespace hexa {

// The reachable unfinished positions of one slice, as two sets of level 0 of their own diagram.
// Labels are the column states of the files, file a first.
struct SliceSets {
    Diagram diagram;
    SidePair roots;
    std::uint64_t white_to_move = 0;
    std::uint64_t black_to_move = 0;
    std::uint64_t finished = 0;  // reachable finished positions with this material, if counted
};

// Whether finished positions are counted, too: only `count` asks for them.
enum class Finished : bool { kSkipped, kCounted };

// Builds slices one after the other, keeping its working memory. One thread at a time. Throws
// BudgetSpent and Stopped.
class SliceBuilder {
public:
    SliceBuilder(Board board, const Columns& columns, MemoryBudget& budget, const StopFlag& stop,
                 Finished finished);

    // `more_white` has one white pawn more, `more_black` one black pawn more; nullptr where the
    // board has no such slice. Both nullptr: the full slice.
    [[nodiscard]] SliceSets build(const SliceSets* more_white, const SliceSets* more_black);

private:
    Board board_;
    const Columns& columns_;
    MemoryBudget& budget_;
    const StopFlag& stop_;
    Finished finished_;
    DiagramStore work_;
    Closure closure_;
};

}  // namespace hexa
