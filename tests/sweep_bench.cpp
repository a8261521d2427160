// How fast boards are labelled, on one thread and on two, in how much memory; what one large slice
// alone takes; and how long the solver that people would otherwise write needs for the same labels.
// Run it in the `release` preset.
#include "sweep.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include "columns.h"
#include "enumerate.h"
#include "flat_solver.h"
#include "labelled.h"
#include "slice_tasks.h"
#include "sweep_slice.h"
#include "threads.h"

namespace hexa {
namespace {

// Positions that the plain solver may remember: 6x5 is well within. On larger boards its rate is
// taken from the first so many, which flatters it: later ones miss the caches more.
constexpr std::uint64_t kMostPlain = 60'000'000;

class Watch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Board board_of(const benchmark::State& state) {
    return {static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
}

// What was measured before, for ratios: seconds of enumerating and sweeping, of the sweep alone,
// and of a slice; by board and threads.
struct Seconds {
    double all = 0;
    double sweep = 0;
    double slice = 0;
};
Seconds& measured(Board board, int threads) {
    static std::map<std::tuple<int, int, int>, Seconds> seconds;
    return seconds[{board.files, board.ranks, threads}];
}

// 0 where nothing was measured, which a filter may bring about.
double ratio(double a, double b) { return b == 0 ? 0 : a / b; }

// Enumerates a board and sweeps it, nothing kept.
void label_board(benchmark::State& state) {
    const Board board = board_of(state);
    const int threads = static_cast<int>(state.range(2));
    const Columns columns(board.ranks);
    const StopFlag stop;
    double enumerating = 0;
    double sweeping = 0;
    SweepResult result;
    std::size_t index_bytes = 0;
    std::size_t label_bytes = 0;
    for (auto _ : state) {
        MemoryBudget budget;
        Progress progress;
        const Watch all;
        const Index index =
            make_index(enumerate(board, columns, threads, budget, stop, progress), columns, budget);
        enumerating += all.seconds();
        index_bytes = index.bytes();
        const Watch one;
        result = sweep(columns, index, {.threads = threads}, budget, stop, progress, nullptr);
        sweeping += one.seconds();
        label_bytes = sweep_memory(index);
    }
    const auto rounds = static_cast<double>(state.iterations());
    Seconds& mine = measured(board, threads);
    mine.all = (enumerating + sweeping) / rounds;
    mine.sweep = sweeping / rounds;
    const auto positions = static_cast<double>(result.wins + result.losses);
    state.counters["positions"] = positions;
    state.counters["enumerate_seconds"] = enumerating / rounds;
    state.counters["sweep_seconds"] = mine.sweep;
    state.counters["sweep_per_second"] = positions / mine.sweep;
    state.counters["times_one_thread"] = ratio(measured(board, 1).sweep, mine.sweep);
    state.counters["label_bytes_each"] = static_cast<double>(label_bytes) / positions;
    state.counters["index_bytes_each"] = static_cast<double>(index_bytes) / positions;
    state.counters["parallelism"] =
        static_cast<double>(result.work) / static_cast<double>(result.critical_path);
}
BENCHMARK(label_board)
    ->ArgNames({"files", "ranks", "threads"})
    ->ArgsProduct({{4}, {4}, {1, 2}})
    ->ArgsProduct({{5}, {4, 5}, {1, 2}})
    ->ArgsProduct({{6}, {5, 6}, {1, 2}})
    ->ArgsProduct({{7}, {5}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// One slice alone, the largest or nearly so, after those its captures lead to.
void sweep_one_slice(benchmark::State& state) {
    const Board board = board_of(state);
    const int threads = static_cast<int>(state.range(2));
    const Material m{board.files - 2, board.files - 1};
    Labelled& kept = Labelled::of(board);
    const Index& index = kept.enumerated.index;
    const int slice = slice_number(board, m);
    // Scores of a set, out of its distances.
    const auto scores = [&](SetId set) {
        std::vector<Score> made = kept.labels.at({set.slice, set.to_move});
        std::transform(made.begin(), made.end(), made.begin(),
                       [](Score dtw) { return score_of_dtw(dtw); });
        return made;
    };
    const SetId after_white{slice_number(board, {m.white, m.black - 1}), Side::kBlack};
    const SetId after_black{slice_number(board, {m.white - 1, m.black}), Side::kWhite};
    std::vector<Score> of_white = scores(after_white);
    std::vector<Score> of_black = scores(after_black);
    std::vector<Score> white(index.size(slice, Side::kWhite));
    std::vector<Score> black(index.size(slice, Side::kBlack));
    const SliceBlocks blocks{
        {Block{index.root(slice, Side::kWhite), white.data()},
         Block{index.root(slice, Side::kBlack), black.data()}},
        {Block{index.root(after_white.slice, after_white.to_move), of_white.data()},
         Block{index.root(after_black.slice, after_black.to_move), of_black.data()}}};

    using Number = std::uint16_t;
    SweepPrograms<Number> programs(kept.enumerated.columns, index, kept.enumerated.budget);
    tbb::enumerable_thread_specific<SliceSweeper<Number>> sweepers([&] {
        return SliceSweeper<Number>(kept.enumerated.columns, index, programs,
                                    usable_kernels().back());
    });
    std::vector<SliceTask> tasks;
    TaskGraph graph;
    add_slice_tasks(kept.enumerated.columns, index, slice, tasks, graph);
    double seconds = 0;
    run_on_threads(threads, [&] {
        const auto sweep_slice = [&] {
            graph.run([&](int t) {
                sweepers.local().sweep(blocks, tasks[t].prefix.data(), task_files(board));
            });
        };
        sweep_slice();  // compiles the programs
        for (auto _ : state) {
            const Watch watch;
            sweep_slice();
            seconds += watch.seconds();
        }
    });
    if (white != scores({slice, Side::kWhite}) || black != scores({slice, Side::kBlack})) {
        state.SkipWithError("wrong labels");
        return;
    }
    const auto positions = static_cast<double>(white.size() + black.size());
    Seconds& mine = measured(board, threads);
    mine.slice = seconds / static_cast<double>(state.iterations());
    state.counters["positions"] = positions;
    state.counters["sweep_per_second"] = positions / mine.slice;
    state.counters["times_one_thread"] = ratio(measured(board, 1).slice, mine.slice);
    state.counters["tasks"] = graph.tasks();
    state.counters["parallelism"] = positions / static_cast<double>(graph.critical_path());
}
BENCHMARK(sweep_one_slice)
    ->ArgNames({"files", "ranks", "threads"})
    ->ArgsProduct({{5}, {5}, {1, 2}})
    ->ArgsProduct({{6}, {5, 6}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// The yardstick: every label by recursion over one flat table. `times_faster` is how much faster
// enumerating and sweeping was, by positions per second.
void plain_solver(benchmark::State& state) {
    const Board board = board_of(state);
    std::unique_ptr<FlatSolver> solver;
    std::uint64_t all = 0;
    {
        const Columns columns(board.ranks);
        MemoryBudget budget;
        Progress progress;
        all = enumerate(board, columns, 2, budget, StopFlag(), progress).unfinished();
    }
    bool complete = true;
    double seconds = 0;
    for (auto _ : state) {
        solver = std::make_unique<FlatSolver>(board, std::min(all, kMostPlain));
        const Watch watch;
        try {
            (void)solver->dtw(Rules(board).start());
        } catch (const FlatSolver::Full&) {
            complete = false;
        }
        seconds = watch.seconds();
        state.SetIterationTime(seconds);
    }
    if (complete) {
        const Labelled& kept = Labelled::of(board);
        std::uint64_t different = 0;
        solver->for_each([&](const Position& p, int dtw) {
            const auto place = kept.enumerated.index.rank(p);
            different +=
                !place || kept.labels.at({place->slice, place->to_move})[place->rank] != dtw;
        });
        if (different != 0 || solver->size() != all) {
            state.SkipWithError("its labels differ from the sweep's");
            return;
        }
    }
    const double rate = static_cast<double>(solver->size()) / seconds;
    const auto faster = [&](int threads) {
        return ratio(static_cast<double>(all), measured(board, threads).all * rate);
    };
    state.counters["complete"] = complete ? 1 : 0;
    state.counters["positions"] = static_cast<double>(solver->size());
    state.counters["per_second"] = rate;
    state.counters["bytes_each"] =
        static_cast<double>(solver->bytes()) / static_cast<double>(solver->size());
    state.counters["times_faster_1"] = faster(1);
    state.counters["times_faster_2"] = faster(2);
}
BENCHMARK(plain_solver)
    ->ArgNames({"files", "ranks"})
    ->Args({4, 4})
    ->Args({5, 4})
    ->Args({5, 5})
    ->Args({6, 5})
    ->Args({6, 6})
    ->Args({7, 5})
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hexa

BENCHMARK_MAIN();
