#include "sweep.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sizes.h"
#include "swept.h"
#include "wing.h"

namespace hexa {
namespace {

TEST(Sweep, GivesTheSameDigestForAnyThreadsAndInstructions) {
    for (const Board board : {Board{2, 6}, Board{4, 5}, Board{5, 5}}) {
        Enumerated e(board);
        const std::uint64_t digest =
            sweep_it(e, {.threads = 1, .kernels = &usable_kernels().front()}).digest;
        for (const int threads : {1, 2, 5}) {
            for (const Kernels& kernels : usable_kernels()) {
                EXPECT_EQ(sweep_it(e, {.threads = threads, .kernels = &kernels}).digest, digest)
                    << to_string(board) << ", " << threads << " threads, " << kernels.name;
            }
        }
    }
}

TEST(Sweep, GivesTheSameDigestWithWideNumbersInPrograms) {
    for (const Board board : {Board{1, 5}, Board{2, 6}, Board{4, 5}, Board{5, 4}}) {
        Enumerated e(board);
        EXPECT_EQ(sweep_it(e, {.threads = 2, .wide_programs = true}).digest,
                  sweep_it(e, {.threads = 2}).digest)
            << to_string(board);
    }
}

// A limit that a sweep can be held to: what the index took, and so much beyond the labels.
SweepResult sweep_within(Board board, std::size_t beyond_labels, std::size_t& peak) {
    const Columns columns(board.ranks);
    MemoryBudget generous;
    const StopFlag stop;
    Progress progress;
    const Enumeration enumeration = enumerate(board, columns, 1, generous, stop, progress);
    const Index index = make_index(enumeration, columns, generous);
    MemoryBudget budget(sweep_memory(index) + beyond_labels);
    const SweepResult result =
        sweep(columns, index, {.threads = 2}, budget, stop, progress, nullptr);
    peak = budget.peak();
    return result;
}

// With room for a few programs or none, nearly all are compiled for one use.
TEST(Sweep, NeedsNoMoreThanTheMemoryItNames) {
    Enumerated e({5, 4});
    const std::uint64_t digest = sweep_it(e, {}).digest;
    for (const std::size_t beyond : {std::size_t{0}, std::size_t{100'000}, std::size_t{300'000}}) {
        std::size_t peak = 0;
        EXPECT_EQ(sweep_within({5, 4}, least_program_bytes(e.index) + beyond, peak).digest, digest);
        EXPECT_LE(peak, sweep_memory(e.index));
    }
}

TEST(Sweep, RefusesTooLittleMemoryBeforeItBegins) {
    Enumerated e({5, 5});
    constexpr std::size_t kUsed = 3u << 20;
    MemoryBudget budget((1u << 19) + kUsed);
    budget.charge(kUsed);
    try {
        (void)sweep(e.columns, e.index, {}, budget, e.stop, e.progress, nullptr);
        FAIL();
    } catch (const MemoryError& error) {
        const std::uint64_t labels = sweep_memory(e.index);
        EXPECT_EQ(error.status(), ExitStatus::kFileOrMemory);
        EXPECT_EQ(std::string(error.what()),
                  fmt::format("labelling 5x5 needs {} of memory, {} of it for labels, and 3.5 MiB "
                              "are allowed; allow more with --memory",
                              size_text(kUsed + labels + least_program_bytes(e.index)),
                              size_text(labels)));
    }
    EXPECT_EQ(e.progress.done, 0u);
    EXPECT_EQ(budget.used(), kUsed);
}

// Labels are needed for two neighbouring pawn totals at a time. 5x5 has 1,949,874 positions, and no
// more than that many bytes can be needed.
TEST(Sweep, NeedsLessThanOneBytePerPosition) {
    Enumerated e({5, 5});
    EXPECT_LT(sweep_memory(e.index), 1'949'874u);
    EXPECT_GT(sweep_memory(e.index), 1'949'874u / 2 / 5);
}

// Raises a flag from within, at the first piece handed on: some way into the sweep.
class Stopper : public LabelSink {
public:
    explicit Stopper(StopFlag& stop) : stop_(stop) {}
    void take(SetId, std::uint64_t, std::span<std::uint8_t>) override { stop_.raise(); }

private:
    StopFlag& stop_;
};

TEST(Sweep, StopsInTheMiddleAndKeepsNothing) {
    for (const int threads : {1, 2}) {
        Enumerated e({4, 4});
        const std::size_t before = e.budget.used();
        Stopper stopper(e.stop);
        EXPECT_THROW((void)sweep_it(e, {.threads = threads}, &stopper), Stopped);
        EXPECT_LT(e.progress.done, e.enumeration.unfinished());
        EXPECT_EQ(e.budget.used(), before);
    }
}

TEST(Sweep, HasParallelismToSpare) {
    Enumerated e({6, 4});
    const SweepResult result = sweep_it(e, {});
    EXPECT_GE(result.work, e.enumeration.unfinished());
    EXPECT_GT(result.work, 8 * result.critical_path);
}

}  // namespace
}  // namespace hexa
