// Pawns set down rank by rank from the top, as every text form lists them. Rank numbers come out
// only once all ranks are known, because the text does not say beforehand how many there are.
#pragma once

#include <array>
#include <bit>

#include "board.h"
#include "rules.h"

namespace hexa {

// The caller keeps to at most kMaxRanks ranks of at most kMaxFiles files.
class Placement {
public:
    // Opens the next rank below the ones so far.
    void add_rank() { ++ranks_; }
    // Puts a pawn on `file` (counted from 0) of the rank opened last.
    void put(Side side, int file) {
        const unsigned bit = 1u << file;
        (side == Side::kWhite ? white_ : black_)[ranks_ - 1] |= bit;
    }

    [[nodiscard]] int ranks() const { return ranks_; }
    [[nodiscard]] bool has_white() const {
        for (const unsigned rank : white_) {
            if (rank != 0) return true;
        }
        return false;
    }
    // Do pawns of both colours stand on their goal ranks? No game ends with two winners.
    [[nodiscard]] bool both_arrived() const {
        return ranks_ > 0 && white_[0] != 0 && black_[ranks_ - 1] != 0;
    }

    // The first file with a black pawn on the rank opened last, which must have one.
    [[nodiscard]] int first_black_file() const { return std::countr_zero(black_[ranks_ - 1]); }

    // The pawns as a position on a board of `files` files and as many ranks as were added.
    [[nodiscard]] Position position(int files, Side to_move) const {
        const Rules rules({files, ranks_});
        Position p{0, 0, to_move};
        for (int from_top = 0; from_top < ranks_; ++from_top) {
            const int rank = ranks_ - 1 - from_top;
            for (unsigned set = white_[from_top]; set != 0; set &= set - 1) {
                p.white |= Cells{1} << rules.cell(std::countr_zero(set), rank);
            }
            for (unsigned set = black_[from_top]; set != 0; set &= set - 1) {
                p.black |= Cells{1} << rules.cell(std::countr_zero(set), rank);
            }
        }
        return p;
    }

private:
    // One set of files a rank, the top rank first.
    std::array<unsigned, kMaxRanks> white_{};
    std::array<unsigned, kMaxRanks> black_{};
    int ranks_ = 0;
};

}  // namespace hexa
