// hexaprobe's arguments: which there are, and what each of them means.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "input.h"
#include "text.h"

namespace hexa::cli {

inline constexpr std::string_view kProgram = "hexaprobe";

using Seconds = std::chrono::duration<double>;

// The arguments as they are written; what they mean is checked afterwards.
struct ProbeArguments {
    std::vector<std::string> positions;
    std::string input = "line";
    bool value = false;
    bool score = false;
    bool json = false;
    bool line = false;
    std::string table;
    std::string search_limit;
    std::string colour = "auto";
    bool quiet = false;
    bool no_progress = false;
    // play
    std::string board;  // empty: the table's, or 5x5
    std::string white = "human";
    std::string black = "perfect";
    std::string seed;
};

// Tells `app` of every option, to be stored in `arguments`; returns the subcommand `play`.
[[nodiscard]] CLI::App* declare(CLI::App& app, ProbeArguments& arguments);

// What the texts mean; InputError where one means nothing. An empty limit is none, and an empty
// seed one that nobody knows.
[[nodiscard]] std::optional<Seconds> parse_search_limit(std::string_view text);
[[nodiscard]] InputForm parse_input_form(std::string_view text);
[[nodiscard]] std::uint64_t parse_seed(std::string_view text);

// One position an argument, or two arguments: the ranks and the side to move.
[[nodiscard]] std::vector<PositionOnBoard> parse_positions(
    const std::vector<std::string>& arguments);

}  // namespace hexa::cli
