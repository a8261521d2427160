#include "input.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "chars.h"
#include "errors.h"
#include "placement.h"
#include "quote.h"

namespace hexa {
namespace {

// What is wrong with a position that spans lines, and on which of them.
struct Mistake {
    std::uint64_t line;
    std::string message;
};

[[noreturn]] void fail(std::uint64_t line, std::size_t index, std::string_view message) {
    throw Mistake{line, fmt::format("column {}: {}", index + 1, message)};
}

// A line that was cut may hold anything in the part that nobody has seen.
void refuse_cut(const Line& line) {
    if (!line.cut) return;
    fail(line.number, kMaxLineBytes,
         fmt::format("the line that begins {} goes on; a position needs fewer than {} characters",
                     quote(line.text), kMaxLineBytes));
}

[[noreturn]] void fail_no_cell(const Line& line, std::size_t index, std::string_view right) {
    fail(line.number, index,
         fmt::format("{} is no cell; {}", quote(first_character(line.text.substr(index))), right));
}

void refuse_two_winners(const Placement& placement, std::uint64_t last_line) {
    if (!placement.both_arrived()) return;
    fail(last_line, placement.first_black_file(),
         "'p' has arrived, and so has 'P' on the first rank; at most one side can have a pawn on "
         "its goal rank");
}

// checked_board with a place for its error.
Board board_of(int files, int ranks, std::uint64_t line) {
    try {
        return checked_board(files, ranks);
    } catch (const InputError& error) {
        fail(line, 0, error.what());
    }
}

// The number on a line of its own that says how many `what` a sized position has.
int read_size(const Line& line, std::string_view what) {
    // Three digits are more than any limit, and too few to overflow.
    constexpr std::size_t kMaxDigits = 3;
    const std::string_view digits = without_blanks(line.text);
    if (!is_number(digits) || digits.size() > kMaxDigits) {
        const std::size_t begin = line.text.find_first_not_of(kBlanks);
        fail(line.number, begin == std::string_view::npos ? 0 : begin,
             fmt::format("{} is no number of {}; a position begins with a line for its rows and "
                         "one for its columns",
                         quote(digits), what));
    }
    refuse_cut(line);
    int value = 0;
    for (const char digit : digits) value = 10 * value + (digit - '0');
    return value;
}

std::string count_of(int count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::optional<Line> PositionReader::next_line() {
    std::optional<Line> line;
    if (held_) {
        line.swap(held_);
    } else {
        line = lines_.next();
    }
    at_blank_ = !line || (!line->cut && without_blanks(line->text).empty());
    return line;
}

std::optional<InputItem> PositionReader::next() {
    std::optional<Line> line = next_line();
    while (line && (at_blank_ || (form_ == InputForm::kLine && line->text.starts_with('#')))) {
        line = next_line();
    }
    if (!line) return std::nullopt;

    InputItem item;
    item.line = line->number;
    try {
        switch (form_) {
            case InputForm::kLine:
                item.position = read_line(*line);
                break;
            case InputForm::kGrid:
                item.position = read_grid(*line);
                break;
            case InputForm::kSized:
                item.position = read_sized(*line);
                break;
        }
    } catch (const Mistake& mistake) {
        item.line = mistake.line;
        item.error = mistake.message;
        recover();
    }
    return item;
}

void PositionReader::recover() {
    if (form_ == InputForm::kGrid) {
        while (!at_blank_) (void)next_line();
    } else if (form_ == InputForm::kSized && !held_) {
        // Where the rows are wrong, a number right after them is the columns and begins nothing.
        bool columns = at_rows_;
        std::optional<Line> line = lines_.next();
        while (line && (columns || !is_number(without_blanks(line->text)))) {
            columns = false;
            line = lines_.next();
        }
        held_ = line;
    }
}

PositionOnBoard PositionReader::read_line(const Line& line) {
    try {
        const PositionOnBoard position = parse_position(line.text);
        refuse_cut(line);
        return position;
    } catch (const InputError& error) {
        throw Mistake{line.number, error.what()};
    }
}

PositionOnBoard PositionReader::read_grid(const Line& first) {
    const std::string_view side = without_trailing_blanks(first.text);
    if (side != "W" && side != "B") {
        fail(first.number, 0,
             quote(side) + " is no side to move; a grid begins with a line W or B");
    }
    refuse_cut(first);
    const Side to_move = side == "W" ? Side::kWhite : Side::kBlack;
    std::uint64_t last_line = first.number;

    Placement placement;
    int files = 0;
    for (std::optional<Line> line = next_line(); !at_blank_; line = next_line()) {
        last_line = line->number;
        const std::string_view rank = without_trailing_blanks(line->text);
        if (placement.ranks() == kMaxRanks) {
            fail(last_line, 0,
                 fmt::format("{} is rank {}; boards have at most {}, and a blank line separates "
                             "positions",
                             quote(rank), kMaxRanks + 1, kMaxRanks));
        }
        placement.add_rank();
        const bool top = placement.ranks() == 1;
        const int limit = top ? kMaxFiles : files;
        int file = 0;
        for (; file < static_cast<int>(rank.size()); ++file) {
            const char c = rank[file];
            if (c != 'p' && c != 'P' && c != '.') {
                fail_no_cell(*line, file,
                             "cells are p, P or '.', and a blank line separates positions");
            }
            if (file == limit) {
                fail(last_line, file,
                     fmt::format("{} overruns the rank; {} {}", quote(rank.substr(file)),
                                 top ? "boards have at most" : "the first rank has",
                                 count_of(limit, "file")));
            }
            if (c != '.') placement.put(c == 'P' ? Side::kWhite : Side::kBlack, file);
        }
        refuse_cut(*line);
        if (top) files = file;
        if (file != files) {
            fail(last_line, file,
                 fmt::format("rank {} has {}; the first rank has {}", quote(rank),
                             count_of(file, "file"), files));
        }
    }
    if (placement.ranks() == 0) {
        fail(last_line, 0,
             fmt::format("'{}' without ranks; write them from the top, one a line, with p, P and "
                         "'.'",
                         to_move == Side::kWhite ? 'W' : 'B'));
    }
    refuse_two_winners(placement, last_line);
    const Board board = board_of(files, placement.ranks(), last_line);
    return {board, placement.position(files, to_move)};
}

PositionOnBoard PositionReader::read_sized(const Line& first) {
    std::uint64_t last_line = first.number;
    at_rows_ = true;
    const int ranks = read_size(first, "rows");
    at_rows_ = false;
    std::optional<Line> line = next_line();
    if (!line) fail(last_line, 0, "the input ends after the rows; a line with the columns follows");
    last_line = line->number;
    const int files = read_size(*line, "columns");
    const Board board = board_of(files, ranks, last_line);

    Placement placement;
    while (placement.ranks() < ranks) {
        line = next_line();
        if (!line) {
            if (!placement.has_white()) {
                fail(last_line, 0,
                     fmt::format("the input ends after {} of {} ranks; every rank needs a line",
                                 placement.ranks(), ranks));
            }
            while (placement.ranks() < ranks) placement.add_rank();
            break;
        }
        last_line = line->number;
        const std::string_view rank = without_trailing_blanks(line->text);
        if (is_number(without_blanks(rank))) {
            held_ = line;
            fail(last_line, 0,
                 fmt::format("{} after {} of {} ranks; every rank needs a line, even an empty one",
                             quote(rank), placement.ranks(), ranks));
        }
        placement.add_rank();
        for (std::size_t i = 0; i < rank.size(); ++i) {
            const char c = rank[i];
            if (c == ' ') continue;
            if (c != 'p' && c != 'P') fail_no_cell(*line, i, "cells are p, P or a space");
            if (i >= static_cast<std::size_t>(files)) {
                fail(last_line, i,
                     fmt::format("{} overruns the rank; the board has {}", quote(rank.substr(i)),
                                 count_of(files, "column")));
            }
            placement.put(c == 'P' ? Side::kWhite : Side::kBlack, static_cast<int>(i));
        }
        refuse_cut(*line);
    }
    refuse_two_winners(placement, last_line);
    return {board, placement.position(files, Side::kWhite)};
}

}  // namespace hexa
