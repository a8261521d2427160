// How fast boards are labelled, on one thread and on two, in how much memory; what one large slice
// alone takes; and how long the solver that people would otherwise write needs for the same labels.
//
//     sweep_bench [WxH...]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include "columns.h"
#include "enumerate.h"
#include "flat_solver.h"
#include "slice_tasks.h"
#include "sweep.h"
#include "sweep_slice.h"
#include "tail_cache.h"
#include "threads.h"

namespace {

using namespace hexa;

// Positions that the plain solver may remember: 6x5 is well within. On larger boards its rate is
// taken from the first so many, which flatters it: later ones miss the caches more.
constexpr std::uint64_t kMostPlain = 60'000'000;

double seconds_of(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double millions(std::uint64_t positions, double seconds) {
    return static_cast<double>(positions) / seconds / 1e6;
}

template <typename... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
    fmt::print(format, std::forward<Args>(args)...);
    std::fflush(stdout);
}

// Keeps the distances of the sets that `wanted` names.
class Keeper : public LabelSink {
public:
    explicit Keeper(std::function<bool(SetId)> wanted) : wanted_(std::move(wanted)) {}

    [[nodiscard]] bool wants(SetId set) const override { return wanted_(set); }
    void take(SetId set, std::uint64_t first, std::span<std::uint8_t> distances) override {
        const std::lock_guard lock(mutex_);
        std::vector<Score>& labels = at(set);
        labels.resize(std::max(labels.size(), first + distances.size()));
        std::copy(distances.begin(), distances.end(), labels.begin() + first);
    }
    [[nodiscard]] std::vector<Score>& at(SetId set) { return sets_[{set.slice, set.to_move}]; }

private:
    std::function<bool(SetId)> wanted_;
    std::mutex mutex_;
    std::map<std::pair<int, Side>, std::vector<Score>> sets_;
};

// A board with its index, and the quickest of a few runs on some threads.
struct Run {
    Run(Board board, int threads_used) : threads(threads_used), columns(board.ranks) {
        enumerate_seconds = seconds_of([&] {
            index = std::make_unique<Index>(make_index(
                enumerate(board, columns, threads, budget, stop, progress), columns, budget));
        });
        const std::size_t before = budget.used();
        sweep_seconds = seconds_of([&] { result = sweep_board(nullptr); });
        label_bytes = budget.peak() - before;
    }
    SweepResult sweep_board(LabelSink* sink) {
        return sweep(columns, *index, {.threads = threads}, budget, stop, progress, sink);
    }

    int threads;
    MemoryBudget budget;
    StopFlag stop;
    Progress progress;
    Columns columns;
    std::unique_ptr<Index> index;
    SweepResult result;
    double enumerate_seconds = 0;
    double sweep_seconds = 0;
    std::size_t label_bytes = 0;
};

// One slice, swept again and again after those its captures lead to.
void bench_slice(Run& run, Material m) {
    const Board board = run.index->board();
    const int slice = slice_number(board, m);
    const SetId after_white{slice_number(board, {m.white, m.black - 1}), Side::kBlack};
    const SetId after_black{slice_number(board, {m.white - 1, m.black}), Side::kWhite};
    const auto same = [](SetId a, SetId b) { return a.slice == b.slice && a.to_move == b.to_move; };
    Keeper kept([&](SetId set) {
        return set.slice == slice || same(set, after_white) || same(set, after_black);
    });
    (void)run.sweep_board(&kept);
    for (const SetId set : {after_white, after_black}) {
        std::vector<Score>& labels = kept.at(set);
        std::transform(labels.begin(), labels.end(), labels.begin(),
                       [](Score dtw) { return score_of_dtw(dtw); });
    }

    using Number = std::uint16_t;
    TailCache<Number> programs(run.columns, *run.index, run.budget);
    tbb::enumerable_thread_specific<SliceSweeper<Number>> sweepers([&] {
        return SliceSweeper<Number>(run.columns, *run.index, programs, usable_kernels().back());
    });
    std::vector<SliceTask> tasks;
    TaskGraph graph;
    add_slice_tasks(run.columns, *run.index, slice, tasks, graph);
    const auto block = [&](SetId set, auto& labels) {
        return Block{run.index->root(set.slice, set.to_move), labels.data()};
    };
    const SetId white{slice, Side::kWhite};
    const SetId black{slice, Side::kBlack};
    const std::uint64_t positions = graph.work();
    LabelArray white_labels(run.index->size(slice, Side::kWhite), run.budget);
    LabelArray black_labels(run.index->size(slice, Side::kBlack), run.budget);
    const SliceBlocks blocks{
        {block(white, white_labels), block(black, black_labels)},
        {block(after_white, kept.at(after_white)), block(after_black, kept.at(after_black))}};
    const auto sweep_slice = [&] {
        graph.run([&](int t) {
            sweepers.local().sweep(blocks, tasks[t].prefix.data(), task_files(board));
        });
    };
    say("  slice {} against {} alone: {} positions, {} tasks, parallelism {:.0f}\n", m.white,
        m.black, positions, graph.tasks(),
        static_cast<double>(positions) / static_cast<double>(graph.critical_path()));
    // The first time, programs are compiled.
    double one_thread = 0;
    for (const auto& [threads, what] :
         {std::pair{1, "compiling"}, std::pair{1, "1 thread"}, std::pair{2, "2 threads"}}) {
        double best = 1e9;
        for (int round = 0; round < (threads == 1 && one_thread == 0 ? 1 : 3); ++round) {
            run_on_threads(threads, [&] { best = std::min(best, seconds_of(sweep_slice)); });
        }
        if (threads == 1) one_thread = best;
        say("    {:10} {:8.3f} s {:8.1f} M/s   {:.2f} times one thread\n", what, best,
            millions(positions, best), one_thread / best);
    }
    for (const auto& [set, labels] :
         {std::pair{white, &white_labels}, std::pair{black, &black_labels}}) {
        if (!std::equal(labels->data(), labels->data() + labels->size(), kept.at(set).data(),
                        [](Score score, Score dtw) { return score == score_of_dtw(dtw); })) {
            say("    WRONG LABELS\n");
        }
    }
}

void bench_plain(Run& run) {
    const Board board = run.index->board();
    const std::uint64_t all = run.result.wins + run.result.losses;
    FlatSolver solver(board, std::min(all, kMostPlain));
    bool complete = true;
    const double seconds = seconds_of([&] {
        try {
            (void)solver.dtw(Rules(board).start());
        } catch (const FlatSolver::Full&) {
            complete = false;
        }
    });
    const double ours = run.enumerate_seconds + run.sweep_seconds;
    const double rate = millions(solver.size(), seconds);
    say("  plain solver: {} positions in {:.2f} s, {:.2f} M/s, {:.1f} bytes a position\n",
        solver.size(), seconds, rate,
        static_cast<double>(solver.bytes()) / static_cast<double>(solver.size()));
    say("    enumerate + sweep is {:.1f} times faster{}\n", millions(all, ours) / rate,
        complete ? "" : ", by these rates: the plain solver was stopped");
    if (!complete) return;
    Keeper kept([](SetId) { return true; });
    (void)run.sweep_board(&kept);
    std::uint64_t different = 0;
    solver.for_each([&](const Position& p, int dtw) {
        const auto place = run.index->rank(p);
        different += !place || kept.at({place->slice, place->to_move}).data()[place->rank] != dtw;
    });
    say("    {} of its {} labels differ; the sweep has {} positions\n", different, solver.size(),
        all);
}

void bench(Board board) {
    std::unique_ptr<Run> run;
    double one_thread = 0;
    for (const int threads : {1, 2}) {
        run = std::make_unique<Run>(board, threads);
        const SweepResult& r = run->result;
        const std::uint64_t positions = r.wins + r.losses;
        if (threads == 1) {
            one_thread = run->sweep_seconds;
            say("{}: {} positions, digest {:016x}, parallelism {:.0f}\n", to_string(board),
                positions, r.digest,
                static_cast<double>(r.work) / static_cast<double>(r.critical_path));
            say("  bytes a position: {:.3f} for labels, {:.3f} for the index\n",
                static_cast<double>(run->label_bytes) / static_cast<double>(positions),
                static_cast<double>(run->index->bytes()) / static_cast<double>(positions));
        }
        say("  {} thread{}: enumerate {:7.3f} s, sweep {:7.3f} s, {:6.1f} M/s, {:.2f} times one "
            "thread\n",
            threads, threads == 1 ? " " : "s", run->enumerate_seconds, run->sweep_seconds,
            millions(positions, run->sweep_seconds), one_thread / run->sweep_seconds);
    }
    if (board.files > 2) bench_slice(*run, {board.files - 2, board.files - 1});
    bench_plain(*run);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        std::vector<Board> boards;
        for (int i = 1; i < argc; ++i) boards.push_back(parse_board(argv[i]));
        if (boards.empty()) boards = {{5, 5}, {6, 5}, {6, 6}, {7, 5}};
        for (const Board board : boards) bench(board);
    } catch (const Error& error) {
        fmt::print(stderr, "sweep_bench: {}\n", error.what());
        return static_cast<int>(error.status());
    }
}
