#include "reach.h"

#include <array>
#include <tuple>

#include "finished.h"
#include "images.h"
#include "path_counter.h"
#include "rules.h"

namespace hexa {
namespace {

NodeId start_node(Board board, const Columns& columns, DiagramStore& store) {
    const Label label = columns.id({1, static_cast<Ranks>(1 << (board.ranks - 1))});
    NodeId node = kTerminal;
    for (int level = board.files - 1; level >= 0; --level) {
        const Edge edge(label, node);
        node = store.make(level, {&edge, 1});
    }
    return node;
}

}  // namespace

SliceBuilder::SliceBuilder(Board board, const Columns& columns, MemoryBudget& budget,
                           const StopFlag& stop, Finished finished)
    : board_(board),
      columns_(columns),
      budget_(budget),
      stop_(stop),
      finished_(finished),
      work_(board.files, budget, stop),
      closure_(columns, work_, budget, stop) {}

SliceSets SliceBuilder::build(const SliceSets* more_white, const SliceSets* more_black) {
    work_.clear();
    closure_.clear();

    // What is entered from outside. White captures from where Black has a pawn more, so Black is to
    // move then, and the other way round.
    SidePair entries;
    SidePair arrived;  // finished, where they count; .white: White has arrived
    const bool count = finished_ == Finished::kCounted;
    if (more_black != nullptr) {
        Images images(columns_, Side::kWhite, more_black->diagram, work_, budget_, stop_);
        entries.black = images.captures(more_black->roots.white);
        if (count) arrived.white = images.arriving_captures(more_black->roots.white);
    }
    if (more_white != nullptr) {
        Images images(columns_, Side::kBlack, more_white->diagram, work_, budget_, stop_);
        entries.white = images.captures(more_white->roots.black);
        if (count) arrived.black = images.arriving_captures(more_white->roots.black);
    }
    if (more_white == nullptr && more_black == nullptr) {
        entries.white = start_node(board_, columns_, work_);
    }
    const SidePair closed = closure_.close(entries);

    std::uint64_t finished = 0;
    if (count) {
        for (const auto& [winner, unfinished, captures] :
             {std::tuple(Side::kWhite, closed.white, arrived.white),
              std::tuple(Side::kBlack, closed.black, arrived.black)}) {
            FinishedCounter counter(columns_, winner, work_, budget_);
            finished += counter.count(unfinished, captures);
        }
    }
    std::array roots{closed.white, closed.black};
    Diagram diagram = work_.extract(roots);
    PathCounter paths(diagram, budget_);
    const std::uint64_t white_to_move = paths(0, roots[0]);
    const std::uint64_t black_to_move = paths(0, roots[1]);
    return {std::move(diagram), {roots[0], roots[1]}, white_to_move, black_to_move, finished};
}

}  // namespace hexa
