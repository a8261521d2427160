#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli.h"
#include "commands.h"
#include "generate.h"
#include "quote.h"
#include "sizes.h"
#include "table_writer.h"
#include "text.h"

namespace hexa::cli {
namespace {

int parse_level(const std::string& text) {
    if (text.empty()) return kDefaultLevel;
    int level = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), level);
    if (error != std::errc{} || end != text.data() + text.size() || level < kMinLevel ||
        level > kMaxLevel) {
        throw InputError(fmt::format("--level {} is not a level of compression; give {} to {}",
                                     quote(text), kMinLevel, kMaxLevel));
    }
    return level;
}

const char* result_of(int dtw) { return dtw % 2 == 1 ? "win" : "loss"; }

double rate(const Generated& made) {
    return made.sweep_seconds > 0 ? static_cast<double>(made.unfinished) / made.sweep_seconds : 0;
}

double bits(const Generated& made) {
    return static_cast<double>(made.file_bytes) * 8 / static_cast<double>(made.unfinished);
}

std::string as_json(Board board, const GenerateOptions& options, const Generated& made) {
    nlohmann::ordered_json json{
        {"board", to_string(board)},
        {"unfinished", made.unfinished},
        {"start", {{"result", result_of(made.start)}, {"dtw", made.start}}},
        {"wins", made.wins},
        {"losses", made.losses},
        {"longest",
         {{"dtw", made.longest}, {"position", position_text(board, made.longest_position)}}},
        {"seconds",
         {{"enumerate", made.enumerate_seconds},
          {"sweep", made.sweep_seconds},
          {"write", made.write_seconds},
          {"total", made.enumerate_seconds + made.sweep_seconds + made.write_seconds}}},
        {"positions_per_second", rate(made)},
        {"digest", fmt::format("{:016x}", made.digest)},
        {"threads", options.threads},
        {"peak_memory_bytes", peak_memory()}};
    if (options.file) {
        json["file"] = options.file->string();
        json["file_bytes"] = made.file_bytes;
        json["bits_per_position"] = bits(made);
    } else {
        for (const char* name : {"file", "file_bytes", "bits_per_position"}) json[name] = nullptr;
    }
    return json.dump() + "\n";
}

std::string as_text(Board board, const GenerateOptions& options, const Generated& made,
                    const Palette& colours) {
    std::string text = fmt::format(
        "{}: White, to move at the start, {}{}{} in {} plies.\n"
        "  {:>20} positions\n  {:>20} won by the side to move\n  {:>20} lost\n"
        "  longest: {} plies, {}\n  digest of all labels: {:016x}\n",
        to_string(board), result_colour(colours, made.start),
        made.start % 2 == 1 ? "wins" : "loses", colours.reset, made.start, grouped(made.unfinished),
        grouped(made.wins), grouped(made.losses), made.longest,
        position_text(board, made.longest_position), made.digest);
    text += fmt::format(
        "Enumerated in {:.2f} s, labelled in {:.2f} s ({:.1f} million a second), {}.\n",
        made.enumerate_seconds, made.sweep_seconds, rate(made) / 1e6, size_text(peak_memory()));
    if (options.file) {
        text += fmt::format("Wrote {}: {} bytes, {:.3f} bits a position.\n", options.file->string(),
                            grouped(made.file_bytes), bits(made));
    }
    return text;
}

}  // namespace

CLI::App* declare_generate(CLI::App& app, MakeArguments& arguments) {
    CLI::App* const command = app.add_subcommand("generate", "make the table of a board");
    command->formatter(std::make_shared<HelpFormatter>(
        std::vector<std::string>{"[OPTIONS] [WxH]"},
        "Labels every position that can be reached with its distance to win, and writes\n"
        "the table."));
    command->add_option("WxH", arguments.board, "files x ranks; 5x5 by default");
    command->add_option("-o,--output", arguments.file, "the table; WxH.hxt by default")
        ->type_name("FILE");
    command->add_flag("-f,--force", arguments.replace, "replace the table where it exists");
    command
        ->add_option("--level", arguments.level,
                     fmt::format("compression, {} (quick) to {} (small); {} by default", kMinLevel,
                                 kMaxLevel, kDefaultLevel))
        ->type_name("N");
    command->add_flag("--no-file", arguments.no_file, "label only, write nothing");
    declare_resources(*command, arguments);
    declare_common(*command, arguments);
    return command;
}

ExitStatus run_generate(const MakeArguments& arguments) {
    const Board board = parse_board(arguments.board);
    GenerateOptions options;
    options.threads = parse_threads(arguments.threads);
    options.level = parse_level(arguments.level);
    options.replace = arguments.replace;
    if (arguments.no_file) {
        if (!arguments.file.empty() || arguments.replace || !arguments.level.empty()) {
            throw InputError("--no-file writes nothing: leave out -o, -f and --level");
        }
    } else {
        options.file = arguments.file.empty() ? to_string(board) + ".hxt" : arguments.file;
    }
    MemoryBudget budget(memory_limit(arguments));
    const Palette colours = output_colours(arguments);
    return run_job(kTableProgram, arguments, "no table was written",
                   [&](const StopFlag& stop, Progress& progress) {
                       // Here, where a signal does not leave the file that the trial makes.
                       if (options.file) TableWriter::check_target(*options.file, options.replace);
                       const Generated made = generate(board, options, budget, stop, progress);
                       print(arguments.json ? as_json(board, options, made)
                                            : as_text(board, options, made, colours));
                       return ExitStatus::kFine;
                   });
}

}  // namespace hexa::cli
