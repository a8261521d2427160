// The game: positions, legal moves, and when it is over.
//
// Cells are numbered file by file from White's left, each file from the bottom up:
//
//     rank 3 |  2  5  8       so a file is a run of `ranks` bits, a step forward is +1 for White
//     rank 2 |  1  4  7       and -1 for Black, and a neighbouring file is `ranks` away.
//     rank 1 |  0  3  6
//             a  b  c
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "board.h"

namespace hexa {

// A set of cells: bit `file * ranks + rank`, both counted from 0.
using Cells = std::uint64_t;

enum class Side : std::uint8_t { kWhite, kBlack };

[[nodiscard]] constexpr Side other(Side side) {
    return side == Side::kWhite ? Side::kBlack : Side::kWhite;
}

// Who stands where, and whose turn it is. The board's size is kept beside it, not in it.
struct Position {
    Cells white = 0;
    Cells black = 0;
    Side to_move = Side::kWhite;

    [[nodiscard]] constexpr Cells own() const { return to_move == Side::kWhite ? white : black; }
    [[nodiscard]] constexpr Cells enemy() const { return to_move == Side::kWhite ? black : white; }
    friend constexpr bool operator==(const Position&, const Position&) = default;
};

// One pawn goes from cell to cell: straight ahead if quiet, diagonally if it captures.
struct Move {
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    bool capture = false;

    friend constexpr bool operator==(const Move&, const Move&) = default;
};

// The legal moves of one position. Holds them in place: no pawn has more than three.
class MoveList {
public:
    void push(Move move) { moves_[size_++] = move; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] const Move& operator[](std::size_t i) const { return moves_[i]; }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
    [[nodiscard]] Move* begin() { return moves_.data(); }
    [[nodiscard]] Move* end() { return moves_.data() + size_; }

private:
    std::array<Move, 3 * kMaxCells> moves_;
    std::size_t size_ = 0;
};

// The rules on one board. Immutable and cheap to copy; safe to share between threads.
//
// The three target sets (`steps`, `left_captures`, `right_captures`) hold the cells that pawns of
// the side to move may go to; "left" and "right" are towards file a and away from it, for both
// sides. They say nothing of whether the game is over: ask `finished` first.
class Rules {
public:
    explicit constexpr Rules(Board board) : board_(board) {
        for (int file = 0; file < board.files; ++file) {
            bottom_ |= Cells{1} << (file * board.ranks);
        }
        top_ = bottom_ << (board.ranks - 1);
        all_ = board.cells() == kMaxCells ? ~Cells{0} : (Cells{1} << board.cells()) - 1;
    }

    [[nodiscard]] constexpr Board board() const { return board_; }
    // Every cell of the board.
    [[nodiscard]] constexpr Cells all() const { return all_; }
    // The rank on which `side` wins.
    [[nodiscard]] constexpr Cells goal(Side side) const {
        return side == Side::kWhite ? top_ : bottom_;
    }
    [[nodiscard]] constexpr int cell(int file, int rank) const {
        return file * board_.ranks + rank;
    }
    [[nodiscard]] constexpr int file_of(int cell) const { return cell / board_.ranks; }
    [[nodiscard]] constexpr int rank_of(int cell) const { return cell % board_.ranks; }

    // White on the lowest rank, Black on the highest, White to move.
    [[nodiscard]] constexpr Position start() const { return {bottom_, top_, Side::kWhite}; }

    // Has a pawn of `side` arrived on its goal rank?
    [[nodiscard]] constexpr bool arrived(const Position& p, Side side) const {
        return ((side == Side::kWhite ? p.white : p.black) & goal(side)) != 0;
    }
    [[nodiscard]] constexpr bool finished(const Position& p) const {
        return ((p.white & top_) | (p.black & bottom_)) != 0;
    }

    [[nodiscard]] constexpr Cells steps(const Position& p) const {
        const Cells empty = all_ & ~(p.white | p.black);
        return p.to_move == Side::kWhite ? (p.white & ~top_) << 1 & empty
                                         : (p.black & ~bottom_) >> 1 & empty;
    }
    [[nodiscard]] constexpr Cells left_captures(const Position& p) const {
        return p.to_move == Side::kWhite ? (p.white & ~top_) >> (board_.ranks - 1) & p.black
                                         : (p.black & ~bottom_) >> (board_.ranks + 1) & p.white;
    }
    [[nodiscard]] constexpr Cells right_captures(const Position& p) const {
        return p.to_move == Side::kWhite ? (p.white & ~top_) << (board_.ranks + 1) & p.black
                                         : (p.black & ~bottom_) << (board_.ranks - 1) & p.white;
    }
    [[nodiscard]] constexpr bool has_move(const Position& p) const {
        return (steps(p) | left_captures(p) | right_captures(p)) != 0;
    }

    // Every legal move, by origin cell, then left capture, step, right capture; none in a finished
    // position.
    [[nodiscard]] MoveList moves(const Position& p) const;

    // The position after a legal move. Does not check that the move is legal.
    [[nodiscard]] static constexpr Position after(const Position& p, Move move) {
        const Cells from = Cells{1} << move.from;
        const Cells to = Cells{1} << move.to;
        return p.to_move == Side::kWhite
                   ? Position{(p.white & ~from) | to, p.black & ~to, Side::kBlack}
                   : Position{p.white & ~to, (p.black & ~from) | to, Side::kWhite};
    }

    // Left and right exchanged: the same game, so the same value.
    [[nodiscard]] Position mirror(const Position& p) const;
    // The board turned upside down and the colours exchanged: the same game again.
    [[nodiscard]] Position colour_flip(const Position& p) const;

private:
    Board board_;
    Cells all_ = 0;
    Cells bottom_ = 0;
    Cells top_ = 0;
};

// The cell with the lowest number; the set must not be empty.
[[nodiscard]] constexpr int first_cell(Cells cells) { return std::countr_zero(cells); }

[[nodiscard]] constexpr int count_cells(Cells cells) { return std::popcount(cells); }

}  // namespace hexa
