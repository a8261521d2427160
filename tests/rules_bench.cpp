// How fast moves are generated and made, beside the plain rules. Run it in the `release` preset.
#include "rules.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "plain_rules.h"

namespace hexa {
namespace {

constexpr Board kBoard{6, 6};

// Unfinished positions of random games.
const std::vector<Position>& positions() {
    static const std::vector<Position> made = [] {
        const Rules rules(kBoard);
        std::mt19937_64 random(1);
        std::vector<Position> result;
        while (result.size() < 4096) {
            Position p = rules.start();
            while (!rules.finished(p)) {
                result.push_back(p);
                const MoveList moves = rules.moves(p);
                if (moves.empty()) break;
                p = Rules::after(p, moves[random() % moves.size()]);
            }
        }
        return result;
    }();
    return made;
}

// One position's legal moves.
void generate_moves(benchmark::State& state) {
    const Rules rules(kBoard);
    std::size_t i = 0;
    std::uint64_t moves = 0;
    for (auto _ : state) {
        const MoveList list = rules.moves(positions()[i]);
        benchmark::DoNotOptimize(list.begin());
        moves += list.size();
        i = (i + 1) % positions().size();
    }
    state.counters["moves_per_second"] =
        benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}
BENCHMARK(generate_moves);

// The same, and each of them made.
void make_moves(benchmark::State& state) {
    const Rules rules(kBoard);
    std::size_t i = 0;
    std::uint64_t moves = 0;
    for (auto _ : state) {
        const Position& p = positions()[i];
        for (const Move move : rules.moves(p)) {
            benchmark::DoNotOptimize(Rules::after(p, move));
            ++moves;
        }
        i = (i + 1) % positions().size();
    }
    state.counters["moves_per_second"] =
        benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}
BENCHMARK(make_moves);

// The same by the rules that the tests compare with.
void make_moves_plain(benchmark::State& state) {
    std::size_t i = 0;
    std::uint64_t moves = 0;
    for (auto _ : state) {
        const auto children = plain::children(kBoard, positions()[i]);
        benchmark::DoNotOptimize(children.data());
        moves += children.size();
        i = (i + 1) % positions().size();
    }
    state.counters["moves_per_second"] =
        benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}
BENCHMARK(make_moves_plain);

std::uint64_t perft(const Rules& rules, const Position& p, int depth) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const Move move : rules.moves(p)) leaves += perft(rules, Rules::after(p, move), depth - 1);
    return leaves;
}

// The games of so many plies from the start.
void perft_start(benchmark::State& state) {
    const Rules rules(kBoard);
    std::uint64_t leaves = 0;
    for (auto _ : state) {
        leaves += perft(rules, rules.start(), static_cast<int>(state.range(0)));
    }
    state.counters["leaves_per_second"] =
        benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}
BENCHMARK(perft_start)->ArgName("plies")->Arg(8)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hexa

BENCHMARK_MAIN();
