#include "probe.h"

#include <fmt/format.h>

namespace hexa::cli {

Probe::Probe(const ProbeOptions& options, Oracles& oracles, Output& output,
             std::function<void(std::string_view)> complain)
    : options_(options),
      writer_(options.form, options.line, options.palette),
      oracles_(oracles),
      output_(output),
      complain_(std::move(complain)) {}

void Probe::answer_all(const std::vector<PositionOnBoard>& positions) {
    for (const PositionOnBoard& asked : positions) (void)oracles_.for_board(asked.board);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        try_answer(positions[i], {"position", i + 1});
    }
    output_.flush();
}

void Probe::answer_input(ReadBytes read, InputForm form) {
    LineReader lines(std::move(read));
    PositionReader reader(lines, form);
    bool any = false;
    while (const auto item = reader.next()) {
        any = true;
        if (item->position) {
            try_answer(*item->position, {"line", item->line});
        } else {
            report({"line", item->line}, item->error, ExitStatus::kBadInput);
        }
    }
    output_.flush();
    if (!any) throw InputError("no position in the input; write one such as ppp/3/PPP w");
}

void Probe::try_answer(const PositionOnBoard& asked, const Place& place) {
    try {
        answer(asked);
    } catch (const InputError& error) {
        report(place, error.what(), error.status());
    } catch (const FileError& error) {
        report(place, error.what(), error.status());
    }
}

void Probe::answer(const PositionOnBoard& asked) {
    SearchLimits limits;
    limits.max_nodes = options_.search_nodes;
    if (options_.search_limit) {
        using Clock = std::chrono::steady_clock;
        limits.deadline =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(*options_.search_limit);
    }
    Oracle& oracle = oracles_.for_board(asked.board);
    const Answered answered = writer_.write(output_.text(), oracle, asked.position, limits);
    if (!answered.complete) worsen(ExitStatus::kCheckFailed);
    const bool searched = answered.answer.source == Source::kSearch;
    if (searched) note_search(asked.board, answered.answer);
    // A search may take its time, so nobody should wait for the answer before it.
    if (options_.each_line || searched) {
        output_.flush();
    } else {
        output_.flush_if_full();
    }
}

void Probe::report(const Place& place, std::string_view error, ExitStatus status) {
    worsen(status);
    writer_.write_error(output_.text(), place.number, error);
    output_.flush();
    const std::string_view separator = error.starts_with("column ") ? "," : ":";
    complain_(fmt::format("{} {}{} {}", place.kind, place.number, separator, error));
}

void Probe::note_search(Board board, const Answer& answer) {
    if (options_.quiet ||
        (options_.form != AnswerForm::kValue && options_.form != AnswerForm::kScore)) {
        return;
    }
    const std::string note = fmt::format(
        "{}: {}; {}", to_string(board),
        answer.reachable ? "not in the table, since no game leads there" : "no table found",
        answer.verdict.known() ? "solved by search" : "the search came to its limit");
    if (std::find(noted_.begin(), noted_.end(), note) != noted_.end()) return;
    noted_.push_back(note);
    complain_(note);
}

}  // namespace hexa::cli
