// A position's answer as hexaprobe prints it: for eyes, as JSON, or as a bare number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "oracle.h"
#include "terminal.h"

namespace hexa::cli {

enum class AnswerForm { kText, kJson, kValue, kScore };

// What an answer turned out to be, for the exit status and for notes.
struct Answered {
    Answer answer;
    bool complete = true;  // nothing in it is unknown
};

class AnswerWriter {
public:
    // `line`: with one perfect line to the end.
    AnswerWriter(AnswerForm form, bool line, const Palette& palette)
        : form_(form), line_(line), palette_(palette) {}

    // Asks the oracle and appends the answer to `out`, which changes only when nothing is thrown.
    Answered write(std::string& out, Oracle& oracle, const Position& position,
                   const SearchLimits& limits);

    // What stands in the place of an answer to line `line` of the input that cannot be given.
    void write_error(std::string& out, std::uint64_t line, std::string_view error);

private:
    // Text answers are apart by a blank line.
    void separate(std::string& out);

    AnswerForm form_;
    bool line_;
    Palette palette_;
    bool first_ = true;
};

// `wins in 3`, `loses in 4`, `unknown`, in the colour of the outcome.
[[nodiscard]] std::string outcome_text(const Verdict& verdict, const Palette& palette);

// `3 plies`, `1 ply`.
[[nodiscard]] std::string plies(int count);

}  // namespace hexa::cli
