#include "outlook.h"

#include <random>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "plain_solver.h"
#include "positions.h"
#include "text.h"

namespace hexa {
namespace {

TEST(Outcome, OrdersOutcomesFromStuckToAWinAtOnce) {
    EXPECT_LT(kStuck, loss_after(1));
    EXPECT_LT(loss_after(1), loss_after(2));
    EXPECT_LT(loss_after(kMaxCells * kMaxRanks - 1), kAnyWin);
    EXPECT_LT(kAnyWin, win_after(3));
    EXPECT_LT(win_after(3), win_after(2));
    EXPECT_LT(win_after(2), kWinNow);
}

TEST(Outcome, AMoveTurnsLossIntoWinAndWinIntoLoss) {
    for (int moves = 1; moves < 100; ++moves) {
        EXPECT_EQ(dtw_of(win_after(moves)), 2 * moves - 1);
        EXPECT_EQ(dtw_of(loss_after(moves)), 2 * moves);
        EXPECT_EQ(dtw_of(before_move(win_after(moves))), dtw_of(win_after(moves)) + 1);
        EXPECT_EQ(dtw_of(before_move(loss_after(moves))), dtw_of(loss_after(moves)) + 1);
    }
}

TEST(Outcome, AMoveReachesItsTargetWhereThePositionAfterItFallsShort) {
    std::vector<Outcome> outcomes{kStuck};
    for (int moves = 1; moves < 20; ++moves) {
        outcomes.push_back(win_after(moves));
        outcomes.push_back(loss_after(moves));
    }
    for (const Outcome after : outcomes) {
        for (const Outcome target : outcomes) {
            EXPECT_EQ(before_move(after) >= target, after < target_after_move(target));
        }
        EXPECT_EQ(before_move(after) >= kAnyWin, after < target_after_move(kAnyWin));
    }
}

TEST(Outlook, BoundsHoldOnRandomPositions) {
    std::mt19937_64 random(1);
    for (const Board board : {Board{1, 6}, Board{2, 8}, Board{3, 5}, Board{3, 6}, Board{4, 4},
                              Board{4, 5}, Board{5, 4}, Board{6, 3}}) {
        const Rules rules(board);
        const Lookout lookout(board);
        plain::Solver plain(board);
        for (int i = 0; i < 1000; ++i) {
            Position p = random_position(board, random);
            p.to_move = Side::kWhite;
            if (rules.finished(p)) continue;
            const int dtw = plain.dtw(p);
            const Outcome outcome = dtw % 2 == 1 ? win_after((dtw + 1) / 2) : loss_after(dtw / 2);
            const Outlook outlook = lookout.look(p);
            ASSERT_LE(outlook.bounds.lower, outcome) << position_text(board, p);
            ASSERT_GE(outlook.bounds.upper, outcome) << position_text(board, p);
        }
    }
}

Bounds look(std::string_view line) {
    const PositionOnBoard on = parse_position(line);
    return Lookout(on.board).look(on.position).bounds;
}

TEST(Outlook, SeesWhoIsStuckOrArrivesAtOnce) {
    const Outlook stuck = Lookout({3, 3}).look(parse_position("3/1p1/1P1 w").position);
    EXPECT_EQ(stuck.bounds, (Bounds{kStuck, kStuck}));
    EXPECT_EQ(stuck.targets, 0);
    EXPECT_EQ(look("3/1P1/3 w"), (Bounds{kWinNow, kWinNow}));
    EXPECT_EQ(look("1pp/1P1/3 w"), (Bounds{kWinNow, kWinNow}));
    // No step, but a1xb2 and b1xa2.
    EXPECT_EQ(Lookout({3, 4}).look(parse_position("3/3/pp1/PP1 w").position).targets, 2);
}

TEST(Outlook, AWhitePawnRunsHome) {
    EXPECT_EQ(look("4/3p/P3/4 w").lower, win_after(2));   // both need two moves, White is first
    EXPECT_EQ(look("4/1p2/P3/4 w").lower, win_after(2));  // out of b3's attack by its first step
    EXPECT_EQ(look("2p1/2p1/4/4/P3/4 w").lower, win_after(4));
}

TEST(Outlook, ABlackPawnRunsHome) {
    EXPECT_EQ(look("4/4/3p/P3/4 w").upper, loss_after(2));
    EXPECT_EQ(look("4/4/P2p/4/4 w").upper, kWinNow);    // equal, but White is first
    EXPECT_EQ(look("4/4/3p/P1P1/4 w").upper, kWinNow);  // d3 can be captured where it stands
}

TEST(Outlook, NoPawnRunsPastAnEnemyThatCanStopIt) {
    constexpr Bounds kNothingKnown{loss_after(1), kWinNow};
    EXPECT_EQ(look("p3/4/P3/4 w"), kNothingKnown);   // in the way
    EXPECT_EQ(look("1p2/4/P3/4 w"), kNothingKnown);  // beside the way
    // c5 may come beside the way by capturing b4.
    EXPECT_EQ(look("2p1/2p1/1P2/4/P3/4 w"), kNothingKnown);
}

}  // namespace
}  // namespace hexa
