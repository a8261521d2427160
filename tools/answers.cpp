#include "answers.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "text.h"

namespace hexa::cli {
namespace {

constexpr std::size_t kColumns = 80;

// Everything to be said about a position, asked for before any of it is printed.
struct FullAnswer {
    Answer answer;
    std::vector<MoveOutcome> moves;
    PerfectLine line;

    [[nodiscard]] bool complete() const {
        return answer.verdict.known() && line.complete &&
               std::all_of(moves.begin(), moves.end(),
                           [](const MoveOutcome& outcome) { return outcome.verdict.known(); });
    }
};

FullAnswer ask_everything(Oracle& oracle, const Position& position, bool with_line,
                          const SearchLimits& limits) {
    FullAnswer full;
    full.answer = oracle.ask(position, limits);
    full.moves = oracle.moves(position, limits);
    if (with_line) full.line = oracle.line(position, limits);
    return full;
}

void append_number(std::string& out, int number) {
    const fmt::format_int digits(number);
    out.append(digits.data(), digits.size());
}

void append_verdict(std::string& out, const Verdict& verdict) {
    out += R"("result":")";
    out += result_name(verdict.result);
    out += R"(","dtw":)";
    if (verdict.known()) {
        append_number(out, verdict.dtw);
    } else {
        out += "null";
    }
}

// By hand, because it is the hot path of a batch; nothing in it needs escaping.
void append_json(std::string& out, Board board, const Position& position, const FullAnswer& full,
                 bool with_line) {
    out += R"({"position":")";
    append_position(out, board, position);
    out += R"(","board":")";
    append_number(out, board.files);
    out += 'x';
    append_number(out, board.ranks);
    out += R"(",)";
    append_verdict(out, full.answer.verdict);
    out += R"(,"source":")";
    out += source_name(full.answer.source);
    out += R"(","reachable":)";
    out += !full.answer.reachable ? "null" : *full.answer.reachable ? "true" : "false";
    out += R"(,"moves":[)";
    for (const MoveOutcome& outcome : full.moves) {
        if (out.back() != '[') out += ',';
        out += R"({"move":")";
        out += outcome.name;
        out += R"(","position":")";
        append_position(out, board, outcome.after);
        out += R"(",)";
        append_verdict(out, outcome.verdict);
        out += '}';
    }
    out += ']';
    if (with_line) {
        out += R"(,"line":[)";
        for (const std::string& name : full.line.moves) {
            if (out.back() != '[') out += ',';
            out += '"';
            out += name;
            out += '"';
        }
        out += ']';
    }
    out += "}\n";
}

// One sentence on the position, where plies are called by their name.
std::string sentence(Board board, const Position& position, const Answer& answer,
                     const Palette& palette) {
    const Rules rules(board);
    const Side side = position.to_move;
    const Verdict& verdict = answer.verdict;
    if (rules.finished(position)) {
        const Side winner = rules.arrived(position, side) ? side : other(side);
        return fmt::format("{}{} has won{}: a pawn has arrived", palette.strong, side_name(winner),
                           palette.reset);
    }
    if (!verdict.known()) {
        return fmt::format("{} to move: {}unknown{}, the search came to its limit", side_name(side),
                           palette.unsure, palette.reset);
    }
    if (verdict.dtw == 0) {
        return fmt::format("{} to move {}has lost{}: there is no move left", side_name(side),
                           palette.bad, palette.reset);
    }
    const bool wins = verdict.result == Result::kWin;
    return fmt::format("{} to move {}{}{} in {}", side_name(side),
                       wins ? palette.good : palette.bad, wins ? "wins" : "loses", palette.reset,
                       plies(verdict.dtw));
}

// Where the answer comes from, and whether it matters in a game.
std::string origin(const Answer& answer) {
    std::string text;
    if (answer.verdict.known() && answer.source == Source::kTable) text = "from the table";
    if (answer.verdict.known() && answer.source == Source::kSearch) text = "solved by search";
    if (answer.reachable == false)
        text += text.empty() ? "no game leads here" : "; no game leads here";
    return text;
}

// `Perfect line: 1. a1a2 b3xa2 2. b1xa2`, wrapped.
void append_line(std::string& out, const Position& position, const PerfectLine& line) {
    constexpr std::string_view kTitle = "Perfect line:";
    out += kTitle;
    std::size_t column = kTitle.size();
    const auto add = [&](std::string_view word) {
        if (column + 1 + word.size() > kColumns) {
            out += "\n ";
            column = 1;
        }
        out += ' ';
        out += word;
        column += 1 + word.size();
    };
    const std::size_t offset = position.to_move == Side::kWhite ? 0 : 1;
    for (std::size_t i = 0; i < line.moves.size(); ++i) {
        const std::size_t ply = i + offset;
        if (ply % 2 == 0) {
            add(fmt::format("{}. {}", ply / 2 + 1, line.moves[i]));
        } else {
            add(i == 0 ? "1... " + line.moves[i] : line.moves[i]);
        }
    }
    if (!line.complete) add("(the search came to its limit)");
    if (line.complete && line.moves.empty()) add("(the game is over)");
    out += '\n';
}

void append_text(std::string& out, Board board, const Position& position, const FullAnswer& full,
                 bool with_line, const Palette& palette) {
    out += drawn_board(board, position, palette.board);
    out += '\n';
    out += sentence(board, position, full.answer, palette);
    if (const std::string from = origin(full.answer); !from.empty()) {
        out += fmt::format(" {}({}){}", palette.faint, from, palette.reset);
    }
    out += '\n';
    if (!full.moves.empty()) out += '\n';
    for (const MoveOutcome& outcome : full.moves) {
        out += fmt::format("  {:<7} {}\n", outcome.name, outcome_text(outcome.verdict, palette));
    }
    if (with_line) {
        out += '\n';
        append_line(out, position, full.line);
    }
}

}  // namespace

std::string plies(int count) { return fmt::format("{} {}", count, count == 1 ? "ply" : "plies"); }

std::string outcome_text(const Verdict& verdict, const Palette& palette) {
    switch (verdict.result) {
        case Result::kWin:
            return fmt::format("{}wins in {}{}", palette.good, verdict.dtw, palette.reset);
        case Result::kLoss:
            return fmt::format("{}loses in {}{}", palette.bad, verdict.dtw, palette.reset);
        case Result::kUnknown:
            return fmt::format("{}unknown{}", palette.unsure, palette.reset);
    }
    return {};
}

Answered AnswerWriter::write(std::string& out, Oracle& oracle, const Position& position,
                             const SearchLimits& limits) {
    if (form_ == AnswerForm::kValue || form_ == AnswerForm::kScore) {
        const Answer answer = oracle.ask(position, limits);
        const Verdict& verdict = answer.verdict;
        if (!verdict.known()) {
            out += "?\n";
            return {answer, false};
        }
        const int sign = verdict.result == Result::kWin ? 1 : -1;
        append_number(out, form_ == AnswerForm::kValue ? sign : sign * verdict.dtw);
        out += '\n';
        return {answer, true};
    }
    const FullAnswer full = ask_everything(oracle, position, line_, limits);
    if (form_ == AnswerForm::kJson) {
        append_json(out, oracle.board(), position, full, line_);
    } else {
        separate(out);
        append_text(out, oracle.board(), position, full, line_, palette_);
    }
    return {full.answer, full.complete()};
}

void AnswerWriter::write_error(std::string& out, std::uint64_t line, std::string_view error) {
    if (form_ == AnswerForm::kJson) {
        const nlohmann::ordered_json object{{"line", line}, {"error", error}};
        out += object.dump();
        out += '\n';
    } else {
        separate(out);
        out += "error\n";
    }
}

void AnswerWriter::separate(std::string& out) {
    if (form_ != AnswerForm::kText) return;
    if (!first_) out += '\n';
    first_ = false;
}

}  // namespace hexa::cli
