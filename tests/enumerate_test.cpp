#include "enumerate.h"

#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "enumerated.h"
#include "positions.h"
#include "walk.h"

namespace hexa {
namespace {

std::string board_name(const testing::TestParamInfo<Board>& info) { return to_string(info.param); }

// Boards whose positions a plain walk can list.
std::vector<Board> walkable_boards() {
    std::vector<Board> boards;
    for (int files = 1; files <= 4; ++files) {
        for (int ranks = 3; ranks <= 8; ++ranks) boards.push_back({files, ranks});
    }
    boards.insert(boards.end(), {{5, 3}, {5, 4}, {5, 5}, {6, 3}, {6, 4}, {7, 3}, {8, 3}});
    return boards;
}

class AgainstAWalk : public testing::TestWithParam<Board> {};

// As sets, slice by slice: every position listed by the index was walked to, in its own slice and
// with its own side to move, and there are as many.
TEST_P(AgainstAWalk, SlicesAreTheSame) {
    const Board board = GetParam();
    const Walk walk = walk_everywhere(board);
    std::vector<SliceCounts> walked(slice_count(board));
    walk.unfinished.for_each([&](const Position& p) {
        SliceCounts& slice = walked[slice_number(board, material_of(p))];
        ++(p.to_move == Side::kWhite ? slice.white_to_move : slice.black_to_move);
    });
    walk.finished.for_each(
        [&](const Position& p) { ++walked[slice_number(board, material_of(p))].finished; });

    const Enumerated enumerated(board, 2);
    ASSERT_EQ(enumerated.enumeration.counts.size(), walked.size());
    for (int slice = 0; slice < slice_count(board); ++slice) {
        const SliceCounts& counts = enumerated.enumeration.counts[slice];
        EXPECT_EQ(counts.white_to_move, walked[slice].white_to_move) << slice;
        EXPECT_EQ(counts.black_to_move, walked[slice].black_to_move) << slice;
        EXPECT_EQ(counts.finished, walked[slice].finished) << slice;
        for (const Side side : {Side::kWhite, Side::kBlack}) {
            std::uint64_t listed = 0;
            enumerated.index.for_each(slice, side, [&](const Position& p) {
                ++listed;
                ASSERT_EQ(p.to_move, side);
                ASSERT_EQ(slice_number(board, material_of(p)), slice);
                ASSERT_TRUE(walk.unfinished.contains(p));
            });
            EXPECT_EQ(listed, side == Side::kWhite ? walked[slice].white_to_move
                                                   : walked[slice].black_to_move);
        }
    }
    EXPECT_EQ(enumerated.enumeration.unfinished(), walk.unfinished.size());
    EXPECT_EQ(enumerated.enumeration.finished(), walk.finished.size());
}

INSTANTIATE_TEST_SUITE_P(Boards, AgainstAWalk, testing::ValuesIn(walkable_boards()), board_name);

// Counts that a prototype and a brute-force solver had agreed on before this code was written.
TEST(Enumerate, KnownCounts) {
    struct Known {
        Board board;
        std::uint64_t unfinished, reachable;  // reachable: 0 where it is not known independently
        std::size_t edges;
    };
    for (const Known& known :
         {Known{{3, 3}, 80, 0, 126}, Known{{4, 4}, 11794, 20286, 4729},
          Known{{5, 5}, 1949874, 3210411, 117824}, Known{{6, 5}, 45401163, 0, 692348},
          Known{{6, 6}, 364663078, 0, 2496149}}) {
        const Enumerated enumerated(known.board, 2);
        const Enumeration& e = enumerated.enumeration;
        EXPECT_EQ(e.unfinished(), known.unfinished) << to_string(known.board);
        EXPECT_EQ(e.edges(), known.edges) << to_string(known.board);
        if (known.reachable != 0) {
            EXPECT_EQ(e.unfinished() + e.finished(), known.reachable);
        }
    }
}

// Everything that an enumeration holds, as numbers.
std::vector<std::uint64_t> all_words(const Enumeration& e) {
    std::vector<std::uint64_t> words;
    for (int level = 0; level < e.diagram.levels(); ++level) {
        words.push_back(e.diagram.node_count(level));
        for (NodeId node = 1; node <= e.diagram.node_count(level); ++node) {
            words.push_back(e.diagram.edges(level, node).size());
            for (const Edge edge : e.diagram.edges(level, node)) words.push_back(edge.word());
        }
    }
    for (const SidePair& roots : e.roots) words.insert(words.end(), {roots.white, roots.black});
    for (const SliceCounts& c : e.counts) {
        words.insert(words.end(), {c.white_to_move, c.black_to_move, c.finished});
    }
    return words;
}

TEST(Enumerate, TheSameNodesWhateverTheThreads) {
    for (const Board board : {Board{1, 5}, Board{3, 6}, Board{5, 5}, Board{7, 4}}) {
        const auto one = all_words(Enumerated(board, 1).enumeration);
        for (const int threads : {2, 5}) {
            EXPECT_EQ(all_words(Enumerated(board, threads).enumeration), one)
                << to_string(board) << " with " << threads << " threads";
        }
    }
}

// No node is there that no root leads to, and none twice.
TEST(Enumerate, EveryNodeIsNeededAndUnique) {
    const Enumerated enumerated({5, 4}, 2);
    const Diagram& diagram = enumerated.enumeration.diagram;
    std::set<NodeId> needed;
    for (const SidePair& roots : enumerated.enumeration.roots) {
        needed.insert({roots.white, roots.black});
    }
    for (int level = 0; level < diagram.levels(); ++level) {
        needed.erase(kEmptySet);
        EXPECT_EQ(needed.size(), diagram.node_count(level)) << level;
        std::set<NodeId> next;
        std::set<std::vector<std::uint64_t>> distinct;
        for (const NodeId node : needed) {
            std::vector<std::uint64_t> words;
            for (const Edge edge : diagram.edges(level, node)) {
                next.insert(edge.child());
                words.push_back(edge.word());
            }
            EXPECT_TRUE(distinct.insert(words).second) << level;
        }
        needed = next;
    }
}

// Whatever is allowed, it is enough or it is a MemoryError that says so; nothing else, and nothing
// is left behind.
void try_budgets(Board board, int threads, std::size_t first, double factor) {
    const Columns columns(board.ranks);
    const std::uint64_t expected = Enumerated(board).enumeration.unfinished();
    StopFlag stop;
    int refused = 0;
    for (auto limit = static_cast<double>(first);; limit *= factor) {
        MemoryBudget budget(static_cast<std::size_t>(limit));
        Progress progress;
        try {
            const Enumeration e =
                enumerate(board, columns, threads, budget, stop, progress, Finished::kCounted);
            EXPECT_EQ(e.unfinished(), expected);
            EXPECT_LE(budget.peak(), budget.limit());
            break;
        } catch (const MemoryError& error) {
            ++refused;
            const std::string message = error.what();
            EXPECT_EQ(message.find('\n'), std::string::npos);
            for (const char* part : {"needs more than", "slices", "positions", "--memory"}) {
                EXPECT_NE(message.find(part), std::string::npos) << message;
            }
            EXPECT_NE(message.find(to_string(board)), std::string::npos) << message;
            EXPECT_EQ(error.status(), ExitStatus::kFileOrMemory);
        }
        EXPECT_EQ(budget.used(), 0u);
    }
    EXPECT_GT(refused, 5);
}

TEST(Enumerate, ALimitOnMemoryIsKeptOn5x5) { try_budgets({5, 5}, 1, 1, 1.5); }
TEST(Enumerate, ALimitOnMemoryIsKeptWithThreads) { try_budgets({5, 5}, 5, 1000, 1.6); }
TEST(Enumerate, ALimitOnMemoryIsKeptOn6x5) { try_budgets({6, 5}, 2, 100000, 1.7); }

TEST(Enumerate, StopsWhenToldTo) {
    const Columns columns(5);
    MemoryBudget budget;
    Progress progress;
    StopFlag stop;
    stop.raise();
    EXPECT_THROW((void)enumerate({5, 5}, columns, 2, budget, stop, progress), Stopped);
    EXPECT_EQ(progress.done, 0u);
    EXPECT_EQ(budget.used(), 0u);
}

// A board that would take hours, stopped a moment after it began.
TEST(Enumerate, StopsInTheMiddle) {
    const Board board{8, 8};
    const Columns columns(board.ranks);
    MemoryBudget budget;
    Progress progress;
    StopFlag stop;
    std::jthread stopper([&] {
        while (progress.done == 0) std::this_thread::yield();
        stop.raise();
    });
    EXPECT_THROW((void)enumerate(board, columns, 2, budget, stop, progress), Stopped);
    EXPECT_EQ(budget.used(), 0u);
}

}  // namespace
}  // namespace hexa
