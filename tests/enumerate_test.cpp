#include "enumerate.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "enumerated.h"
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

}  // namespace
}  // namespace hexa
