#include "reach.h"

#include <array>
#include <optional>

#include "images.h"
#include "rules.h"

namespace hexa {
namespace {

// Numbers of tuples, by node.
class PathCounter {
public:
    PathCounter(const DiagramStore& store, MemoryBudget& budget) : store_(store) {
        for (int level = 0; level < store.levels(); ++level) {
            counts_.emplace_back(budget).resize(store.node_count(level) + 1);
        }
    }
    std::uint64_t count(int level, NodeId node) {
        if (level == store_.levels()) return 1;
        if (node == kEmptySet) return 0;
        std::uint64_t& count = counts_[level][node];
        if (count == 0) {
            if (level + 1 == store_.levels()) {
                count = store_.edges(level, node).size();
            } else {
                for (const Edge edge : store_.edges(level, node)) {
                    count += this->count(level + 1, edge.child());
                }
            }
        }
        return count;
    }

private:
    const DiagramStore& store_;
    std::vector<Buffer<std::uint64_t>> counts_;
};

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
      work_(board.files, budget),
      closure_(columns, work_, budget, stop) {}

SliceSets SliceBuilder::build(const SliceSets* more_white, const SliceSets* more_black) {
    work_.clear();
    closure_.clear();

    // What is entered from outside. White captures from where Black has a pawn more, so Black is to
    // move then, and the other way round. The finished positions so reached are wanted as sets too:
    // a step may lead to the same ones.
    SidePair entries;
    SidePair arrived;  // .white: White has arrived
    if (more_black != nullptr) {
        Images images(columns_, Side::kWhite, more_black->store, work_, budget_, stop_);
        entries.black = images.captures(more_black->roots.white);
        arrived.white = images.arriving_captures(more_black->roots.white);
    }
    if (more_white != nullptr) {
        Images images(columns_, Side::kBlack, more_white->store, work_, budget_, stop_);
        entries.white = images.captures(more_white->roots.black);
        arrived.black = images.arriving_captures(more_white->roots.black);
    }
    if (more_white == nullptr && more_black == nullptr) {
        entries.white = start_node(board_, columns_, work_);
    }
    const SidePair closed = closure_.close(entries);

    SliceSets result{DiagramStore(board_.files, budget_), {}};
    const std::array roots{closed.white, closed.black};
    const auto copies = result.store.import(work_, roots);
    result.roots = {copies[0], copies[1]};
    result.store.freeze();
    {
        PathCounter counter(result.store, budget_);
        result.white_to_move = counter.count(0, result.roots.white);
        result.black_to_move = counter.count(0, result.roots.black);
    }
    for (const Side winner : {Side::kWhite, Side::kBlack}) {
        Images images(columns_, winner, result.store, work_, budget_, stop_);
        const bool white = winner == Side::kWhite;
        const NodeId stepped =
            images.arriving_steps(white ? result.roots.white : result.roots.black);
        const NodeId all = work_.unite(0, stepped, white ? arrived.white : arrived.black);
        result.finished += PathCounter(work_, budget_).count(0, all);
    }
    return result;
}

}  // namespace hexa
