#include "sweep.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "enumerated.h"
#include "plain_solver.h"

namespace hexa {
namespace {

// Keeps every set's distances.
class Keeper : public LabelSink {
public:
    void take(SetId set, LabelArray distances) override {
        const std::lock_guard lock(mutex_);
        sets_[{set.slice, set.to_move}] = std::move(distances);
    }
    int at(const Index::Place& place) const {
        return sets_.at({place.slice, place.to_move}).data()[place.rank];
    }

private:
    std::mutex mutex_;
    std::map<std::pair<int, Side>, LabelArray> sets_;
};

SweepResult sweep_it(Enumerated& e, const SweepOptions& options, LabelSink* sink = nullptr) {
    return sweep(e.columns, e.index, options, e.budget, e.stop, e.progress, sink);
}

// Every label against the plain memo solver's; the two share the rules' positions and nothing else.
void expect_plain_labels(Board board) {
    Enumerated e(board);
    Keeper labels;
    const SweepResult result = sweep_it(e, {.threads = 2}, &labels);
    plain::Solver solver(board);
    std::uint64_t seen = 0;
    std::uint64_t wins = 0;
    int longest = 0;
    for (const Position& p : plain::reachable(board)) {
        if (Rules(board).finished(p)) continue;
        const auto place = e.index.rank(p);
        ASSERT_TRUE(place.has_value());
        const int dtw = solver.dtw(p);
        ASSERT_EQ(labels.at(*place), dtw) << to_string(board);
        ++seen;
        wins += dtw % 2;
        longest = std::max(longest, dtw);
    }
    EXPECT_EQ(seen, e.enumeration.unfinished());
    EXPECT_EQ(result.wins, wins);
    EXPECT_EQ(result.losses, seen - wins);
    EXPECT_EQ(result.longest, longest);
    EXPECT_EQ(labels.at(result.longest_at), longest);
    EXPECT_EQ(result.start, solver.dtw(Rules(board).start()));
}

TEST(Sweep, LabelsNarrowBoardsAsThePlainSolverDoes) {
    for (int ranks = kMinRanks; ranks <= 8; ++ranks) {
        for (int files = 1; files <= 2; ++files) expect_plain_labels({files, ranks});
    }
    for (int ranks = kMinRanks; ranks <= 6; ++ranks) expect_plain_labels({3, ranks});
    expect_plain_labels({1, 10});
    expect_plain_labels({2, 10});
}

TEST(Sweep, LabelsWideBoardsAsThePlainSolverDoes) {
    for (const Board board : {Board{4, 3}, Board{4, 4}, Board{4, 5}, Board{5, 3}, Board{5, 4},
                              Board{6, 3}, Board{7, 3}}) {
        expect_plain_labels(board);
    }
}

TEST(Sweep, LabelsAll5x5PositionsAsThePlainSolverDoes) { expect_plain_labels({5, 5}); }

// The start values that an independent brute-force solver gave.
TEST(Sweep, KnowsTheStartPositions) {
    const std::map<std::string, int> known{
        {"3x3", 6}, {"4x4", 11}, {"5x5", 19}, {"5x4", 14}, {"4x5", 16}};
    for (const auto& [board, dtw] : known) {
        Enumerated e(parse_board(board));
        EXPECT_EQ(sweep_it(e, {}).start, dtw) << board;
    }
}

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

}  // namespace
}  // namespace hexa
