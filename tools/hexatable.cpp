// hexatable: makes and checks tables.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli.h"
#include "commands.h"

namespace hexa::cli {
namespace {

ExitStatus run(int argc, char** argv) {
    CLI::App app;
    app.name(std::string(kTableProgram));
    app.formatter(
        std::make_shared<HelpFormatter>(std::vector<std::string>{"COMMAND [OPTIONS] [ARGUMENTS]"}));
    app.description("Makes and checks tables of hexapawn: every position of a board, solved.");
    app.set_version_flag("--version", fmt::format("{} {}", kTableProgram, HEXATABLE_VERSION),
                         "show the version");
    app.set_help_flag("-h,--help", "show this help");
    app.require_subcommand(0, 1);
    app.fallthrough();

    MakeArguments make;
    const CLI::App* const make_command = declare_generate(app, make);
    CountArguments count;
    const CLI::App* const count_command = declare_count(app, count);
    TableArguments verify;
    const CLI::App* const verify_command = declare_verify(app, verify);
    TableArguments dump;
    const CLI::App* const dump_command = declare_dump(app, dump);
    TableArguments stats;
    const CLI::App* const stats_command = declare_stats(app, stats);

    // A flag with a value, --json=no, would be taken for its opposite.
    for (CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; })) {
        for (CLI::Option* const option : command->get_options()) option->disable_flag_override();
    }

    // Declared last, because commands would take it over.
    app.footer("'hexatable COMMAND --help' says more of a command.");

    if (!parse_arguments(app, argc, argv)) return ExitStatus::kFine;
    if (make_command->parsed()) return run_generate(make);
    if (count_command->parsed()) return run_count(count);
    if (verify_command->parsed()) return run_verify(verify);
    if (dump_command->parsed()) return run_dump(dump);
    if (stats_command->parsed()) return run_stats(stats);
    print_error(usage(app));
    return ExitStatus::kBadInput;
}

}  // namespace
}  // namespace hexa::cli

int main(int argc, char** argv) {
    return hexa::cli::run_program(hexa::cli::kTableProgram,
                                  [&] { return hexa::cli::run(argc, argv); });
}
