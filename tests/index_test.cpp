#include "index.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "enumerated.h"
#include "index_builder.h"
#include "random_places.h"
#include "walk.h"

namespace hexa {
namespace {

// A game of random legal moves, start first; unfinished positions only.
std::vector<Position> random_game(const Rules& rules, std::mt19937_64& random) {
    std::vector<Position> game;
    for (Position p = rules.start(); !rules.finished(p);) {
        game.push_back(p);
        const MoveList moves = rules.moves(p);
        if (moves.empty()) break;
        p = Rules::after(p, moves[random() % moves.size()]);
    }
    return game;
}

// Every place of a board, in order: rank, unrank and the walk in rank order are one numbering.
void expect_one_numbering(const Enumerated& e) {
    const Index& index = e.index;
    for (int slice = 0; slice < index.slices(); ++slice) {
        for (const Side side : {Side::kWhite, Side::kBlack}) {
            std::uint64_t next = 0;
            index.for_each(slice, side, [&](const Position& p) {
                const Index::Place place{slice, side, next++};
                ASSERT_EQ(index.unrank(place), p);
                ASSERT_EQ(index.rank(p), place);
            });
            ASSERT_EQ(next, index.size(slice, side));
            const SliceCounts& counts = e.enumeration.counts[slice];
            ASSERT_EQ(next, side == Side::kWhite ? counts.white_to_move : counts.black_to_move);
        }
    }
}

TEST(Index, NumbersEveryPositionOfSmallBoards) {
    for (int files = 1; files <= 4; ++files) {
        for (int ranks = 3; ranks <= 5; ++ranks) {
            SCOPED_TRACE(to_string(Board{files, ranks}));
            expect_one_numbering(Enumerated({files, ranks}));
        }
    }
}

TEST(Index, NumbersEveryPositionOf5x5) { expect_one_numbering(Enumerated({5, 5})); }

TEST(Index, RanksFollowTheTuplesOfColumnStates) {
    const Board board{4, 5};
    const Enumerated e(board);
    const auto tuple = [&](const Position& p) {
        std::vector<ColumnId> labels;
        for (int file = 0; file < board.files; ++file) {
            const Cells column = (Cells{1} << board.ranks) - 1;
            labels.push_back(
                e.columns.id({static_cast<Ranks>(p.white >> (file * board.ranks) & column),
                              static_cast<Ranks>(p.black >> (file * board.ranks) & column)}));
        }
        return labels;
    };
    for (int slice = 0; slice < e.index.slices(); ++slice) {
        for (const Side side : {Side::kWhite, Side::kBlack}) {
            std::vector<ColumnId> last;
            e.index.for_each(slice, side, [&](const Position& p) {
                ASSERT_LT(last, tuple(p));
                last = tuple(p);
            });
        }
    }
}

TEST(Index, RandomPlacesOf6x6ComeBack) {
    const Enumerated e({6, 6}, 2);
    RandomPlaces random(e.index, 1);
    ASSERT_EQ(random.all(), 364663078u);
    for (int i = 0; i < 1000000; ++i) {
        const Index::Place place = random.next();
        const Position p = e.index.unrank(place);
        ASSERT_EQ(p.to_move, place.to_move);
        ASSERT_EQ(slice_number({6, 6}, material_of(p)), place.slice);
        ASSERT_EQ(e.index.rank(p), place);
    }
}

TEST(Index, EveryPositionOfARandomGameIsAMember) {
    std::mt19937_64 random(2);
    for (const Board board : {Board{1, 10}, Board{3, 8}, Board{6, 5}, Board{7, 4}, Board{10, 3}}) {
        const Enumerated e(board, 2);
        const Rules rules(board);
        for (int game = 0; game < 2000; ++game) {
            for (const Position& p : random_game(rules, random)) {
                const auto place = e.index.rank(p);
                ASSERT_TRUE(place.has_value()) << to_string(board);
                ASSERT_EQ(e.index.unrank(*place), p);
            }
        }
    }
}

// Reachable positions with one pawn added, taken away, moved or of the other colour: a member where
// a plain walk finds it, and nowhere else.
TEST(Index, APositionOnePawnAwayIsAMemberOnlyIfItIsReachable) {
    std::mt19937_64 random(3);
    for (const Board board : {Board{2, 5}, Board{3, 5}, Board{4, 4}, Board{5, 4}}) {
        const Enumerated e(board);
        const Rules rules(board);
        const Walk walk = walk_everywhere(board);
        int members = 0;
        int strangers = 0;
        const auto check = [&](Position p) {
            p.white &= ~p.black;
            if (rules.finished(p) || (p.white | p.black) == 0) return;
            const bool reachable = walk.unfinished.contains(p);
            ASSERT_EQ(e.index.rank(p).has_value(), reachable);
            ++(reachable ? members : strangers);
        };
        for (int game = 0; game < 500; ++game) {
            for (const Position& p : random_game(rules, random)) {
                for (int i = 0; i < 10; ++i) {
                    const Cells cell = Cells{1} << random() % board.cells();
                    const Cells pawn = Cells{1} << random() % board.cells();
                    check({p.white ^ cell, p.black, p.to_move});
                    check({p.white & ~cell, p.black ^ cell, p.to_move});
                    check({(p.white & ~pawn) | cell, p.black & ~cell, p.to_move});
                    check({p.white, p.black, other(p.to_move)});
                }
            }
        }
        EXPECT_GT(members, 100) << to_string(board);
        EXPECT_GT(strangers, 100) << to_string(board);
    }
}

TEST(Index, RefusesPositionsWithMorePawnsThanTheStart) {
    const Enumerated e({3, 5});
    const Rules rules({3, 5});
    const Cells second_rank = rules.start().white << 1;
    EXPECT_FALSE(e.index.rank({rules.start().white | second_rank, rules.start().black}));
    EXPECT_FALSE(e.index.rank({rules.start().white, rules.start().black | second_rank}));
    EXPECT_FALSE(e.index.rank({0, 0, Side::kWhite}));
}

// One node a level with 1024 edges each: a place's number is its tuple in base 1024, and the levels
// near the root count beyond 32 bits.
TEST(Index, CountsBeyond32BitsAreExact) {
    const Board board{6, 8};
    const Columns columns(board.ranks);
    ASSERT_GE(columns.size(), 1024);
    MemoryBudget budget;
    IndexBuilder builder(board, columns, budget);
    Slot node = kNoSlot;
    for (int level = board.files - 1; level >= 0; --level) {
        builder.begin_level(1, 1024);
        for (int label = 0; label < 1024; ++label) {
            builder.add_edge(static_cast<ColumnId>(label), node);
        }
        node = builder.end_node();
    }
    const std::vector<Index::Roots> roots(slice_count(board), Index::Roots{kNoSlot, node});
    const Index index = builder.finish(roots);
    EXPECT_TRUE(index.level(0).wide());
    EXPECT_FALSE(index.level(5).wide());
    ASSERT_EQ(index.size(3, Side::kBlack), std::uint64_t{1} << 60);
    EXPECT_EQ(index.size(3, Side::kWhite), 0u);
    std::mt19937_64 random(4);
    int ranked = 0;
    for (int i = 0; i < 10000; ++i) {
        const std::uint64_t number = random() >> 4;
        Position expected{0, 0, Side::kBlack};
        for (int file = 0; file < board.files; ++file) {
            const auto digit = static_cast<ColumnId>(number >> (10 * (5 - file)) & 1023);
            expected.white |= Cells{columns.state(digit).white} << (file * board.ranks);
            expected.black |= Cells{columns.state(digit).black} << (file * board.ranks);
        }
        ASSERT_EQ(index.unrank({0, Side::kBlack, number}), expected);
        const Material material = material_of(expected);
        if (material.white > board.files || material.black > board.files) continue;
        ++ranked;
        const Index::Place place{slice_number(board, material), Side::kBlack, number};
        ASSERT_EQ(index.rank(expected), place);
    }
    EXPECT_GT(ranked, 0);
}

TEST(Index, ChargesItsBudget) {
    const Columns columns(5);
    MemoryBudget budget;
    StopFlag stop;
    Progress progress;
    const Enumeration enumeration = enumerate({4, 5}, columns, 1, budget, stop, progress);
    const std::size_t before = budget.used();
    {
        const Index index = make_index(enumeration, columns, budget);
        EXPECT_GE(budget.used() - before, index.bytes());
        EXPECT_GE(index.bytes(), (enumeration.edges() + enumeration.nodes()) * 6);
    }
    EXPECT_EQ(budget.used(), before);
    MemoryBudget small(10000);
    EXPECT_THROW((void)make_index(enumeration, columns, small), MemoryError);
    EXPECT_EQ(small.used(), 0u);
}

}  // namespace
}  // namespace hexa
