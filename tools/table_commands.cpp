// The commands that read a whole table: verify, dump, stats.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli.h"
#include "columns.h"
#include "commands.h"
#include "enumerate.h"
#include "output.h"
#include "sizes.h"
#include "table.h"
#include "table_labels.h"
#include "table_stats.h"
#include "text.h"
#include "threads.h"
#include "verify.h"

namespace hexa::cli {
namespace {

constexpr std::array kSides{Side::kWhite, Side::kBlack};

const char* result_of(int dtw) { return dtw % 2 == 1 ? "win" : "loss"; }

void declare_file(CLI::App& command, TableArguments& arguments, std::string about) {
    command.formatter(std::make_shared<HelpFormatter>(std::vector<std::string>{"[OPTIONS] FILE"},
                                                      std::move(about)));
    command.add_option("FILE", arguments.file, "the table")->required();
}

// A table with every position that its board has, and all labels.
struct WholeTable {
    WholeTable(const std::string& file, int threads, MemoryBudget& budget, const StopFlag& stop,
               Progress& progress)
        : table(Table::open(file)),
          columns(table.board().ranks),
          index(make_index(enumerate(table.board(), columns, threads, budget, stop, progress),
                           columns, budget)) {
        run_on_threads(threads, [&] {
            labels = std::make_unique<TableLabels>(table, index, budget, stop, progress);
        });
    }

    Table table;
    Columns columns;
    Index index;
    std::unique_ptr<TableLabels> labels;
};

void dump(const WholeTable& whole, const Palette& colours, const StopFlag& stop) {
    Output output(STDOUT_FILENO);
    const Board board = whole.table.board();
    for (int slice = 0; slice < whole.index.slices(); ++slice) {
        for (const Side side : kSides) {
            stop.check();
            const Score* label = whole.labels->set(slice, side).data();
            whole.index.for_each(slice, side, [&](const Position& p) {
                fmt::format_to(std::back_inserter(output.text()), "{}\t{}{}{}\t{}\n",
                               position_text(board, p), result_colour(colours, *label),
                               result_of(*label), colours.reset, *label);
                ++label;
                output.flush_if_full();
            });
        }
    }
    output.flush();
}

struct Totals {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
};

Totals totals(const TableStats& stats) {
    Totals sum;
    for (const TableStats::Slice& slice : stats.by_material) {
        sum.wins += slice.wins;
        sum.losses += slice.losses;
    }
    return sum;
}

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double bits_per_position(const TableHeader& header) {
    return static_cast<double>(header.file_bytes) * 8 / static_cast<double>(header.unfinished);
}

std::string stats_json(const std::string& file, const TableHeader& header,
                       const TableStats& stats) {
    using Json = nlohmann::ordered_json;
    Json distances = Json::array();
    for (int d = 0; d < TableStats::kDistances; ++d) {
        if (stats.by_distance[d] == 0) continue;
        distances.push_back(
            {{"dtw", d}, {"result", result_of(d)}, {"positions", stats.by_distance[d]}});
    }
    Json material = Json::array();
    for (const TableStats::Slice& slice : stats.by_material) {
        material.push_back({{"white", slice.material.white},
                            {"black", slice.material.black},
                            {"wins", slice.wins},
                            {"losses", slice.losses}});
    }
    Json longest = Json::array();
    for (const TableStats::Longest& row : stats.longest) {
        longest.push_back({{"dtw", row.dtw},
                           {"result", result_of(row.dtw)},
                           {"positions", row.positions},
                           {"position", position_text(header.board, row.first)}});
    }
    const Totals sum = totals(stats);
    const Json json{{"file", file},
                    {"board", to_string(header.board)},
                    {"unfinished", header.unfinished},
                    {"wins", sum.wins},
                    {"losses", sum.losses},
                    {"distances", distances},
                    {"material", material},
                    {"longest", longest},
                    {"free_share", share(stats.free_entries, header.white_to_move)},
                    {"file_bytes", header.file_bytes},
                    {"bits_per_position", bits_per_position(header)},
                    {"digest", fmt::format("{:016x}", header.digest)}};
    return json.dump() + "\n";
}

std::string bar(std::uint64_t part, std::uint64_t largest) {
    constexpr double kWidth = 30;
    const auto length = static_cast<std::size_t>(std::llround(share(part, largest) * kWidth));
    return std::string(std::max<std::size_t>(length, part != 0 ? 1 : 0), '#');
}

std::string stats_text(const std::string& file, const TableHeader& header, const TableStats& stats,
                       const Palette& colours) {
    const auto result = [&](int dtw) {
        return fmt::format("{}{:>4}{}", result_colour(colours, dtw), result_of(dtw), colours.reset);
    };
    const Totals sum = totals(stats);
    std::string text = fmt::format(
        "{}: the table of {}\n  {:>20} positions\n  {:>20} won by the side to move\n"
        "  {:>20} lost\n  {:>20} bytes, {:.3f} bits a position\n"
        "  {:>19.1f}% of the entries with White to move need not be held\n"
        "  digest of all labels: {:016x}\n\n",
        file, to_string(header.board), grouped(header.unfinished), grouped(sum.wins),
        grouped(sum.losses), grouped(header.file_bytes), bits_per_position(header),
        share(stats.free_entries, header.white_to_move) * 100, header.digest);
    const std::uint64_t most =
        *std::max_element(stats.by_distance.begin(), stats.by_distance.end());
    text += "By distance, in plies:\n";
    for (int d = 0; d < TableStats::kDistances; ++d) {
        if (stats.by_distance[d] == 0) continue;
        text += fmt::format("  {} in {:<3} {:>19}  {}\n", result(d), d,
                            grouped(stats.by_distance[d]), bar(stats.by_distance[d], most));
    }
    std::uint64_t largest = 0;
    for (const TableStats::Slice& s : stats.by_material)
        largest = std::max(largest, s.wins + s.losses);
    text += "\nBy pawns:\n  White  Black            won           lost\n";
    for (const TableStats::Slice& s : stats.by_material) {
        text +=
            fmt::format("  {:>5}  {:>5} {:>14} {:>14}  {}\n", s.material.white, s.material.black,
                        grouped(s.wins), grouped(s.losses), bar(s.wins + s.losses, largest));
    }
    text += "\nThe longest:\n";
    for (const TableStats::Longest& row : stats.longest) {
        text += fmt::format("  {} in {:<3} {:>12}, such as {}\n", result(row.dtw), row.dtw,
                            grouped(row.positions), position_text(header.board, row.first));
    }
    return text;
}

}  // namespace

CLI::App* declare_verify(CLI::App& app, TableArguments& arguments) {
    CLI::App* const command = app.add_subcommand("verify", "check a table");
    declare_file(*command, arguments,
                 "Checks every byte of a table against its checksums, and with --deep every label\n"
                 "against the rules. Status 1 where something is wrong.");
    command->add_flag("--deep", arguments.deep, "derive every label anew from the plain rules");
    declare_resources(*command, arguments);
    declare_common(*command, arguments);
    return command;
}

ExitStatus run_verify(const TableArguments& arguments) {
    if (!arguments.deep && !arguments.memory.empty()) {
        throw InputError("--memory is for verify --deep: bytes are checked a few blocks at a time");
    }
    const int threads = parse_threads(arguments.threads);
    MemoryBudget budget(memory_limit(arguments));
    const Palette colours = output_colours(arguments);
    return run_job(
        kTableProgram, arguments, "the table was not checked to the end",
        [&](const StopFlag& stop, Progress& progress) {
            std::unique_ptr<ByteSource> source;
            try {
                source = std::make_unique<FileSource>(arguments.file);
            } catch (const FileError& error) {
                throw FileError(fmt::format("table {}: {}", arguments.file, error.what()));
            }
            const Verdict verdict =
                arguments.deep ? verify_deep(std::move(source), threads, budget, stop, progress)
                               : verify_bytes(std::move(source), threads, stop, progress);
            const bool ok = verdict.defect.empty();
            if (arguments.json) {
                using Json = nlohmann::ordered_json;
                const Json json{{"file", arguments.file},
                                {"board", verdict.board.empty() ? Json() : Json(verdict.board)},
                                {"ok", ok},
                                {"checked", verdict.checked},
                                {"defect", ok ? Json() : Json(verdict.defect)}};
                print(json.dump() + "\n");
            } else if (ok) {
                const std::string checked = grouped(verdict.checked);
                print(fmt::format(
                    "{}: {}fine{}; {} of {}\n", arguments.file, colours.good, colours.reset,
                    arguments.deep
                        ? checked + " labels right"
                        : "all bytes whole for the " + checked + " positions with White to move",
                    verdict.board));
            }
            if (!ok && !arguments.json) {
                complain(kTableProgram,
                         fmt::format("table {}: {}", arguments.file, verdict.defect));
            }
            return ok ? ExitStatus::kFine : ExitStatus::kCheckFailed;
        });
}

CLI::App* declare_dump(CLI::App& app, TableArguments& arguments) {
    CLI::App* const command = app.add_subcommand("dump", "print every position of a table");
    declare_file(*command, arguments,
                 "Prints every reachable position with its result for the side to move and its\n"
                 "distance in plies, one a line, separated by tabs, in index order.");
    declare_resources(*command, arguments);
    declare_output(*command, arguments);
    return command;
}

ExitStatus run_dump(const TableArguments& arguments) {
    const int threads = parse_threads(arguments.threads);
    MemoryBudget budget(memory_limit(arguments));
    const Palette colours = output_colours(arguments);
    return run_job(kTableProgram, arguments, "the table was not printed to the end",
                   [&](const StopFlag& stop, Progress& progress) {
                       const WholeTable whole(arguments.file, threads, budget, stop, progress);
                       dump(whole, colours, stop);
                       return ExitStatus::kFine;
                   });
}

CLI::App* declare_stats(CLI::App& app, TableArguments& arguments) {
    CLI::App* const command = app.add_subcommand("stats", "say what is in a table");
    declare_file(*command, arguments,
                 "Counts the positions of a table by result and distance and by pawns, and shows\n"
                 "the longest wins and losses.");
    declare_resources(*command, arguments);
    declare_common(*command, arguments);
    return command;
}

ExitStatus run_stats(const TableArguments& arguments) {
    const int threads = parse_threads(arguments.threads);
    MemoryBudget budget(memory_limit(arguments));
    const Palette colours = output_colours(arguments);
    return run_job(kTableProgram, arguments, "the table was not read to the end",
                   [&](const StopFlag& stop, Progress& progress) {
                       const WholeTable whole(arguments.file, threads, budget, stop, progress);
                       const TableStats stats = table_stats(whole.index, *whole.labels, stop);
                       const TableHeader& header = whole.table.header();
                       print(arguments.json ? stats_json(arguments.file, header, stats)
                                            : stats_text(arguments.file, header, stats, colours));
                       return ExitStatus::kFine;
                   });
}

}  // namespace hexa::cli
