// What both programs' mains share: one-line errors, exit statuses, signals, help and version.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "errors.h"

namespace hexa::cli {

// Runs `body` and returns the program's exit status. An Error becomes one line on stderr and its
// status; a closed pipe ends the program quietly; Ctrl-C and SIGTERM end it at once with 130 and
// 143, which `body` may change by handling those signals itself.
[[nodiscard]] int run_program(std::string_view program, const std::function<ExitStatus()>& body);

// `PROGRAM: MESSAGE` on stderr, in one piece; says nothing if stderr is gone.
void complain(std::string_view program, std::string_view message);

// Text on stderr, or stdout for what was asked for, such as help.
void print_error(std::string_view text);
void print(std::string_view text);

// Help as our programs show it, in 80 columns: how to call it, what it does, the options.
class HelpFormatter : public CLI::Formatter {
public:
    // `usage`: one or more ways to call the program, a line each, without its name. `about`: what
    // it does, where the one line that a list of subcommands has for it would say too little.
    explicit HelpFormatter(std::vector<std::string> usage, std::string about = {});

    [[nodiscard]] std::string make_usage(const CLI::App* app, std::string name) const override;
    [[nodiscard]] std::string make_help(const CLI::App* app, std::string name,
                                        CLI::AppFormatMode mode) const override;
    [[nodiscard]] std::string make_group(std::string group, bool is_positional,
                                         std::vector<const CLI::Option*> options) const override;
    [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;

private:
    std::vector<std::string> usage_;
    std::string about_;
};

// How to call the program, and where to read more: for someone who gave nothing to do.
[[nodiscard]] std::string usage(const CLI::App& app);

// Parses the arguments. True: go on. False: help or the version was asked for and printed.
// InputError where they are wrong; an empty argument is, wherever it stands.
[[nodiscard]] bool parse_arguments(CLI::App& app, int argc, char** argv);

}  // namespace hexa::cli
