#include "answers.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "text.h"

namespace hexa::cli {
namespace {

constexpr std::size_t kColumns = 80;

template <typename... Parts>
void append(std::string& out, const Parts&... parts) {
    ((out += parts), ...);
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

// By hand, because it is the hot path of a batch, as the text below is; nothing in it needs
// escaping.
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

void append_plies(std::string& out, int count) {
    append_number(out, count);
    out += count == 1 ? " ply" : " plies";
}

void append_outcome(std::string& out, const Verdict& verdict, const Palette& palette) {
    switch (verdict.result) {
        case Result::kWin:
            append(out, palette.good, "wins in ");
            append_number(out, verdict.dtw);
            break;
        case Result::kLoss:
            append(out, palette.bad, "loses in ");
            append_number(out, verdict.dtw);
            break;
        case Result::kUnknown:
            append(out, palette.unsure, "unknown");
            break;
    }
    out += palette.reset;
}

// One sentence on the position, where plies are called by their name.
void append_sentence(std::string& out, Board board, const Position& position, const Answer& answer,
                     const Palette& palette) {
    const Rules rules(board);
    const Side side = position.to_move;
    const Verdict& verdict = answer.verdict;
    if (rules.finished(position)) {
        const Side winner = rules.arrived(position, side) ? side : other(side);
        append(out, palette.strong, side_name(winner), " has won", palette.reset,
               ": a pawn has arrived");
        return;
    }
    append(out, side_name(side), " to move");
    if (!verdict.known()) {
        append(out, ": ", palette.unsure, "unknown", palette.reset,
               ", the search came to its limit");
    } else if (verdict.dtw == 0) {
        append(out, ' ', palette.bad, "has lost", palette.reset, ": there is no move left");
    } else {
        const bool wins = verdict.result == Result::kWin;
        append(out, ' ', wins ? palette.good : palette.bad, wins ? "wins" : "loses", palette.reset,
               " in ");
        append_plies(out, verdict.dtw);
    }
}

// Where the answer comes from, and whether it matters in a game; nothing to say: nothing.
void append_origin(std::string& out, const Answer& answer, const Palette& palette) {
    const bool known = answer.verdict.known();
    const std::string_view source = known && answer.source == Source::kTable    ? "from the table"
                                    : known && answer.source == Source::kSearch ? "solved by search"
                                                                                : "";
    const std::string_view place = answer.reachable == false ? "no game leads here" : "";
    if (source.empty() && place.empty()) return;
    append(out, ' ', palette.faint, '(', source, source.empty() || place.empty() ? "" : "; ", place,
           ')', palette.reset);
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
    append_board(out, board, position, palette.board);
    out += '\n';
    append_sentence(out, board, position, full.answer, palette);
    append_origin(out, full.answer, palette);
    out += '\n';
    if (!full.moves.empty()) out += '\n';
    for (const MoveOutcome& outcome : full.moves) {
        constexpr std::size_t kNameColumns = 8;
        append(out, "  ", outcome.name);
        out.append(kNameColumns - outcome.name.size(), ' ');
        append_outcome(out, outcome.verdict, palette);
        out += '\n';
    }
    if (with_line) {
        out += '\n';
        append_line(out, position, full.line);
    }
}

}  // namespace

std::string plies(int count) {
    std::string text;
    append_plies(text, count);
    return text;
}

std::string outcome_text(const Verdict& verdict, const Palette& palette) {
    std::string text;
    append_outcome(text, verdict, palette);
    return text;
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
    const FullAnswer full = oracle.ask_everything(position, line_, limits);
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
