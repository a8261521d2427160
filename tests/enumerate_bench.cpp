// What enumerating costs, and what a look into the index does. Run it in the `release` preset.
#include "enumerate.h"

#include <cstddef>
#include <cstdint>

#include <benchmark/benchmark.h>

#include "flat_solver.h"
#include "sample.h"

namespace hexa {
namespace {

Board board_of(const benchmark::State& state) {
    return {static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
}

// Peak memory is what the enumerator charged to its budget: unlike the process's own peak, it
// belongs to this run alone.
void enumerate_board(benchmark::State& state) {
    const Board board = board_of(state);
    const int threads = static_cast<int>(state.range(2));
    const Columns columns(board.ranks);
    const StopFlag stop;
    for (auto _ : state) {
        MemoryBudget budget;
        Progress progress;
        const Enumeration e =
            enumerate(board, columns, threads, budget, stop, progress, Finished::kCounted);
        state.counters["positions"] = static_cast<double>(e.unfinished());
        state.counters["nodes"] = static_cast<double>(e.nodes());
        state.counters["edges"] = static_cast<double>(e.edges());
        state.counters["peak_bytes"] = static_cast<double>(budget.peak());
        state.counters["peak_per_edge"] =
            static_cast<double>(budget.peak()) / static_cast<double>(e.edges());
    }
}
BENCHMARK(enumerate_board)
    ->ArgNames({"files", "ranks", "threads"})
    ->ArgsProduct({{5}, {5}, {1, 2}})
    ->ArgsProduct({{6}, {5, 6}, {1, 2}})
    ->ArgsProduct({{7}, {5, 6}, {1, 2}})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// The index's bytes, by edge of the diagram.
void set_index_counters(benchmark::State& state, const Sample& s) {
    const auto bytes = static_cast<double>(s.enumerated.index.bytes());
    state.counters["index_bytes"] = bytes;
    state.counters["bytes_per_edge"] =
        bytes / static_cast<double>(s.enumerated.enumeration.edges());
}

void rank_random(benchmark::State& state) {
    const Sample& s = sample(board_of(state));
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(s.enumerated.index.rank(s.positions[i]));
        i = (i + 1) % s.positions.size();
    }
    set_index_counters(state, s);
}

void unrank_random(benchmark::State& state) {
    const Sample& s = sample(board_of(state));
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(s.enumerated.index.unrank(s.places[i]));
        i = (i + 1) % s.places.size();
    }
    set_index_counters(state, s);
}

// All positions of a board in rank order; the time is for one.
void iterate(benchmark::State& state) {
    const Sample& s = sample(board_of(state));
    const Index& index = s.enumerated.index;
    std::uint64_t visited = 0;
    Cells sum = 0;
    for (auto _ : state) {
        for (int slice = 0; slice < index.slices(); ++slice) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                index.for_each(slice, side, [&](const Position& p) {
                    sum += p.white ^ p.black;
                    ++visited;
                });
            }
        }
        benchmark::DoNotOptimize(sum);
    }
    state.counters["seconds_each"] = benchmark::Counter(
        static_cast<double>(visited), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// The yardstick: what a look into the plain solver's table costs that holds every position.
void plain_lookup(benchmark::State& state) {
    const Board board = board_of(state);
    const Sample& s = sample(board);
    FlatSolver solver(board, s.enumerated.enumeration.unfinished());
    (void)solver.dtw(Rules(board).start());
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(solver.dtw(s.positions[i]));
        i = (i + 1) % s.positions.size();
    }
    state.counters["table_bytes"] = static_cast<double>(solver.bytes());
}

BENCHMARK(rank_random)->ArgNames({"files", "ranks"})->Args({5, 5})->Args({6, 5})->Args({6, 6});
BENCHMARK(unrank_random)->ArgNames({"files", "ranks"})->Args({5, 5})->Args({6, 5})->Args({6, 6});

BENCHMARK(plain_lookup)->ArgNames({"files", "ranks"})->Args({5, 5})->Args({6, 5});
BENCHMARK(iterate)
    ->ArgNames({"files", "ranks"})
    ->Args({5, 5})
    ->Args({6, 5})
    ->Args({6, 6})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hexa

BENCHMARK_MAIN();
