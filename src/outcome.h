// Outcomes of a position for its side to move, in one order.
//
//     stuck < loss in 2 < loss in 4 < ... < win in 5 < win in 3 < win in 1
//
// What counts is how many moves the winner still makes, m: a win after m own moves takes 2m-1
// plies and is kOutcomeLimit - m >= 0; a loss after m moves of the opponent takes 2m plies and is
// m - kOutcomeLimit < 0. Neighbouring outcomes of one kind differ by 1.
#pragma once

#include "board.h"

namespace hexa {

using Outcome = int;

// Above the moves of any game: every move takes one of at most kMaxCells pawns a rank forward.
inline constexpr Outcome kOutcomeLimit = kMaxCells * kMaxRanks;

[[nodiscard]] constexpr Outcome win_after(int own_moves) { return kOutcomeLimit - own_moves; }
[[nodiscard]] constexpr Outcome loss_after(int enemy_moves) { return enemy_moves - kOutcomeLimit; }
[[nodiscard]] constexpr bool is_win(Outcome outcome) { return outcome >= 0; }

inline constexpr Outcome kStuck = loss_after(0);
inline constexpr Outcome kWinNow = win_after(1);
inline constexpr Outcome kAnyWin = 0;  // no more than any win, more than any loss

// The outcome of a move for the one who makes it, from the outcome of the position it leads to.
[[nodiscard]] constexpr Outcome before_move(Outcome after) {
    return is_win(after) ? -after : -1 - after;
}

// A move is worth `target` or more exactly where the position it leads to is worth less than this.
[[nodiscard]] constexpr Outcome target_after_move(Outcome target) {
    return is_win(target) ? -target : 1 - target;
}

// Distance to win in plies: odd for a win, even for a loss.
[[nodiscard]] constexpr int dtw_of(Outcome outcome) {
    return is_win(outcome) ? 2 * (kOutcomeLimit - outcome) - 1 : 2 * (outcome + kOutcomeLimit);
}

// What is known of an outcome: lower <= outcome <= upper.
struct Bounds {
    Outcome lower;
    Outcome upper;

    friend constexpr bool operator==(const Bounds&, const Bounds&) = default;
};

}  // namespace hexa
