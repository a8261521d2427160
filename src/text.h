// Positions and moves as text, both ways, and the board drawn for eyes.
//
// One-line form of a position: ranks from the top down separated by `/`, then the side to move:
//
//     rank 3 |  p p p
//     rank 2 |  . P .        ppp/1P1/P1P b
//     rank 1 |  P . P
//               a b c        (Black to move)
//
// `p` black, `P` white, a number for a run of empty cells or `.` for one; `start:6x6` stands for
// 6x6's start position. A move is `a1a2`, a capture `b2xc3`.
#pragma once

#include <string>
#include <string_view>

#include "board.h"
#include "rules.h"

namespace hexa {

struct PositionOnBoard {
    Board board;
    Position position;

    friend constexpr bool operator==(const PositionOnBoard&, const PositionOnBoard&) = default;
};

// `White` or `Black`.
[[nodiscard]] std::string_view side_name(Side side);

// Parses the one-line form; blanks around it are allowed. Anything else is an InputError on one
// line, `column N: ...`, that quotes the offending part. Takes time linear in the text at most.
[[nodiscard]] PositionOnBoard parse_position(std::string_view text);

// The one-line form, with numbers for runs of empty cells: parses back to the same position.
[[nodiscard]] std::string position_text(Board board, const Position& position);
// The same, appended: for output in bulk.
void append_position(std::string& out, Board board, const Position& position);

// `a1a2`, or `b2xc3` for a capture.
[[nodiscard]] std::string move_name(Board board, Move move);
void append_move(std::string& out, Board board, Move move);

// The legal move that `text` names; a capture may also be written without its `x`. InputError
// where it cannot be read, or where that move is not legal in `position`, saying why.
[[nodiscard]] Move parse_move(Board board, const Position& position, std::string_view text);

// What to write before a white pawn, a black pawn and the frame of a drawn board, and after each;
// escape sequences on a terminal, nothing otherwise.
struct BoardColours {
    std::string_view white;
    std::string_view black;
    std::string_view frame;
    std::string_view reset;
};

// The board in lines of text, each ended by a newline, with rank numbers and file letters.
[[nodiscard]] std::string drawn_board(Board board, const Position& position,
                                      const BoardColours& colours = {});
void append_board(std::string& out, Board board, const Position& position,
                  const BoardColours& colours);

}  // namespace hexa
