// Long work in a terminal program: options that every such command has, a progress line, Ctrl-C,
// and what the machine can give.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "errors.h"
#include "memory.h"
#include "progress.h"
#include "stop.h"
#include "terminal.h"

namespace hexa::cli {

// What the user asked of a long command.
struct JobArguments {
    std::string threads;  // empty: all cores
    std::string memory;   // empty: what the machine can give
    std::string colour = "auto";
    bool json = false;
    bool quiet = false;
    bool no_progress = false;
};

// Declares --color, --quiet and --no-progress, which all commands have; and --json besides.
void declare_output(CLI::App& app, JobArguments& arguments);
void declare_common(CLI::App& app, JobArguments& arguments);
// Declares -T and --memory.
void declare_resources(CLI::App& app, JobArguments& arguments);

// What --color asks for on stdout; InputError where it asks for nothing that there is.
[[nodiscard]] Palette output_colours(const JobArguments& arguments);
// Of a result for the side to move: odd distances are wins.
[[nodiscard]] std::string_view result_colour(const Palette& colours, int dtw);

[[nodiscard]] int parse_threads(const std::string& text);
// The budget's limit, in bytes.
[[nodiscard]] std::uint64_t memory_limit(const JobArguments& arguments);

// Runs `work` with a progress line on a terminal, once it takes longer than a second. Ctrl-C and
// SIGTERM raise the flag; when the work has stopped, says `stopped` on stderr and returns 130 or
// 143.
[[nodiscard]] ExitStatus run_job(std::string_view program, const JobArguments& arguments,
                                 std::string_view stopped,
                                 const std::function<ExitStatus(const StopFlag&, Progress&)>& work);

// The largest amount of memory that this process has had, in bytes.
[[nodiscard]] std::uint64_t peak_memory();

// 1,234,567.
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace hexa::cli
