// What packing a table costs at each level, and what an answer from a table costs. Run it in the
// `release` preset.
#include "table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>
#include <oneapi/tbb/parallel_for.h>

#include "generate.h"
#include "labelled.h"
#include "sample.h"
#include "table_writer.h"
#include "threads.h"

namespace hexa {
namespace {

constexpr int kThreads = 2;

// Everything that writing takes when the labels are there: free entries, zstd, the file.
void write_table(benchmark::State& state) {
    const Board board{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
    const int level = static_cast<int>(state.range(2));
    Labelled& made = Labelled::of(board);
    struct Piece {
        SetId set;
        std::uint64_t first;
        std::size_t size;
        const std::uint8_t* distances;
    };
    std::vector<Piece> pieces;
    for (const auto& [set, distances] : made.labels) {
        if (set.second != Side::kWhite) continue;
        for (std::size_t first = 0; first < distances.size(); first += LabelSink::kPiece) {
            pieces.push_back({{set.first, set.second},
                              first,
                              std::min(LabelSink::kPiece, distances.size() - first),
                              distances.data() + first});
        }
    }
    const TemporaryFolder folder;
    const auto path = folder.path() / "bench.hxt";
    std::uint64_t bytes = 0;
    for (auto _ : state) {
        TableWriter writer(path, true, made.enumerated.index, level, made.enumerated.stop);
        run_on_threads(kThreads, [&] {
            tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t i) {
                const Piece& piece = pieces[i];
                std::vector<std::uint8_t> copy(piece.distances, piece.distances + piece.size);
                writer.take(piece.set, piece.first, copy);
            });
        });
        writer.finish(made.result.digest);
        bytes = writer.file_bytes();
    }
    const auto positions = static_cast<double>(made.enumerated.enumeration.unfinished());
    state.counters["file_bytes"] = static_cast<double>(bytes);
    state.counters["bits_per_position"] = static_cast<double>(bytes) * 8 / positions;
    state.counters["positions_per_second"] =
        benchmark::Counter(positions, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(write_table)
    ->ArgNames({"files", "ranks", "level"})
    ->ArgsProduct({{5}, {5}, {1, 3, 6, 9, 12, 15, 19}})
    ->ArgsProduct({{6}, {5}, {1, 3, 6, 9, 12, 15, 19}})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// The table of 6x6, made once, and random positions that need it: those that a look at the board
// does not tell.
class Probes {
public:
    static constexpr Board kBoard{6, 6};

    static const Probes& get() {
        static const Probes made;
        return made;
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] const std::vector<Position>& positions(Side to_move) const {
        return positions_[static_cast<int>(to_move)];
    }

private:
    Probes() : path_(folder_.path() / "6x6.hxt") {
        MemoryBudget budget;
        StopFlag stop;
        Progress progress;
        GenerateOptions options;
        options.threads = kThreads;
        options.file = path_;
        options.level = kDefaultLevel;
        (void)generate(kBoard, options, budget, stop, progress);
        const Table table = Table::open(path_, std::size_t{1} << 30);
        for (const Position& p : Sample(kBoard).positions) {
            auto& to = positions_[static_cast<int>(p.to_move)];
            if (to.size() < kMost && table.dtw(p).value_or(0) > 1) to.push_back(p);
        }
    }

    static constexpr std::size_t kMost = std::size_t{1} << 15;
    TemporaryFolder folder_;
    std::filesystem::path path_;
    std::array<std::vector<Position>, 2> positions_;
};

void open_table(benchmark::State& state) {
    const auto& path = Probes::get().path();
    for (auto _ : state) benchmark::DoNotOptimize(Table::open(path));
    state.counters["file_bytes"] = static_cast<double>(std::filesystem::file_size(path));
    state.counters["index_bytes"] = static_cast<double>(Table::open(path).index().bytes());
}
BENCHMARK(open_table)->Unit(benchmark::kMillisecond);

void rank_white(benchmark::State& state) {
    const Table table = Table::open(Probes::get().path());
    const auto& positions = Probes::get().positions(Side::kWhite);
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(table.index().rank(positions[i]));
        i = (i + 1) % positions.size();
    }
}
BENCHMARK(rank_white);

void unrank_white(benchmark::State& state) {
    const Table table = Table::open(Probes::get().path());
    std::vector<WhiteIndex::Place> places;
    for (const Position& p : Probes::get().positions(Side::kWhite)) {
        places.push_back(table.index().rank(p).value());
    }
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(table.index().unrank(places[i]));
        i = (i + 1) % places.size();
    }
}
BENCHMARK(unrank_white);

void probe(benchmark::State& state, const Table& table, Side to_move) {
    const auto& positions = Probes::get().positions(to_move);
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(table.dtw(positions[i]));
        i = (i + 1) % positions.size();
    }
}

// The file is in the page cache, and no block is unpacked: none is kept but the last.
void probe_cold(benchmark::State& state) {
    const Table table = Table::open(Probes::get().path(), 0);
    probe(state, table, static_cast<Side>(state.range(0)));
}
BENCHMARK(probe_cold)->ArgName("black")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

// Every block is unpacked.
void probe_warm(benchmark::State& state) {
    const Side to_move = static_cast<Side>(state.range(0));
    const Table table = Table::open(Probes::get().path(), std::size_t{1} << 30);
    for (const Position& p : Probes::get().positions(to_move)) (void)table.dtw(p);
    probe(state, table, to_move);
}
BENCHMARK(probe_warm)->ArgName("black")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

// Whole games, each position on the way, with the usual cache: what a stream of positions costs.
void probe_games(benchmark::State& state) {
    const Rules rules(Probes::kBoard);
    const Table table = Table::open(Probes::get().path());
    std::mt19937_64 random(1);
    std::vector<Position> positions;
    while (positions.size() < 1 << 15) {
        Position p = rules.start();
        while (!rules.finished(p)) {
            positions.push_back(p);
            const MoveList moves = rules.moves(p);
            if (moves.empty()) break;
            p = Rules::after(p, moves[random() % moves.size()]);
        }
    }
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(table.dtw(positions[i]));
        i = (i + 1) % positions.size();
    }
}
BENCHMARK(probe_games)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace hexa

BENCHMARK_MAIN();
