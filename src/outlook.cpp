#include "outlook.h"

namespace hexa {
namespace {

constexpr int kNever = kOutcomeLimit;

}  // namespace

Lookout::Lookout(Board board)
    : rules_(board), top_(rules_.goal(Side::kWhite)), bottom_(rules_.goal(Side::kBlack)) {
    for (std::size_t i = 0; i < has_below_.size(); ++i) {
        for (int cell = 0; cell < board.cells(); ++cell) {
            const int rank = rules_.rank_of(cell);
            if (rank >= 1 << i) has_below_[i] |= Cells{1} << cell;
            if (rank + (1 << i) < board.ranks) has_above_[i] |= Cells{1} << cell;
        }
    }
}

Outlook Lookout::look(const Position& p) const {
    const Cells targets = rules_.steps(p) | rules_.left_captures(p) | rules_.right_captures(p);
    const int target_count = count_cells(targets);
    if (targets == 0) return {{kStuck, kStuck}, target_count};
    if ((targets & top_) != 0) return {{kWinNow, kWinNow}, target_count};

    Bounds bounds{loss_after(1), kWinNow};
    if (const int moves = white_runs_home(p); moves != kNever) {
        bounds.lower = win_after(moves);
    } else if (const int enemy_moves = black_runs_home(p); enemy_moves != kNever) {
        bounds.upper = loss_after(enemy_moves);
    }
    return {bounds, target_count};
}

// White moves one pawn straight home and nothing else. `reach` grows, one Black move at a time, to
// every cell where a black pawn could then come to stand: White's other pawns stay where they are,
// to be captured or to block. A cell ahead that is in reach or under attack from it is not safe;
// with only safe ones ahead, the run succeeds unless Black arrives before. A white pawn in the way
// needs no thought: it is a runner itself then, and nearer home.
int Lookout::white_runs_home(const Position& p) const {
    const auto runners = [&](Cells reach) {
        const Cells unsafe = reach | (black_attacks(reach) & ~top_);
        return p.white & ~below(unsafe);
    };
    if (runners(p.black) == 0) return kNever;

    int black_arrives = kNever;
    Cells reach = p.black;
    for (int moves = 1;; ++moves) {
        const Cells grown =
            reach | ((reach & ~bottom_) >> 1 & ~p.white) | (black_attacks(reach) & p.white);
        if (grown == reach) break;
        if (black_arrives == kNever && (grown & bottom_) != 0) black_arrives = moves;
        reach = grown;
    }
    const int moves = white_distance(runners(reach));
    return moves <= black_arrives ? moves : kNever;
}

// The same for Black, who runs after White's next move: his pawn may also be captured where it
// stands, and White, moving first, wins where both need equally many moves.
int Lookout::black_runs_home(const Position& p) const {
    const auto runners = [&](Cells reach) {
        const Cells attacked = white_attacks(reach);
        const Cells unsafe = reach | (attacked & ~bottom_);
        return p.black & ~(above(unsafe) | attacked);
    };
    if (runners(p.white) == 0) return kNever;

    int white_arrives = kNever;
    Cells reach = p.white;
    for (int moves = 1;; ++moves) {
        const Cells grown =
            reach | ((reach & ~top_) << 1 & ~p.black) | (white_attacks(reach) & p.black);
        if (grown == reach) break;
        if (white_arrives == kNever && (grown & top_) != 0) white_arrives = moves;
        reach = grown;
    }
    const int moves = black_distance(runners(reach));
    return moves < white_arrives ? moves : kNever;
}

int Lookout::white_distance(Cells pawns) const {
    Cells rank = top_;
    for (int moves = 0; moves < rules_.board().ranks; ++moves, rank >>= 1) {
        if ((pawns & rank) != 0) return moves;
    }
    return kNever;
}

int Lookout::black_distance(Cells pawns) const {
    Cells rank = bottom_;
    for (int moves = 0; moves < rules_.board().ranks; ++moves, rank <<= 1) {
        if ((pawns & rank) != 0) return moves;
    }
    return kNever;
}

Cells Lookout::white_attacks(Cells pawns) const {
    const int ranks = rules_.board().ranks;
    pawns &= ~top_;
    return (pawns << (ranks + 1) | pawns >> (ranks - 1)) & rules_.all();
}

Cells Lookout::black_attacks(Cells pawns) const {
    const int ranks = rules_.board().ranks;
    pawns &= ~bottom_;
    return (pawns << (ranks - 1) | pawns >> (ranks + 1)) & rules_.all();
}

Cells Lookout::above(Cells cells) const {
    cells = cells << 1 & has_below_[0];
    for (std::size_t i = 0; i < has_below_.size(); ++i) cells |= cells << (1 << i) & has_below_[i];
    return cells;
}

Cells Lookout::below(Cells cells) const {
    cells = cells >> 1 & has_above_[0];
    for (std::size_t i = 0; i < has_above_.size(); ++i) cells |= cells >> (1 << i) & has_above_[i];
    return cells;
}

}  // namespace hexa
