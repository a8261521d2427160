#include <unistd.h>

#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli.h"
#include "columns.h"
#include "commands.h"
#include "enumerate.h"
#include "sizes.h"

namespace hexa::cli {
namespace {

std::string as_json(const Enumeration& e, double seconds) {
    nlohmann::ordered_json slices = nlohmann::ordered_json::array();
    for (int i = 0; i < slice_count(e.board); ++i) {
        const Material m = slice_material(e.board, i);
        const SliceCounts& c = e.counts[i];
        if (c.white_to_move + c.black_to_move == 0) continue;
        slices.push_back({{"white", m.white},
                          {"black", m.black},
                          {"white_to_move", c.white_to_move},
                          {"black_to_move", c.black_to_move}});
    }
    const nlohmann::ordered_json json{{"board", to_string(e.board)},
                                      {"unfinished", e.unfinished()},
                                      {"finished", e.finished()},
                                      {"reachable", e.unfinished() + e.finished()},
                                      {"slices", slices},
                                      {"diagram", {{"nodes", e.nodes()}, {"edges", e.edges()}}},
                                      {"seconds", seconds},
                                      {"peak_memory_bytes", peak_memory()}};
    return json.dump() + "\n";
}

std::string as_text(const Enumeration& e, double seconds, const Palette& colours) {
    std::string text = fmt::format(
        "{}: {}{}{} positions can be reached from the start.\n"
        "  {:>20} unfinished\n  {:>20} finished\n\n",
        to_string(e.board), colours.strong, grouped(e.unfinished() + e.finished()), colours.reset,
        grouped(e.unfinished()), grouped(e.finished()));
    text += "Unfinished ones by pawns:\n  White  Black        White to move        Black to move\n";
    for (int i = slice_count(e.board) - 1; i >= 0; --i) {
        const Material m = slice_material(e.board, i);
        const SliceCounts& c = e.counts[i];
        if (c.white_to_move + c.black_to_move == 0) continue;
        text += fmt::format("  {:>5}  {:>5}  {:>19}  {:>19}\n", m.white, m.black,
                            grouped(c.white_to_move), grouped(c.black_to_move));
    }
    text += fmt::format("\nThe diagram has {} nodes and {} edges; {:.2f} s, {} of memory.\n",
                        grouped(e.nodes()), grouped(e.edges()), seconds, size_text(peak_memory()));
    return text;
}

}  // namespace

CLI::App* declare_count(CLI::App& app, CountArguments& arguments) {
    CLI::App* const command = app.add_subcommand("count", "count the positions of a board");
    command->formatter(std::make_shared<HelpFormatter>(
        std::vector<std::string>{"[OPTIONS] [WxH]"},
        "Counts the positions that can be reached from the start of a board."));
    command->add_option("WxH", arguments.board, "files x ranks; 5x5 by default");
    declare_resources(*command, arguments);
    declare_common(*command, arguments);
    return command;
}

ExitStatus run_count(const CountArguments& arguments) {
    const Board board = parse_board(arguments.board);
    const int threads = parse_threads(arguments.threads);
    MemoryBudget budget(memory_limit(arguments));
    const Palette colours = output_colours(arguments);
    return run_job(kTableProgram, arguments, "nothing was counted to the end",
                   [&](const StopFlag& stop, Progress& progress) {
                       const auto begin = std::chrono::steady_clock::now();
                       const Columns columns(board.ranks);
                       const Enumeration e = enumerate(board, columns, threads, budget, stop,
                                                       progress, Finished::kCounted);
                       const std::chrono::duration<double> seconds =
                           std::chrono::steady_clock::now() - begin;
                       print(arguments.json ? as_json(e, seconds.count())
                                            : as_text(e, seconds.count(), colours));
                       return ExitStatus::kFine;
                   });
}

}  // namespace hexa::cli
