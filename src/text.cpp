#include "text.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "chars.h"
#include "errors.h"
#include "placement.h"
#include "quote.h"

namespace hexa {
namespace {

constexpr std::string_view kStartPrefix = "start:";

// A reader of the one-line form that walks along the text once and stops at the first mistake.
class LineParser {
public:
    explicit LineParser(std::string_view text) : text_(text) {}

    PositionOnBoard parse() {
        skip_blanks();
        if (at_end()) fail(at_, "empty position", "write one such as ppp/3/PPP w");
        refuse_board();
        if (text_.substr(at_).starts_with(kStartPrefix)) return parse_start();
        const std::size_t begin = at_;
        parse_ranks();
        const Board board = with_column(begin, text_.substr(begin, at_ - begin),
                                        [&] { return checked_board(files_, placement_.ranks()); });
        const Side to_move = parse_side();
        expect_end();
        return {board, placement_.position(board.files, to_move)};
    }

private:
    PositionOnBoard parse_start() {
        at_ += kStartPrefix.size();
        const std::size_t begin = at_;
        const std::string_view size = token();
        const Board board = with_column(begin, {}, [&] { return parse_board(size); });
        expect_end();
        return {board, Rules(board).start()};
    }

    // What one would type who does not know of start: yet.
    void refuse_board() {
        const std::string_view word = without_blanks(text_);
        const std::size_t cross = word.find('x');
        if (cross == std::string_view::npos || !is_number(word.substr(0, cross)) ||
            !is_number(word.substr(cross + 1))) {
            return;
        }
        fail(at_, quote(word) + " is a board and no position",
             fmt::format("{}{} is where its game begins", kStartPrefix, word));
    }

    void parse_ranks() {
        constexpr std::size_t kNowhere = std::string_view::npos;
        std::size_t white_arrived = kNowhere;  // the first white pawn of the top rank
        std::size_t black_in_rank = kNowhere;  // the first black one of the rank at hand
        std::size_t rank_begin = at_;
        placement_.add_rank();
        int file = 0;
        for (; !at_end() && !is_blank(text_[at_]); ++at_) {
            const char c = text_[at_];
            if (c == '/') {
                end_rank(rank_begin, file);
                if (placement_.ranks() == kMaxRanks) {
                    const std::size_t begin = ++at_;
                    fail(begin, fmt::format("{} is rank {}", quote(token()), kMaxRanks + 1),
                         fmt::format("boards have at most {}", kMaxRanks));
                }
                placement_.add_rank();
                rank_begin = at_ + 1;
                black_in_rank = kNowhere;
                file = 0;
            } else if (c == 'P' || c == 'p') {
                advance(file, 1, text_.substr(at_, 1));
                const Side side = c == 'P' ? Side::kWhite : Side::kBlack;
                placement_.put(side, file - 1);
                if (side == Side::kWhite && placement_.ranks() == 1 && white_arrived == kNowhere) {
                    white_arrived = at_;
                }
                if (side == Side::kBlack && black_in_rank == kNowhere) black_in_rank = at_;
            } else if (c == '.') {
                advance(file, 1, text_.substr(at_, 1));
            } else if (is_digit(c)) {
                parse_run(file);
            } else {
                fail_unknown();
            }
        }
        end_rank(rank_begin, file);
        if (white_arrived != kNowhere && black_in_rank != kNowhere) {
            fail(black_in_rank,
                 fmt::format("'p' has arrived, and so has 'P' in column {}", white_arrived + 1),
                 "at most one side can have a pawn on its goal rank");
        }
    }

    // A number of empty cells; leaves `at_` on its last digit.
    void parse_run(int& file) {
        std::size_t end = at_;
        int run = 0;
        while (end < text_.size() && is_digit(text_[end])) {
            run = std::min(10 * run + (text_[end] - '0'), kMaxFiles + 1);
            ++end;
        }
        const std::string_view digits = text_.substr(at_, end - at_);
        if (digits[0] == '0') {
            fail(at_, quote(digits) + " is no number of empty cells",
                 fmt::format("write 1 to {}", kMaxFiles));
        }
        advance(file, run, digits);
        at_ = end - 1;
    }

    // Moves `file` on by `cells`, which `part` of the text asks for.
    void advance(int& file, int cells, std::string_view part) {
        const bool first = placement_.ranks() == 1;
        const int limit = first ? kMaxFiles : files_;
        if (file + cells > limit) {
            fail(at_, quote(part) + " overruns the rank",
                 first ? fmt::format("boards have at most {} files", kMaxFiles)
                       : fmt::format("the first rank has {}", files(files_)));
        }
        file += cells;
    }

    void end_rank(std::size_t begin, int file) {
        const std::string_view rank = text_.substr(begin, at_ - begin);
        if (placement_.ranks() == 1) {
            if (file == 0) fail(begin, "empty first rank", "write one such as ppp/3/PPP w");
            files_ = file;
        } else if (file != files_) {
            fail(begin, fmt::format("rank {} has {}", quote(rank), files(file)),
                 fmt::format("the first rank has {}", files(files_)));
        }
    }

    Side parse_side() {
        skip_blanks();
        if (at_end()) fail(at_, "no side to move", "add a space and w or b");
        const std::size_t begin = at_;
        const std::string_view side = token();
        if (side == "w") return Side::kWhite;
        if (side == "b") return Side::kBlack;
        fail(begin, quote(side) + " is no side to move", "write w or b");
    }

    void expect_end() {
        skip_blanks();
        if (!at_end()) {
            fail(at_, quote(text_.substr(at_)) + " after the position",
                 "one position is all that fits on a line");
        }
    }

    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
    void skip_blanks() {
        while (!at_end() && is_blank(text_[at_])) ++at_;
    }
    std::string_view token() {
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_of(kBlanks, at_), text_.size());
        return text_.substr(begin, at_ - begin);
    }
    static std::string files(int count) {
        return fmt::format("{} {}", count, count == 1 ? "file" : "files");
    }

    [[noreturn]] void fail_unknown() {
        fail(at_, quote(first_character(text_.substr(at_))) + " is no cell",
             "cells are p, P, '.' or a number of empty ones, then a space and w or b");
    }
    [[noreturn]] static void fail(std::size_t at, std::string_view wrong, std::string_view right) {
        throw InputError(fmt::format("column {}: {}; {}", at + 1, wrong, right));
    }
    // Runs a check that knows nothing of columns, and tells its error with this one; `part` is
    // quoted where the check does not do so itself.
    template <typename Check>
    static Board with_column(std::size_t at, std::string_view part, Check&& check) {
        try {
            return check();
        } catch (const InputError& error) {
            throw InputError(fmt::format("column {}: {}{}", at + 1,
                                         part.empty() ? "" : quote(part) + ": ", error.what()));
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int files_ = 0;  // of the first rank, once it is read
    Placement placement_;
};

// A number below 100; batches write millions of them.
void append_small(std::string& out, int number) {
    if (number >= 10) out += static_cast<char>('0' + number / 10);
    out += static_cast<char>('0' + number % 10);
}

void append_cell(std::string& out, const Rules& rules, int cell) {
    out += static_cast<char>('a' + rules.file_of(cell));
    append_small(out, rules.rank_of(cell) + 1);
}

std::string cell_name(const Rules& rules, int cell) {
    std::string name;
    append_cell(name, rules, cell);
    return name;
}

// Reads `a1` from the front of `text` and drops it from there; nothing if there is no such cell.
std::optional<int> take_cell(const Rules& rules, std::string_view& text) {
    if (text.size() < 2 || !is_digit(text[1])) return std::nullopt;
    const int file = text[0] - 'a';
    std::size_t used = 2;
    int rank = text[1] - '0';
    // Two digits only where they make a rank: `a9a10`, but nothing is lost on `a1` before a digit.
    if (text.size() > 2 && is_digit(text[2])) {
        rank = 10 * rank + (text[2] - '0');
        used = 3;
    }
    const Board board = rules.board();
    if (file < 0 || file >= board.files || rank < 1 || rank > board.ranks) return std::nullopt;
    text.remove_prefix(used);
    return rules.cell(file, rank - 1);
}

// Why no pawn can go from `from` to `to`; the move is known not to be legal.
std::string why_illegal(const Rules& rules, const Position& p, int from, int to) {
    const Side side = p.to_move;
    const Cells from_bit = Cells{1} << from;
    const Cells to_bit = Cells{1} << to;
    const std::string_view name = side_name(side);
    if (rules.finished(p)) return "the game is over";
    if ((p.own() & from_bit) == 0) {
        return fmt::format("there is no {} pawn on {}", side == Side::kWhite ? "white" : "black",
                           cell_name(rules, from));
    }
    const int forward = side == Side::kWhite ? 1 : -1;
    const int across = rules.file_of(to) - rules.file_of(from);
    if (rules.rank_of(to) - rules.rank_of(from) != forward || across < -1 || across > 1) {
        return fmt::format("{}'s pawns go one step {} or capture one step diagonally", name,
                           side == Side::kWhite ? "up" : "down");
    }
    if (across == 0) return fmt::format("{} is not empty", cell_name(rules, to));
    return fmt::format("there is nothing to capture on {}",
                       (p.own() & to_bit) != 0 ? cell_name(rules, to) + " but your own pawn"
                                               : cell_name(rules, to));
}

}  // namespace

std::string_view side_name(Side side) { return side == Side::kWhite ? "White" : "Black"; }

PositionOnBoard parse_position(std::string_view text) { return LineParser(text).parse(); }

void append_position(std::string& out, Board board, const Position& p) {
    for (int rank = board.ranks - 1; rank >= 0; --rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty == 0) return;
            append_small(out, empty);
            empty = 0;
        };
        for (int file = 0; file < board.files; ++file) {
            const int bit = file * board.ranks + rank;
            const bool white = (p.white >> bit & 1) != 0;
            if (white || (p.black >> bit & 1) != 0) {
                flush();
                out += white ? 'P' : 'p';
            } else {
                ++empty;
            }
        }
        flush();
        out += rank > 0 ? '/' : ' ';
    }
    out += p.to_move == Side::kWhite ? 'w' : 'b';
}

std::string position_text(Board board, const Position& position) {
    std::string text;
    append_position(text, board, position);
    return text;
}

void append_move(std::string& out, Board board, Move move) {
    const Rules rules(board);
    append_cell(out, rules, move.from);
    if (move.capture) out += 'x';
    append_cell(out, rules, move.to);
}

std::string move_name(Board board, Move move) {
    std::string name;
    append_move(name, board, move);
    return name;
}

Move parse_move(Board board, const Position& position, std::string_view text) {
    const Rules rules(board);
    std::string_view rest = text;
    const std::optional<int> from = take_cell(rules, rest);
    const bool cross = from && rest.starts_with('x');
    if (cross) rest.remove_prefix(1);
    const std::optional<int> to = from ? take_cell(rules, rest) : std::nullopt;
    if (!to || !rest.empty()) {
        const char last_file = static_cast<char>('a' + board.files - 1);
        throw InputError(
            fmt::format("{} is no move; write two cells from a1 to {}{}, such as a1a2 or b2xc3",
                        quote(text), last_file, board.ranks));
    }
    for (const Move move : rules.moves(position)) {
        if (move.from == *from && move.to == *to && (move.capture || !cross)) return move;
    }
    // A step written with an x is told apart from one that cannot be made at all.
    for (const Move move : rules.moves(position)) {
        if (move.from == *from && move.to == *to) {
            throw InputError(fmt::format("{} is not legal: it captures nothing, so write {}",
                                         quote(text), move_name(board, move)));
        }
    }
    throw InputError(
        fmt::format("{} is not legal: {}", quote(text), why_illegal(rules, position, *from, *to)));
}

void append_board(std::string& out, Board board, const Position& p, const BoardColours& colours) {
    const auto cell = [&](std::string_view colour, char content) {
        std::string text = " ";
        text += colour;
        text += content;
        text += colours.reset;
        return text;
    };
    const std::string white = cell(colours.white, 'P');
    const std::string black = cell(colours.black, 'p');
    const std::string empty = cell(colours.frame, '.');
    for (int rank = board.ranks - 1; rank >= 0; --rank) {
        out += colours.frame;
        out += rank + 1 < 10 ? "   " : "  ";
        append_small(out, rank + 1);
        out += " |";
        out += colours.reset;
        for (int file = 0; file < board.files; ++file) {
            const int bit = file * board.ranks + rank;
            out += (p.white >> bit & 1) != 0 ? white : (p.black >> bit & 1) != 0 ? black : empty;
        }
        out += '\n';
    }
    out += colours.frame;
    out += "     +";
    out.append(2 * static_cast<std::size_t>(board.files), '-');
    out += "\n      ";
    for (int file = 0; file < board.files; ++file) {
        out += ' ';
        out += static_cast<char>('a' + file);
    }
    out += colours.reset;
    out += '\n';
}

std::string drawn_board(Board board, const Position& position, const BoardColours& colours) {
    std::string drawn;
    append_board(drawn, board, position, colours);
    return drawn;
}

}  // namespace hexa
