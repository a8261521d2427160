// What enumerating costs, and what a look into the index does. Run it in the `release` preset.
#include "enumerate.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "enumerated.h"

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

// Random places of a board and their positions, each position as likely as any other.
struct Sample {
    explicit Sample(Board board) : enumerated(board, 2) {
        constexpr std::size_t kPlaces = std::size_t{1} << 20;
        const Index& index = enumerated.index;
        std::vector<Index::Place> starts;  // rank: how many positions come before
        std::uint64_t all = 0;
        for (int slice = 0; slice < index.slices(); ++slice) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                starts.push_back({slice, side, all});
                all += index.size(slice, side);
            }
        }
        std::mt19937_64 random(1);
        for (std::size_t i = 0; i < kPlaces; ++i) {
            const std::uint64_t number = random() % all;
            const auto after = std::upper_bound(
                starts.begin(), starts.end(), number,
                [](std::uint64_t n, const Index::Place& start) { return n < start.rank; });
            Index::Place place = *std::prev(after);
            place.rank = number - place.rank;
            places.push_back(place);
            positions.push_back(index.unrank(place));
        }
    }

    Enumerated enumerated;
    std::vector<Index::Place> places;
    std::vector<Position> positions;
};

const Sample& sample(Board board) {
    static std::map<std::pair<int, int>, std::unique_ptr<Sample>> samples;
    auto& made = samples[{board.files, board.ranks}];
    if (!made) made = std::make_unique<Sample>(board);
    return *made;
}

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

BENCHMARK(rank_random)->ArgNames({"files", "ranks"})->Args({5, 5})->Args({6, 5})->Args({6, 6});
BENCHMARK(unrank_random)->ArgNames({"files", "ranks"})->Args({5, 5})->Args({6, 5})->Args({6, 6});

}  // namespace
}  // namespace hexa

BENCHMARK_MAIN();
