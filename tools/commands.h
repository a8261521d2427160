// The commands of hexatable, each a subcommand: declared once, then run when it was chosen.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "errors.h"
#include "job.h"

namespace hexa::cli {

inline constexpr std::string_view kTableProgram = "hexatable";

struct CountArguments : JobArguments {
    std::string board = "5x5";
};
[[nodiscard]] CLI::App* declare_count(CLI::App& app, CountArguments& arguments);
[[nodiscard]] ExitStatus run_count(const CountArguments& arguments);

struct MakeArguments : JobArguments {
    std::string board = "5x5";
    std::string file;  // empty: WxH.hxt
    std::string level;
    bool replace = false;
    bool no_file = false;
};
[[nodiscard]] CLI::App* declare_generate(CLI::App& app, MakeArguments& arguments);
[[nodiscard]] ExitStatus run_generate(const MakeArguments& arguments);

struct TableArguments : JobArguments {
    std::string file;
    bool deep = false;
};
[[nodiscard]] CLI::App* declare_verify(CLI::App& app, TableArguments& arguments);
[[nodiscard]] ExitStatus run_verify(const TableArguments& arguments);
[[nodiscard]] CLI::App* declare_dump(CLI::App& app, TableArguments& arguments);
[[nodiscard]] ExitStatus run_dump(const TableArguments& arguments);
[[nodiscard]] CLI::App* declare_stats(CLI::App& app, TableArguments& arguments);
[[nodiscard]] ExitStatus run_stats(const TableArguments& arguments);

}  // namespace hexa::cli
