#include "near_end.h"

#include <array>
#include <random>

#include <gtest/gtest.h>

#include "plain_solver.h"

namespace hexa {
namespace {

// What the plain solver says of the position, where it is near enough.
void expect_as_solved(const Rules& rules, plain::Solver& solver, const Position& p,
                      std::array<int, kNearEnd + 2>& seen) {
    const int dtw = solver.dtw(p);
    const auto near = near_end(rules, p);
    ASSERT_EQ(near.has_value(), dtw <= kNearEnd) << p.white << ' ' << p.black;
    if (near) {
        ASSERT_EQ(*near, dtw) << p.white << ' ' << p.black;
    }
    ++seen[near.value_or(kNearEnd + 1)];
}

TEST(NearEnd, IsWhatThePlainSolverSaysOfEveryReachablePosition) {
    for (const Board board : {Board{1, 3}, Board{1, 6}, Board{2, 6}, Board{3, 3}, Board{3, 5},
                              Board{4, 4}, Board{5, 3}}) {
        const Rules rules(board);
        plain::Solver solver(board);
        std::array<int, kNearEnd + 2> seen{};
        for (const Position& p : plain::reachable(board)) {
            if (!rules.finished(p)) expect_as_solved(rules, solver, p, seen);
        }
        EXPECT_GT(seen[1], 0) << to_string(board);
    }
}

// Composed positions: pawns anywhere, of any number, for both sides.
TEST(NearEnd, IsWhatThePlainSolverSaysOfRandomPositions) {
    std::mt19937_64 random(1);
    for (const Board board : {Board{2, 5}, Board{3, 4}, Board{4, 4}, Board{5, 4}}) {
        const Rules rules(board);
        plain::Solver solver(board);
        std::array<int, kNearEnd + 2> seen{};
        for (int i = 0; i < 3000; ++i) {
            const Cells white = random() & random() & rules.all();
            const Cells black = random() & random() & rules.all() & ~white;
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                const Position p{white, black, side};
                if (!rules.finished(p)) expect_as_solved(rules, solver, p, seen);
            }
        }
        for (const int count : seen) EXPECT_GT(count, 0) << to_string(board);
    }
}

}  // namespace
}  // namespace hexa
