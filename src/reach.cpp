#include "reach.h"

#include <array>

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
                           const StopFlag& stop)
    : board_(board),
      columns_(columns),
      budget_(budget),
      stop_(stop),
      work_(board.files, budget, stop),
      closure_(columns, work_, budget, stop) {}

SliceSets SliceBuilder::build(const SliceSets* more_white, const SliceSets* more_black) {
    work_.clear();
    closure_.clear();

    // What is entered from outside. White captures from where Black has a pawn more, so Black is to
    // move then, and the other way round.
    SidePair entries;
    SidePair arrived;  // finished; .white: White has arrived
    if (more_black != nullptr) {
        Images images(columns_, Side::kWhite, more_black->diagram, work_, budget_, stop_);
        entries.black = images.captures(more_black->roots.white);
        arrived.white = images.arriving_captures(more_black->roots.white);
    }
    if (more_white != nullptr) {
        Images images(columns_, Side::kBlack, more_white->diagram, work_, budget_, stop_);
        entries.white = images.captures(more_white->roots.black);
        arrived.black = images.arriving_captures(more_white->roots.black);
    }
    if (more_white == nullptr && more_black == nullptr) {
        entries.white = start_node(board_, columns_, work_);
    }
    const SidePair closed = closure_.close(entries);

    std::uint64_t finished =
        FinishedCounter(columns_, Side::kWhite, work_, budget_).count(closed.white, arrived.white);
    finished +=
        FinishedCounter(columns_, Side::kBlack, work_, budget_).count(closed.black, arrived.black);
    std::array roots{closed.white, closed.black};
    Diagram diagram = work_.extract(roots);
    PathCounter paths(diagram, budget_);
    const std::uint64_t white_to_move = paths(0, roots[0]);
    const std::uint64_t black_to_move = paths(0, roots[1]);
    return {std::move(diagram), {roots[0], roots[1]}, white_to_move, black_to_move, finished};
}

}  // namespace hexa
