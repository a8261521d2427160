// How long the exact search takes. A fresh table for every position, so nothing is learnt before;
// run it in the `release` preset.
#include "search.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

namespace hexa {
namespace {

// Unfinished positions of random games with at most `max_pawns` pawns in which nobody lets the
// other arrive at once: random moves alone make positions that are over too soon.
std::vector<Position> sample(Board board, int max_pawns, std::size_t count) {
    const Rules rules(board);
    std::mt19937_64 random(1);
    const auto can_arrive = [&](const Position& p) {
        const Cells targets = rules.steps(p) | rules.left_captures(p) | rules.right_captures(p);
        return (targets & rules.goal(p.to_move)) != 0;
    };
    std::vector<Position> positions;
    while (positions.size() < count) {
        std::vector<Position> choices{rules.start()};
        while (!choices.empty() && positions.size() < count) {
            const Position p = choices[random() % choices.size()];
            if (count_cells(p.white | p.black) <= max_pawns) positions.push_back(p);
            choices.clear();
            for (const Move move : rules.moves(p)) {
                const Position next = Rules::after(p, move);
                if (!rules.finished(next) && !can_arrive(next)) choices.push_back(next);
            }
        }
    }
    return positions;
}

void search_start(benchmark::State& state) {
    const Board board{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        Search search(board);
        benchmark::DoNotOptimize(search.dtw(Rules(board).start()));
        nodes = search.nodes();
    }
    state.counters["nodes"] = static_cast<double>(nodes);
}
BENCHMARK(search_start)
    ->ArgNames({"files", "ranks"})
    ->Args({4, 4})
    ->Args({5, 5})
    ->Args({6, 5})
    ->Args({7, 5})
    ->Args({6, 6})
    ->Unit(benchmark::kMillisecond);

// One iteration is the whole sample; the counters say what one position took.
void search_sample(benchmark::State& state) {
    constexpr std::size_t kPositions = 5000;
    const Board board{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
    const auto positions = sample(board, static_cast<int>(state.range(2)), kPositions);
    std::uint64_t most_nodes = 0;
    std::chrono::duration<double, std::milli> longest{0};
    std::chrono::duration<double, std::milli> total{0};
    for (auto _ : state) {
        for (const Position& p : positions) {
            const auto begin = std::chrono::steady_clock::now();
            Search search(board);
            benchmark::DoNotOptimize(search.dtw(p));
            const auto took = std::chrono::steady_clock::now() - begin;
            longest = std::max<decltype(longest)>(longest, took);
            total += took;
            most_nodes = std::max(most_nodes, search.nodes());
        }
    }
    const auto searched = static_cast<double>(state.iterations()) * kPositions;
    state.counters["max_nodes"] = static_cast<double>(most_nodes);
    state.counters["max_ms"] = longest.count();
    state.counters["mean_ms"] = total.count() / searched;
}
BENCHMARK(search_sample)
    ->ArgNames({"files", "ranks", "pawns"})
    ->Args({5, 5, 10})
    ->Args({6, 6, 8})
    ->Unit(benchmark::kMillisecond);

// The price of having a search at hand: what a program pays before its first question.
void search_ready(benchmark::State& state) {
    for (auto _ : state) {
        Search search({6, 6});
        benchmark::DoNotOptimize(&search);
    }
}
BENCHMARK(search_ready)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace hexa

BENCHMARK_MAIN();
