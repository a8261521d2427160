// hexaprobe: answers questions about positions, and plays.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
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
#include "probe.h"
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

void say(std::string_view message) { complain(kProgram, message); }

Tables tables(const ProbeArguments& arguments) {
    if (!arguments.table.empty()) return Tables::named(arguments.table);
    return Tables::found_in(table_folders(), [quiet = arguments.quiet](std::string_view warning) {
        if (!quiet) say(warning);
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

    ProbeOptions options;
    options.form = arguments.json    ? AnswerForm::kJson
                   : arguments.value ? AnswerForm::kValue
                   : arguments.score ? AnswerForm::kScore
                                     : AnswerForm::kText;
    options.line = arguments.line;
    options.palette = palette(colour);
    options.search_limit = limit;
    options.quiet = arguments.quiet;
    options.each_line = is_terminal(STDOUT_FILENO);
    const bool progress = !arguments.quiet && !arguments.no_progress && is_terminal(STDERR_FILENO);
    bool said = false;
    const auto say_search_takes_long = [&said] {
        if (std::exchange(said, true)) return;
        say("searching; --search-limit SECONDS gives up in time, Ctrl-C at once");
    };
    Oracles oracles(tables(arguments), kLongSearch,
                    progress ? say_search_takes_long : std::function<void()>{});
    Output output(STDOUT_FILENO);
    Probe probe(options, oracles, output, say);
    if (from_input) {
        // Whoever waits for an answer before asking on must not wait for ours.
        probe.answer_input(read_descriptor(STDIN_FILENO, [&] { output.flush(); }), input_form);
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
