#include "generate.h"

#include <chrono>
#include <memory>

#include "columns.h"
#include "enumerate.h"
#include "sweep.h"
#include "table_writer.h"

namespace hexa {
namespace {

// Seconds since the last time it was asked.
class Watch {
public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const std::chrono::duration<double> passed = now - since_;
        since_ = now;
        return passed.count();
    }

private:
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

Index enumerated_index(Board board, const Columns& columns, int threads, MemoryBudget& budget,
                       const StopFlag& stop, Progress& progress) {
    return make_index(enumerate(board, columns, threads, budget, stop, progress), columns, budget);
}

}  // namespace

Generated generate(Board board, const GenerateOptions& options, MemoryBudget& budget,
                   const StopFlag& stop, Progress& progress) {
    Generated result;
    Watch watch;
    const Columns columns(board.ranks);
    const Index index = enumerated_index(board, columns, options.threads, budget, stop, progress);
    result.enumerate_seconds = watch.lap();

    std::unique_ptr<TableWriter> writer;
    if (options.file) {
        writer = std::make_unique<TableWriter>(*options.file, options.replace, index, options.level,
                                               stop);
        result.write_seconds = watch.lap();
    }
    SweepOptions sweep_options;
    sweep_options.threads = options.threads;
    const SweepResult swept =
        sweep(columns, index, sweep_options, budget, stop, progress, writer.get());
    result.sweep_seconds = watch.lap();
    if (writer) {
        progress.begin("writing", "", 0);
        stop.check();
        writer->finish(swept.digest);
        result.file_bytes = writer->file_bytes();
        result.write_seconds += watch.lap();
    }
    result.unfinished = swept.wins + swept.losses;
    result.wins = swept.wins;
    result.losses = swept.losses;
    result.start = swept.start;
    result.longest = swept.longest;
    result.longest_position = index.unrank(swept.longest_at);
    result.digest = swept.digest;
    result.parallelism = static_cast<double>(swept.work) / static_cast<double>(swept.critical_path);
    return result;
}

}  // namespace hexa
