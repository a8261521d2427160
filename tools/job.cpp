#include "job.h"

#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "cli.h"
#include "quote.h"
#include "sizes.h"

namespace hexa::cli {
namespace {

// A signal handler can reach nothing but globals.
StopFlag stop_flag;
std::atomic<int> stop_signal{0};

extern "C" void ask_to_stop(int signal) {
    // Asked twice, it does not wait.
    if (stop_signal.exchange(signal) != 0) ::_exit(128 + signal);
    stop_flag.raise();
}

void listen_to(int signal) {
    if (std::signal(signal, ask_to_stop) == SIG_IGN) (void)std::signal(signal, SIG_IGN);
}

std::string rate_text(double per_second) {
    if (per_second >= 1e6) return fmt::format("{:.1f} M/s", per_second / 1e6);
    if (per_second >= 1e3) return fmt::format("{:.1f} k/s", per_second / 1e3);
    return fmt::format("{:.0f}/s", per_second);
}

std::string time_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

// A line on the terminal that is written over until the work is done.
class ProgressLine {
public:
    explicit ProgressLine(const Progress& progress)
        : progress_(progress), thread_([this] { show(); }) {}
    ~ProgressLine() {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        wake_.notify_one();
        thread_.join();
        if (shown_) print_error("\r\x1b[K");
    }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

private:
    using Clock = std::chrono::steady_clock;

    void show() {
        using namespace std::chrono_literals;
        std::unique_lock lock(mutex_);
        if (wake_.wait_for(lock, 1s, [&] { return done_; })) return;
        do {
            const std::string line = text();
            print_error(fmt::format("\r\x1b[K{}", line.substr(0, width() - 1)));
            shown_ = true;
        } while (!wake_.wait_for(lock, 200ms, [&] { return done_; }));
    }

    static std::size_t width() {
        winsize size{};
        constexpr std::size_t kUsual = 80;
        if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
        return size.ws_col;
    }

    std::string text() {
        const std::string phase = progress_.phase.load();
        const std::uint64_t done = progress_.done;
        const std::uint64_t total = progress_.total;
        // A later phase began some time before it is seen, so its rate counts from that moment on.
        if (phase != phase_ && !phase_.empty()) {
            since_ = Clock::now();
            done_before_ = done;
        }
        phase_ = phase;
        const double seconds = std::chrono::duration<double>(Clock::now() - since_).count();
        constexpr double kLongEnough = 0.1;
        const bool measured = seconds > kLongEnough && done > done_before_;
        const double rate = measured ? static_cast<double>(done - done_before_) / seconds : 0;
        std::string line = phase;
        if (total != 0) {
            constexpr int kBar = 20;
            const double share =
                std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
            const int full = static_cast<int>(share * kBar);
            line +=
                fmt::format(" [{:#<{}}{:.<{}}] {:3.0f}%", "", full, "", kBar - full, share * 100);
        }
        if (done != 0) {
            line += fmt::format(" {} {}", grouped(done), progress_.unit.load());
            if (measured) line += fmt::format(", {}", rate_text(rate));
            if (measured && total > done) {
                line +=
                    fmt::format(", {} left", time_text(static_cast<double>(total - done) / rate));
            }
        }
        return line;
    }

    const Progress& progress_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool done_ = false;
    bool shown_ = false;
    std::string phase_;
    Clock::time_point since_ = Clock::now();
    std::uint64_t done_before_ = 0;
    std::thread thread_;
};

}  // namespace

void declare_common(CLI::App& app, JobArguments& arguments) {
    app.add_flag("--json", arguments.json, "print one JSON object");
    declare_output(app, arguments);
}

void declare_output(CLI::App& app, JobArguments& arguments) {
    app.add_option("--color", arguments.colour, "auto (the default), always or never")
        ->type_name("WHEN")
        ->group("Other options");
    app.add_flag("-q,--quiet", arguments.quiet, "no notes on stderr, errors only")
        ->group("Other options");
    app.add_flag("--no-progress", arguments.no_progress, "no progress line on a terminal")
        ->group("Other options");
}

void declare_resources(CLI::App& app, JobArguments& arguments) {
    app.add_option("-T,--threads", arguments.threads, "how many threads; all cores by default")
        ->type_name("N");
    app.add_option("--memory", arguments.memory,
                   "how much memory to take: bytes, or with K, M, G\n"
                   "or T; what the machine can give by default")
        ->type_name("SIZE");
}

Palette output_colours(const JobArguments& arguments) {
    return palette(use_colour(parse_colour_choice(arguments.colour), STDOUT_FILENO));
}

std::string_view result_colour(const Palette& colours, int dtw) {
    return dtw % 2 == 1 ? colours.good : colours.bad;
}

int parse_threads(const std::string& text) {
    constexpr int kMost = 1024;
    if (text.empty()) return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    int threads = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
    if (error != std::errc{} || end != text.data() + text.size() || threads < 1 ||
        threads > kMost) {
        throw InputError(
            fmt::format("-T {} is not a number of threads; give 1 to {}", quote(text), kMost));
    }
    return threads;
}

std::uint64_t memory_limit(const JobArguments& arguments) {
    if (arguments.memory.empty()) return available_memory();
    try {
        return parse_size(arguments.memory);
    } catch (const InputError& error) {
        throw InputError(fmt::format("--memory {}", error.what()));
    }
}

ExitStatus run_job(std::string_view program, const JobArguments& arguments,
                   std::string_view stopped,
                   const std::function<ExitStatus(const StopFlag&, Progress&)>& work) {
    listen_to(SIGINT);
    listen_to(SIGTERM);
    Progress progress;
    try {
        std::optional<ProgressLine> line;
        if (!arguments.quiet && !arguments.no_progress && is_terminal(STDERR_FILENO)) {
            line.emplace(progress);
        }
        return work(stop_flag, progress);
    } catch (const Stopped&) {
        const bool interrupted = stop_signal == SIGINT;
        complain(program,
                 fmt::format("stopped by {}; {}", interrupted ? "Ctrl-C" : "SIGTERM", stopped));
        return interrupted ? ExitStatus::kInterrupted : ExitStatus::kTerminated;
    }
}

std::uint64_t peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string grouped(std::uint64_t number) {
    const std::string digits = fmt::format("{}", number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

}  // namespace hexa::cli
