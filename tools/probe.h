// Questions and their answers, one after another: what `hexaprobe` does with its positions.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers.h"
#include "errors.h"
#include "input.h"
#include "lines.h"
#include "oracles.h"
#include "output.h"
#include "terminal.h"
#include "text.h"

namespace hexa::cli {

struct ProbeOptions {
    AnswerForm form = AnswerForm::kText;
    bool line = false;  // with one perfect line to the end
    Palette palette;
    std::optional<std::chrono::duration<double>> search_limit;
    std::uint64_t search_nodes = SearchLimits{}.max_nodes;
    bool quiet = false;      // no notes, errors only
    bool each_line = false;  // someone watches: no answer waits for the next
};

// Answers position after position, and remembers what went wrong.
class Probe {
public:
    // Answers go to `output`, and errors and notes, a line each without its end, to `complain`. The
    // oracles and the output must outlive the probe.
    Probe(const ProbeOptions& options, Oracles& oracles, Output& output,
          std::function<void(std::string_view)> complain);

    // All or none: what cannot be asked is thrown before anything is answered.
    void answer_all(const std::vector<PositionOnBoard>& positions);
    // Positions out of a stream; InputError where there is none in it.
    void answer_input(ReadBytes read, InputForm form);

    // The worst that has happened so far.
    [[nodiscard]] ExitStatus status() const { return status_; }

private:
    // Which of the positions asked about is meant.
    struct Place {
        std::string_view kind;
        std::uint64_t number;
    };

    // A table of another board, or a damaged block of the right one, spoils this answer only.
    void try_answer(const PositionOnBoard& asked, const Place& place);
    void answer(const PositionOnBoard& asked);
    // A position that has no answer.
    void report(const Place& place, std::string_view error, ExitStatus status);
    // Bare numbers cannot say where they come from. Once a board and reason, not once a line.
    void note_search(Board board, const Answer& answer);
    void worsen(ExitStatus status) { status_ = std::max(status_, status); }

    ProbeOptions options_;
    AnswerWriter writer_;
    Oracles& oracles_;
    Output& output_;
    std::function<void(std::string_view)> complain_;
    ExitStatus status_ = ExitStatus::kFine;
    std::vector<std::string> noted_;
};

}  // namespace hexa::cli
