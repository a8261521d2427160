// Positions out of a stream of text, one at a time, in the three forms that people bring.
//
//     line             grid      sized
//     ppp/1P1/P1P b    B         3        (rows)
//                      ppp       3        (columns)
//                      .P.       ppp
//                      P.P        P
//                                P P      (White to move)
//
// line:  one position a line; blank lines and lines that begin with `#` are skipped.
// grid:  `W` or `B`, then the ranks from the top; blank lines between positions.
// sized: rows, columns, then that many ranks with spaces for empty cells; trailing spaces may be
//        missing or too many, and an all-empty rank may be an empty line. Editors also strip empty
//        ranks at the very end: they may be missing there, unless no white pawn was seen yet, since
//        then the text has been cut off rather than tidied. White is to move. Blank lines may
//        stand before and after a position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lines.h"
#include "text.h"

namespace hexa {

enum class InputForm { kLine, kGrid, kSized };

// A position and the line it begins on, or what is wrong and the line where it is.
struct InputItem {
    std::uint64_t line = 0;
    std::optional<PositionOnBoard> position;
    std::string error;  // `column N: ...`; only without a position
};

// Goes on after a mistake: line with the next line, grid after the next blank line, sized with the
// next line that holds nothing but a number. Every broken position gives one error.
class PositionReader {
public:
    PositionReader(LineReader& lines, InputForm form) : lines_(lines), form_(form) {}

    // The next position or error; nothing at the end. FileError where the stream fails.
    [[nodiscard]] std::optional<InputItem> next();

private:
    [[nodiscard]] PositionOnBoard read_line(const Line& line);
    [[nodiscard]] PositionOnBoard read_grid(const Line& first);
    [[nodiscard]] PositionOnBoard read_sized(const Line& first);
    [[nodiscard]] std::optional<Line> next_line();
    // Reads on to where the next position may begin.
    void recover();

    LineReader& lines_;
    InputForm form_;
    std::optional<Line> held_;  // read already, and begins the next position
    bool at_blank_ = false;     // the line read last was blank, or there was none
    bool at_rows_ = false;      // sized: the line read last is meant to say how many rows
};

}  // namespace hexa
