#include "cli.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "output.h"
#include "quote.h"

namespace hexa::cli {
namespace {

// Only what a signal handler may do: end the line that the terminal is in, and the program.
extern "C" void stop_at_once(int signal) {
    if (::isatty(STDERR_FILENO) == 1) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, "\n", 1);
    }
    ::_exit(
        static_cast<int>(signal == SIGINT ? ExitStatus::kInterrupted : ExitStatus::kTerminated));
}

// A shell that starts a program in the background may have asked it not to listen.
void stop_on(int signal) {
    if (std::signal(signal, stop_at_once) == SIG_IGN) (void)std::signal(signal, SIG_IGN);
}

// A file that is opened must not take the place of a standard stream that is closed, or what is
// meant for the stream ends up in the file. What takes it refuses reading or writing as if it were
// closed.
void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        // The lowest number that is free is this one.
        (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

// One line out of a message that may have several.
std::string one_line(std::string message) {
    while (!message.empty() && message.back() == '\n') message.pop_back();
    std::replace(message.begin(), message.end(), '\n', ' ');
    return message;
}

}  // namespace

void print_error(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) return;  // nobody is left to tell
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void print(std::string_view text) {
    Output output(STDOUT_FILENO);
    output.text() += text;
    output.flush();
}

void complain(std::string_view program, std::string_view message) {
    print_error(fmt::format("{}: {}\n", program, message));
}

int run_program(std::string_view program, const std::function<ExitStatus()>& body) {
    occupy_closed_streams();
    (void)std::signal(SIGPIPE, SIG_IGN);  // a closed pipe shows as EPIPE instead
    stop_on(SIGINT);
    stop_on(SIGTERM);
    ExitStatus status = ExitStatus::kFine;
    try {
        status = body();
    } catch (const ClosedPipe&) {
        status = ExitStatus::kFine;
    } catch (const Error& error) {
        complain(program, error.what());
        status = error.status();
    } catch (const std::bad_alloc&) {
        complain(program, "the memory does not suffice");
        status = ExitStatus::kFileOrMemory;
    } catch (const std::exception& error) {
        complain(program, one_line(error.what()));
        status = ExitStatus::kFileOrMemory;
    }
    return static_cast<int>(status);
}

HelpFormatter::HelpFormatter(std::vector<std::string> usage, std::string about)
    : usage_(std::move(usage)), about_(std::move(about)) {
    constexpr std::size_t kDescriptionColumn = 26;
    column_width(kDescriptionColumn);
    label("Positionals", "Arguments");
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
    if (app->get_parent() != nullptr) name = app->get_parent()->get_name() + " " + app->get_name();
    std::string text;
    for (const std::string& form : usage_) {
        text += fmt::format("{} {} {}\n", text.empty() ? "Usage:" : "      ", name, form);
    }
    return text;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
    std::string text = fmt::format("{}\n{}\n\n", make_usage(app, name),
                                   about_.empty() ? app->get_description() : about_);
    if (const std::string arguments = make_positionals(app); !arguments.empty()) {
        text += arguments + "\n";
    }
    text += make_groups(app, mode) + make_subcommands(app, mode);
    if (!app->get_footer().empty()) text += "\n" + make_footer(app);
    return text;
}

std::string HelpFormatter::make_group(std::string group, bool is_positional,
                                      std::vector<const CLI::Option*> options) const {
    std::string text = group + ":\n";
    for (const CLI::Option* option : options) text += make_option(option, is_positional);
    return text;
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
    if (option->get_type_size() == 0 || option->get_positional()) return {};
    return " " + option->get_type_name();
}

std::string usage(const CLI::App& app) {
    const std::string help = app.help();
    return fmt::format("{}\nSee '{} --help'.\n", help.substr(0, help.find("\n\n")), app.get_name());
}

bool parse_arguments(CLI::App& app, int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument.empty()) {
            throw InputError(
                fmt::format("argument {} is empty; see '{} --help'", i, app.get_name()));
        }
        // CLI11 would take it for a list, and its brackets off.
        if (argument.starts_with('[') && argument.ends_with(']')) {
            throw InputError(
                fmt::format("argument {} is {}; leave out the brackets", i, quote(argument)));
        }
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        print((chosen.empty() ? &app : chosen.front())->help());
        return false;
    } catch (const CLI::CallForVersion& version) {
        print(fmt::format("{}\n", version.what()));
        return false;
    } catch (const CLI::ParseError& error) {
        throw InputError(
            fmt::format("{}; see '{} --help'", one_line(error.what()), app.get_name()));
    }
    return true;
}

}  // namespace hexa::cli
