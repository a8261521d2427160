#include "probe_arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <random>

#include <fmt/format.h>

#include "chars.h"
#include "cli.h"
#include "errors.h"
#include "quote.h"

namespace hexa::cli {

CLI::App* declare(CLI::App& app, ProbeArguments& arguments) {
    app.name(std::string(kProgram));
    app.formatter(std::make_shared<HelpFormatter>(std::vector<std::string>{
        "[OPTIONS] POSITION...", "[OPTIONS] - < POSITIONS", "play [OPTIONS] [WxH]"}));
    app.description(
        "Says who wins a position of hexapawn, how soon, and what every move leads to.\n"
        "Distances are in plies: one ply is one move of one side.");
    app.add_option("POSITION", arguments.positions,
                   "ranks from the top and the side to move, such as\n"
                   "'ppp/1P1/P1P b', or start:5x5; - reads standard input");
    app.add_option("-t,--table", arguments.table,
                   "ask this table; otherwise WxH.hxt is looked for in\n"
                   "$HEXATABLE_PATH, ./tables and .")
        ->type_name("FILE");
    app.add_flag("--value", arguments.value, "print 1 or -1 only: does the side to move win?");
    app.add_flag("--score", arguments.score,
                 "print the distance only, negative for a loss,\n"
                 "0 where the game is over or no move is left");
    app.add_flag("--json", arguments.json, "print one JSON object a position");
    app.add_flag("--line", arguments.line, "add one perfect line to the end");
    app.add_option("--input", arguments.input,
                   "how standard input is written:\n"
                   "line   one position a line (the default)\n"
                   "grid   W or B, then the ranks with p P .\n"
                   "sized  rows, columns, then the ranks with\n"
                   "       spaces for empty; White to move")
        ->type_name("FORM");
    app.add_option("--search-limit", arguments.search_limit,
                   "give up a search after so long, and answer\n"
                   "unknown, or ? for a number (status 1)")
        ->type_name("SECONDS");
    app.add_option("--color", arguments.colour, "auto (the default), always or never")
        ->type_name("WHEN")
        ->group("Other options");
    app.add_flag("-q,--quiet", arguments.quiet, "no notes on stderr, errors only")
        ->group("Other options");
    app.add_flag("--no-progress", arguments.no_progress, "do not say that a search takes long")
        ->group("Other options");
    for (CLI::Option* const option : app.get_options()) option->disable_flag_override();

    // Declared last to stand last.
    app.set_version_flag("--version", fmt::format("{} {}", kProgram, HEXATABLE_VERSION),
                         "show the version")
        ->group("Other options");
    app.set_help_flag("-h,--help", "show this help")->group("Other options");
    app.footer(
        "A position that no table covers is solved by exact search.\n"
        "Exit status: 0 fine, 1 something is unknown, 2 bad usage or input,\n"
        "3 a file cannot be read or is damaged.");

    CLI::App* const play = app.add_subcommand("play", "Play a game of hexapawn in the terminal.");
    play->fallthrough();
    play->formatter(std::make_shared<HelpFormatter>(std::vector<std::string>{"[OPTIONS] [WxH]"}));
    play->add_option("WxH", arguments.board,
                     "files by ranks, such as 4x4; 5x5 if not given, or the\n"
                     "board of the table");
    play->add_option("--white", arguments.white, "human (the default), perfect, casual or random")
        ->type_name("WHO");
    play->add_option("--black", arguments.black, "human, perfect (the default), casual or random")
        ->type_name("WHO");
    play->add_option("--seed", arguments.seed, "repeat the same casual or random moves")
        ->type_name("N");
    play->set_help_flag("-h,--help", "show this help");
    play->footer(
        "casual sometimes errs. --search-limit sets the time per move where no table\n"
        "helps, 3 seconds if not given; --table and --color are understood as well.");
    return play;
}

std::optional<Seconds> parse_search_limit(std::string_view text) {
    if (text.empty()) return std::nullopt;
    double seconds = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
    if (read.ec != std::errc{} || read.ptr != end || !std::isfinite(seconds) || seconds < 0) {
        throw InputError(
            fmt::format("--search-limit {} is no time; write seconds such as 2.5", quote(text)));
    }
    constexpr double kYear = 366.0 * 24 * 3600;  // what is longer would overflow the clock
    return Seconds(std::min(seconds, kYear));
}

InputForm parse_input_form(std::string_view text) {
    if (text == "line") return InputForm::kLine;
    if (text == "grid") return InputForm::kGrid;
    if (text == "sized") return InputForm::kSized;
    throw InputError(fmt::format("--input {} is no form; write line, grid or sized", quote(text)));
}

std::uint64_t parse_seed(std::string_view text) {
    if (text.empty()) return std::random_device{}();
    std::uint64_t seed = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, seed);
    if (read.ec != std::errc{} || read.ptr != end) {
        throw InputError(
            fmt::format("--seed {} is no seed; write a number from 0 to 2^64-1", quote(text)));
    }
    return seed;
}

std::vector<PositionOnBoard> parse_positions(const std::vector<std::string>& arguments) {
    std::vector<PositionOnBoard> positions;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string text = arguments[i];
        const auto is_ranks_only = [](std::string_view argument) {
            return argument.find('/') != std::string_view::npos &&
                   without_blanks(argument).find_first_of(kBlanks) == std::string_view::npos;
        };
        if (is_ranks_only(text) && i + 1 < arguments.size() &&
            arguments[i + 1].find_first_of("/:") == std::string::npos) {
            text += " " + arguments[++i];
        }
        try {
            positions.push_back(parse_position(text));
        } catch (const InputError& error) {
            throw InputError(fmt::format("position {}, {}", positions.size() + 1, error.what()));
        }
    }
    return positions;
}

}  // namespace hexa::cli
