// hexaprobe: answers questions about positions, and plays.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "answers.h"
#include "cli.h"
#include "errors.h"
#include "input.h"
#include "lines.h"
#include "oracles.h"
#include "output.h"
#include "play.h"
#include "probe_arguments.h"
#include "quote.h"
#include "tables.h"
#include "terminal.h"
#include "text.h"

namespace hexa::cli {
namespace {

// Someone at a terminal is told after this long that a search is still on.
constexpr std::chrono::seconds kLongSearch{2};
// What a player may think where no table helps, unless --search-limit says otherwise.
constexpr Seconds kTimePerMove{3};
constexpr Board kUsualBoard{5, 5};

// Options of which each makes sense alone only.
void refuse_together(const CLI::App& app, const std::vector<std::string>& names) {
    std::string given;
    for (const std::string& name : names) {
        if (app.count(name) == 0) continue;
        if (!given.empty()) {
            throw InputError(fmt::format("{} and {} exclude each other; give one", given, name));
        }
        given = name;
    }
}

// Answers position after position, and remembers what went wrong.
class Probe {
public:
    Probe(Tables tables, AnswerForm form, bool line, const Palette& palette,
          std::optional<Seconds> limit, bool quiet, bool progress)
        : form_(form),
          writer_(form, line, palette),
          limit_(limit),
          quiet_(quiet),
          each_line_(is_terminal(STDOUT_FILENO)),
          output_(STDOUT_FILENO),
          oracles_(std::move(tables), kLongSearch,
                   progress ? [this] { say_search_takes_long(); } : std::function<void()>{}) {}

    void answer_all(const std::vector<PositionOnBoard>& positions) {
        // All or none: what cannot be asked is said before anything is answered.
        for (const PositionOnBoard& asked : positions) (void)oracles_.for_board(asked.board);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            try_answer(positions[i], {"position", i + 1});
        }
        output_.flush();
    }

    void answer_input(InputForm form) {
        // Whoever waits for an answer before asking on must not wait for ours.
        LineReader lines(read_descriptor(STDIN_FILENO, [this] { output_.flush(); }));
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

    [[nodiscard]] ExitStatus status() const { return status_; }

private:
    // Which of the positions asked about is meant.
    struct Place {
        std::string_view kind;
        std::uint64_t number;
    };

    // A table of another board, or a damaged block of the right one, spoils this answer only.
    void try_answer(const PositionOnBoard& asked, const Place& place) {
        try {
            answer(asked);
        } catch (const InputError& error) {
            report(place, error.what(), error.status());
        } catch (const FileError& error) {
            report(place, error.what(), error.status());
        }
    }

    void answer(const PositionOnBoard& asked) {
        SearchLimits limits;
        if (limit_) {
            using Clock = std::chrono::steady_clock;
            limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(*limit_);
        }
        Oracle& oracle = oracles_.for_board(asked.board);
        const Answered answered = writer_.write(output_.text(), oracle, asked.position, limits);
        if (!answered.complete) worsen(ExitStatus::kCheckFailed);
        const bool searched = answered.answer.source == Source::kSearch;
        if (searched) note_search(asked.board, answered.answer);
        // A search may take its time, so nobody should wait for the answer before it.
        if (each_line_ || searched) {
            output_.flush();
        } else {
            output_.flush_if_full();
        }
    }

    // A position that has no answer.
    void report(const Place& place, std::string_view error, ExitStatus status) {
        worsen(status);
        writer_.write_error(output_.text(), place.number, error);
        output_.flush();
        const std::string_view separator = error.starts_with("column ") ? "," : ":";
        complain(kProgram, fmt::format("{} {}{} {}", place.kind, place.number, separator, error));
    }

    // Bare numbers cannot say where they come from. Once a board and reason, not once a line.
    void note_search(Board board, const Answer& answer) {
        if (quiet_ || (form_ != AnswerForm::kValue && form_ != AnswerForm::kScore)) return;
        const bool outside_table = answer.reachable.has_value();
        const std::pair key(to_string(board), outside_table);
        if (std::find(noted_.begin(), noted_.end(), key) != noted_.end()) return;
        noted_.push_back(key);
        complain(kProgram,
                 outside_table
                     ? fmt::format("{}: not in the table, since no game leads there; solved by "
                                   "search",
                                   key.first)
                     : fmt::format("{}: no table found; solved by search", key.first));
    }

    void say_search_takes_long() {
        if (std::exchange(said_long_, true)) return;
        complain(kProgram, "searching; --search-limit SECONDS gives up in time, Ctrl-C at once");
    }

    void worsen(ExitStatus status) { status_ = std::max(status_, status); }

    AnswerForm form_;
    AnswerWriter writer_;
    std::optional<Seconds> limit_;
    bool quiet_;
    bool each_line_;
    Output output_;
    Oracles oracles_;
    ExitStatus status_ = ExitStatus::kFine;
    std::vector<std::pair<std::string, bool>> noted_;
    bool said_long_ = false;
};

Tables tables(const ProbeArguments& arguments) {
    if (!arguments.table.empty()) return Tables::named(arguments.table);
    return Tables::found_in(table_folders(), [quiet = arguments.quiet](std::string_view warning) {
        if (!quiet) complain(kProgram, warning);
    });
}

ExitStatus probe(const CLI::App& app, const ProbeArguments& arguments) {
    refuse_together(app, {"--value", "--score", "--json"});
    refuse_together(app, {"--value", "--score", "--line"});
    const InputForm input_form = parse_input_form(arguments.input);
    const auto limit = parse_search_limit(arguments.search_limit);
    const bool colour = use_colour(parse_colour_choice(arguments.colour), STDOUT_FILENO);
    const bool dash = std::find(arguments.positions.begin(), arguments.positions.end(), "-") !=
                      arguments.positions.end();
    if (dash && arguments.positions.size() > 1) {
        throw InputError("- reads the positions from standard input; give no others");
    }
    const bool from_input = dash || arguments.positions.empty();
    if (arguments.positions.empty() && is_terminal(STDIN_FILENO)) {
        print_error(usage(app));
        return ExitStatus::kBadInput;
    }
    if (!from_input && input_form != InputForm::kLine) {
        throw InputError(fmt::format(
            "--input {} is for standard input; positions in arguments are one line each",
            arguments.input));
    }
    const std::vector<PositionOnBoard> positions =
        from_input ? std::vector<PositionOnBoard>{} : parse_positions(arguments.positions);

    const AnswerForm form = arguments.json    ? AnswerForm::kJson
                            : arguments.value ? AnswerForm::kValue
                            : arguments.score ? AnswerForm::kScore
                                              : AnswerForm::kText;
    const bool progress = !arguments.quiet && !arguments.no_progress && is_terminal(STDERR_FILENO);
    Probe probe(tables(arguments), form, arguments.line, palette(colour), limit, arguments.quiet,
                progress);
    if (from_input) {
        probe.answer_input(input_form);
    } else {
        probe.answer_all(positions);
    }
    return probe.status();
}

ExitStatus play(const CLI::App& app, const ProbeArguments& arguments) {
    for (const char* name :
         {"--value", "--score", "--json", "--line", "--input", "--quiet", "--no-progress"}) {
        if (app.count(name) > 0) {
            throw InputError(fmt::format("{} is for questions, not for play", name));
        }
    }
    if (!arguments.positions.empty()) {
        throw InputError(fmt::format("{} is not understood by play; give one board, such as 4x4",
                                     quote(arguments.positions.front())));
    }
    GameOptions options;
    Tables known = tables(arguments);
    options.board = !arguments.board.empty() ? parse_board(arguments.board)
                                             : known.named_board().value_or(kUsualBoard);
    options.players = {parse_player("--white", arguments.white),
                       parse_player("--black", arguments.black)};
    options.seed = parse_seed(arguments.seed);
    options.time_per_move = parse_search_limit(arguments.search_limit).value_or(kTimePerMove);
    options.echo = !is_terminal(STDIN_FILENO);

    Output output(STDOUT_FILENO);
    LineReader input(read_descriptor(STDIN_FILENO));
    Oracles oracles(std::move(known), {}, {});
    play_game(options, oracles.for_board(options.board), input, output,
              palette(use_colour(parse_colour_choice(arguments.colour), STDOUT_FILENO)));
    return ExitStatus::kFine;
}

ExitStatus run(int argc, char** argv) {
    CLI::App app;
    ProbeArguments arguments;
    const CLI::App* const play_command = declare(app, arguments);
    if (!parse_arguments(app, argc, argv)) return ExitStatus::kFine;
    return play_command->parsed() ? play(app, arguments) : probe(app, arguments);
}

}  // namespace
}  // namespace hexa::cli

int main(int argc, char** argv) {
    return hexa::cli::run_program(hexa::cli::kProgram, [&] { return hexa::cli::run(argc, argv); });
}
