// What one look at a position proves, without moving a pawn: who runs home unstopped, who comes
// too late.
#pragma once

#include <array>

#include "outcome.h"
#include "rules.h"

namespace hexa {

struct Outlook {
    Bounds bounds;  // exact where the side to move is stuck, or can arrive at once
    int targets;    // how many cells the side to move can go to
};

// Looks at positions of one board. Immutable, cheap to copy, safe to share between threads.
class Lookout {
public:
    explicit Lookout(Board board);

    // The position must be unfinished with White to move.
    [[nodiscard]] Outlook look(const Position& p) const;

private:
    // The winner's moves where one pawn of this side can run home whatever the other does, else
    // kNever.
    [[nodiscard]] int white_runs_home(const Position& p) const;
    [[nodiscard]] int black_runs_home(const Position& p) const;
    // Moves from the foremost pawn to its goal rank, kNever without pawns.
    [[nodiscard]] int white_distance(Cells pawns) const;
    [[nodiscard]] int black_distance(Cells pawns) const;
    [[nodiscard]] Cells white_attacks(Cells pawns) const;
    [[nodiscard]] Cells black_attacks(Cells pawns) const;
    // The cells of the same files above, or below, any of these.
    [[nodiscard]] Cells above(Cells cells) const;
    [[nodiscard]] Cells below(Cells cells) const;

    Rules rules_;
    Cells top_;
    Cells bottom_;
    // Which cells have, in their own file, a cell 1, 2, 4 and 8 ranks below or above them.
    std::array<Cells, 4> has_below_{};
    std::array<Cells, 4> has_above_{};
};

}  // namespace hexa
