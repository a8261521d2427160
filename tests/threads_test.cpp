// What threads do together, on boards small enough for ThreadSanitizer: the tsan preset runs this.
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <latch>
#include <memory>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "enumerated.h"
#include "generate.h"
#include "made_table.h"
#include "parallel_loop.h"
#include "stop.h"
#include "sweep.h"
#include "table.h"
#include "table_labels.h"
#include "table_stats.h"
#include "table_writer.h"
#include "threads.h"
#include "verify.h"

namespace hexa {
namespace {

TEST(Threads, TakeEveryRoundOfALoopOnce) {
    for (const int threads : {1, 2, 5}) {
        for (const std::uint64_t count : {0, 1, 3, 1000}) {
            std::vector<int> calls(count);
            run_on_threads(threads, [&] { parallel_loop(count, [&](auto i) { ++calls[i]; }); });
            EXPECT_EQ(calls, std::vector<int>(count, 1)) << threads;
        }
    }
}

TEST(Threads, LeaveALoopAtTheFirstException) {
    for (const int threads : {1, 4}) {
        std::atomic<std::uint64_t> calls{0};
        const auto body = [&](std::uint64_t i) {
            ++calls;
            if (i == 7) throw std::runtime_error("round 7");
        };
        EXPECT_THROW(run_on_threads(threads, [&] { parallel_loop(1'000'000'000, body); }),
                     std::runtime_error);
        EXPECT_LT(calls, 1'000'000'000u);
    }
}

std::vector<std::byte> generated_bytes(Board board, int threads) {
    const TemporaryFolder folder;
    MemoryBudget budget;
    const StopFlag stop;
    Progress progress;
    const auto path = folder.path() / "table.hxt";
    (void)generate(board, {.threads = threads, .file = path, .level = 3}, budget, stop, progress);
    return read_file(path);
}

// Enumerating, labelling and writing at once.
TEST(Threads, MakeTheSameFileHoweverManyThereAre) {
    for (const Board board : {Board{1, 6}, Board{4, 4}, Board{4, 5}, Board{5, 4}}) {
        const auto one = generated_bytes(board, 1);
        for (const int threads : {2, 5}) {
            EXPECT_EQ(generated_bytes(board, threads), one)
                << to_string(board) << " with " << threads << " threads";
        }
    }
}

// Raises a flag with the first piece that is handed on: some way into the sweep.
class Stopper : public LabelSink {
public:
    Stopper(LabelSink& next, StopFlag& stop) : next_(next), stop_(stop) {}

    [[nodiscard]] bool wants(SetId set) const override { return next_.wants(set); }
    void take(SetId set, std::uint64_t first, std::span<std::uint8_t> distances) override {
        stop_.raise();
        next_.take(set, first, distances);
    }

private:
    LabelSink& next_;
    StopFlag& stop_;
};

TEST(Threads, StopInTheMiddle) {
    const TemporaryFolder folder;
    Enumerated e({5, 4}, 3);
    {
        TableWriter writer(folder.path() / "table.hxt", false, e.index, kDefaultLevel, e.stop);
        Stopper stopper(writer, e.stop);
        EXPECT_THROW(
            (void)sweep(e.columns, e.index, {.threads = 3}, e.budget, e.stop, e.progress, &stopper),
            Stopped);
        EXPECT_LT(e.progress.done, e.enumeration.unfinished());
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// One reader for all, without room for a single block: each answer takes what another drops.
TEST(Threads, ShareAReader) {
    const MadeTable made({5, 4});
    const Table table = Table::open(made.path, 0);
    std::vector<std::pair<Position, int>> questions;
    for (const auto& [set, labels] : made.labels) {
        for (std::size_t rank = 0; rank < labels.size(); rank += 97) {
            questions.emplace_back(made.enumerated.index.unrank({set.first, set.second, rank}),
                                   labels[rank]);
        }
    }
    constexpr std::size_t kThreads = 4;
    std::latch begin(kThreads);
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < kThreads; ++t) {
            threads.emplace_back([&, t] {
                begin.arrive_and_wait();
                for (std::size_t i = 0; i < questions.size(); ++i) {
                    // Each begins elsewhere.
                    const std::size_t at = (i + t * questions.size() / kThreads) % questions.size();
                    const auto& [position, dtw] = questions[at];
                    wrong += table.dtw(position) != dtw;
                }
            });
        }
    }
    EXPECT_GT(questions.size(), 1000u);
    EXPECT_EQ(wrong, 0);
}

// 186,255 positions: more than one range of them for each thread.
TEST(Threads, VerifyAndCount) {
    const MadeTable made({5, 4});
    MemoryBudget budget;
    const StopFlag stop;
    Progress progress;
    const Verdict verdict =
        verify_deep(std::make_unique<FileSource>(made.path), 3, budget, stop, progress);
    EXPECT_EQ(verdict.defect, "");
    EXPECT_EQ(verdict.checked, made.enumerated.enumeration.unfinished());

    const Table table = Table::open(made.path);
    const Index& index = made.enumerated.index;
    std::uint64_t counted = 0;
    run_on_threads(3, [&] {
        const TableLabels labels(table, index, budget, stop, progress);
        const TableStats stats = table_stats(index, labels, stop);
        for (const std::uint64_t positions : stats.by_distance) counted += positions;
    });
    EXPECT_EQ(counted, made.enumerated.enumeration.unfinished());
}

}  // namespace
}  // namespace hexa
