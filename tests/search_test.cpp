#include "search.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "errors.h"
#include "plain_solver.h"
#include "positions.h"
#include "text.h"

namespace hexa {
namespace {

constexpr std::size_t kSmallTable = std::size_t{1} << 20;
constexpr std::size_t kTinyTable = 64;  // a single bucket

static_assert(std::is_nothrow_move_constructible_v<Search>);
static_assert(std::is_nothrow_move_assignable_v<Search>);

std::vector<Position> unfinished(Board board, std::vector<Position> positions) {
    const Rules rules(board);
    std::erase_if(positions, [&](const Position& p) { return rules.finished(p); });
    return positions;
}

std::vector<Position> random_unfinished(Board board, int count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Position> positions;
    while (static_cast<int>(positions.size()) < count) {
        const Position p = random_position(board, random);
        if (!Rules(board).finished(p)) positions.push_back(p);
    }
    return positions;
}

// Unfinished positions of random games, from the start to shortly before the end.
std::vector<Position> random_games(Board board, int games, std::uint64_t seed) {
    const Rules rules(board);
    std::mt19937_64 random(seed);
    std::vector<Position> positions;
    for (int i = 0; i < games; ++i) {
        Position p = rules.start();
        while (!rules.finished(p)) {
            positions.push_back(p);
            const MoveList moves = rules.moves(p);
            if (moves.empty()) break;
            p = Rules::after(p, moves[random() % moves.size()]);
        }
    }
    return positions;
}

// What the definition of DTW makes of the search's own answers for every move.
int dtw_from_children(Search& search, const Rules& rules, const Position& p) {
    std::optional<int> quickest_win;
    int slowest_loss = 0;
    for (const Move move : rules.moves(p)) {
        const Position next = Rules::after(p, move);
        const int d = rules.finished(next) ? 0 : search.dtw(next).value();
        if (d % 2 == 0) {
            quickest_win = std::min(quickest_win.value_or(d + 1), d + 1);
        } else {
            slowest_loss = std::max(slowest_loss, d + 1);
        }
    }
    return quickest_win.value_or(slowest_loss);
}

void expect_plain_values(Board board, const std::vector<Position>& positions,
                         std::size_t table_bytes) {
    Search search(board, table_bytes);
    plain::Solver plain(board);
    for (const Position& p : positions) {
        ASSERT_EQ(search.dtw(p), plain.dtw(p)) << position_text(board, p);
    }
}

TEST(Search, KnownValuesOfStartPositions) {
    const std::vector<std::pair<Board, int>> known{
        {{3, 3}, 6}, {{4, 4}, 11}, {{5, 5}, 19}, {{5, 4}, 14}, {{4, 5}, 16}};
    for (const auto& [board, dtw] : known) {
        EXPECT_EQ(Search(board).dtw(Rules(board).start()), dtw) << to_string(board);
    }
}

TEST(Search, EveryReachablePositionOfSmallBoardsAgreesWithThePlainSolver) {
    const std::vector<std::pair<Board, std::size_t>> counts{
        {{3, 3}, 80}, {{4, 3}, 508}, {{3, 4}, 659}, {{4, 4}, 11'794}};
    for (const auto& [board, count] : counts) {
        const std::vector<Position> positions = unfinished(board, plain::reachable(board));
        EXPECT_EQ(positions.size(), count) << to_string(board);
        expect_plain_values(board, positions, kSmallTable);
    }
}

TEST(Search, EveryReachablePositionOfThinBoardsAgreesWithThePlainSolver) {
    std::vector<Board> boards{{3, 5}, {3, 6}};
    for (int ranks = kMinRanks; ranks <= kMaxRanks; ++ranks) {
        boards.push_back({1, ranks});
        boards.push_back({2, ranks});
    }
    for (const Board board : boards) {
        expect_plain_values(board, unfinished(board, plain::reachable(board)), kSmallTable);
    }
}

TEST(Search, ComposedPositionsAgreeWithThePlainSolver) {
    const std::vector<Board> boards{{1, 10}, {2, 7}, {3, 3}, {3, 4}, {3, 5}, {3, 6}, {4, 3},
                                    {4, 4},  {4, 5}, {5, 3}, {5, 4}, {6, 3}, {7, 3}, {8, 3}};
    for (const Board board : boards) {
        expect_plain_values(board, random_unfinished(board, 400, 1), kSmallTable);
    }
}

TEST(Search, ATableOfThreePositionsGivesTheSameAnswers) {
    for (const Board board : {Board{4, 4}, Board{3, 6}}) {
        expect_plain_values(board, random_games(board, 100, 2), kTinyTable);
        expect_plain_values(board, random_unfinished(board, 100, 3), kTinyTable);
    }
    EXPECT_EQ(Search({5, 5}, kTinyTable).dtw(Rules({5, 5}).start()), 19);
}

// Beyond the plain solver's reach: every value must follow from those of the moves, and a used
// table must say what a fresh one says.
TEST(Search, ValuesOfLargeBoardsFollowFromTheirMoves) {
    for (const Board board : {Board{5, 5}, Board{6, 5}, Board{5, 6}}) {
        const Rules rules(board);
        Search used(board);
        for (const Position& p : random_games(board, 10, 4)) {
            const std::optional<int> dtw = used.dtw(p);
            ASSERT_TRUE(dtw.has_value());
            EXPECT_EQ(*dtw, dtw_from_children(used, rules, p));
            if (p != rules.start()) {
                EXPECT_EQ(*dtw, Search(board, kSmallTable).dtw(p));
            }
        }
    }
}

TEST(Search, MirrorAndColourFlipDoNotChangeTheValue) {
    const Board board{6, 6};
    const Rules rules(board);
    for (Position p : random_games(board, 20, 5)) {
        if (count_cells(p.white | p.black) > 9) continue;
        const std::optional<int> dtw = Search(board, kSmallTable).dtw(p);
        ASSERT_TRUE(dtw.has_value());
        EXPECT_EQ(Search(board, kSmallTable).dtw(rules.mirror(p)), dtw);
        EXPECT_EQ(Search(board, kSmallTable).dtw(rules.colour_flip(p)), dtw);
    }
}

TEST(Search, AStuckSideHasLostAtDistanceZero) {
    const Rules rules({3, 3});
    // A white pawn on b1 faces a black one on b2: White cannot move, Black can't either.
    const Position white{Cells{1} << rules.cell(1, 0), Cells{1} << rules.cell(1, 1), Side::kWhite};
    Search search({3, 3}, kSmallTable);
    EXPECT_EQ(search.dtw(white), 0);
    EXPECT_EQ(search.dtw({white.white, white.black, Side::kBlack}), 0);
    EXPECT_EQ(search.dtw({0, 0, Side::kWhite}), 0);
    EXPECT_EQ(search.dtw({0, white.black, Side::kWhite}), 0);
    EXPECT_EQ(search.dtw({0, white.black, Side::kBlack}), 1);
}

TEST(Search, AFinishedPositionIsRefused) {
    const Rules rules({3, 3});
    Search search({3, 3}, kSmallTable);
    EXPECT_THROW((void)search.dtw({Cells{1} << rules.cell(0, 2), 0, Side::kBlack}), InputError);
    EXPECT_THROW((void)search.dtw({0, Cells{1} << rules.cell(2, 0), Side::kWhite}), InputError);
}

TEST(Search, ALimitOnNodesIsKeptAndItsAnswerIsNeverAGuess) {
    const Board board{4, 4};
    const std::vector<Position> positions = random_games(board, 40, 6);
    plain::Solver plain(board);
    bool answered = false;
    bool gave_up = false;
    for (std::uint64_t max_nodes = 0; max_nodes < 40; ++max_nodes) {
        Search search(board, kSmallTable);
        for (const Position& p : positions) {
            const std::optional<int> dtw = search.dtw(p, {std::nullopt, max_nodes});
            EXPECT_LE(search.nodes(), max_nodes);
            if (dtw) {
                EXPECT_EQ(*dtw, plain.dtw(p));
                answered = true;
            } else {
                EXPECT_EQ(search.nodes(), max_nodes);
                gave_up = true;
            }
        }
    }
    EXPECT_TRUE(answered);
    EXPECT_TRUE(gave_up);
}

TEST(Search, AnAbandonedSearchLeavesNothingWrongBehind) {
    const Board board{4, 5};
    plain::Solver plain(board);
    std::mt19937_64 random(7);
    Search search(board, kSmallTable);
    const std::vector<Position> positions = random_games(board, 20, 7);
    for (const Position& p : positions) (void)search.dtw(p, {std::nullopt, random() % 200});
    for (const Position& p : positions) EXPECT_EQ(search.dtw(p), plain.dtw(p));
}

TEST(Search, ADeadlineEndsTheSearchAndTheNextOneIsRight) {
    const Rules rules({5, 5});
    Search search({5, 5});
    const auto past = std::chrono::steady_clock::now();
    EXPECT_EQ(search.dtw(rules.start(), {.deadline = past}), std::nullopt);
    EXPECT_EQ(search.nodes(), 0u);
    const auto far = past + std::chrono::hours(1);
    EXPECT_EQ(search.dtw(rules.start(), {.deadline = far}), 19);

    // Far more than can be searched: without the deadline this would not come back.
    const Rules large({8, 8});
    const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    Search hopeless({8, 8}, kSmallTable);
    EXPECT_EQ(hopeless.dtw(large.start(), {.deadline = soon}), std::nullopt);
    EXPECT_GT(hopeless.nodes(), 0u);
}

TEST(Search, WhatItLearntMakesTheNextPositionsCheaper) {
    const Rules rules({5, 5});
    Search search({5, 5});
    ASSERT_EQ(search.dtw(rules.start()), 19);
    const std::uint64_t first = search.nodes();
    ASSERT_EQ(search.dtw(rules.start()), 19);
    EXPECT_LT(search.nodes() * 100, first);

    Search moved = std::move(search);
    EXPECT_EQ(moved.dtw(rules.start()), 19);
    EXPECT_LT(moved.nodes() * 100, first);
}

// The most moves, the deepest recursion, every cell in use: nothing may overflow.
TEST(Search, CrowdedBoardsStayWithinTheirLimits) {
    for (const Board board : {Board{8, 8}, Board{6, 10}, Board{10, 6}, Board{7, 9}, Board{9, 7}}) {
        const Rules rules(board);
        std::vector<Position> positions = random_unfinished(board, 20, 8);
        // Rank by rank white and black in turn: with White to move, all captures and no step.
        Position stripes{0, 0, Side::kWhite};
        for (int cell = 0; cell < board.cells(); ++cell) {
            const int rank = rules.rank_of(cell);
            if (rank >= board.ranks - 2) continue;
            (rank % 2 == 0 ? stripes.white : stripes.black) |= Cells{1} << cell;
        }
        positions.push_back(stripes);
        // Two ranks each: the longest games.
        const Position start = rules.start();
        positions.push_back(
            {start.white | start.white << 1, start.black | start.black >> 1, Side::kWhite});
        Search search(board, kSmallTable);
        for (const Position& p : positions) {
            (void)search.dtw(p, {std::nullopt, 3000});
            EXPECT_LE(search.nodes(), 3000u);
        }
    }
}

}  // namespace
}  // namespace hexa
