// Every label of many boards against solvers that know nothing of diagrams.
#include <algorithm>
#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "flat_solver.h"
#include "plain_solver.h"
#include "search.h"
#include "swept.h"

namespace hexa {
namespace {

// A board's labels, to be compared one by one with another solver's; then what the sweep reports.
class Labelled {
public:
    explicit Labelled(Board board)
        : e_(board), result_(sweep_it(e_, {.threads = 2}, &labels_)), rules_(board) {}

    void expect(const Position& p, int dtw) {
        const auto place = e_.index.rank(p);
        ASSERT_TRUE(place.has_value());
        ASSERT_EQ(labels_.at(*place), dtw) << to_string(e_.index.board());
        if (p == rules_.start()) {
            EXPECT_EQ(result_.start, dtw);
        }
        ++seen_;
        wins_ += dtw % 2;
        longest_ = std::max(longest_, dtw);
    }
    void expect_totals() {
        EXPECT_EQ(seen_, e_.enumeration.unfinished());
        EXPECT_EQ(result_.wins, wins_);
        EXPECT_EQ(result_.losses, seen_ - wins_);
        EXPECT_EQ(result_.longest, longest_);
        EXPECT_EQ(labels_.at(result_.longest_at), longest_);
        EXPECT_EQ(labels_.size(), seen_);
        EXPECT_EQ(e_.progress.done, seen_);
        EXPECT_EQ(e_.progress.total, seen_);
    }
    // The positions in slice and rank order, White to move first.
    [[nodiscard]] Position at(std::uint64_t number) const {
        for (int slice = 0;; ++slice) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                const std::uint64_t size = e_.index.size(slice, side);
                if (number < size) return e_.index.unrank({slice, side, number});
                number -= size;
            }
        }
    }
    [[nodiscard]] const SweepResult& result() const { return result_; }
    [[nodiscard]] std::uint64_t unfinished() const { return e_.enumeration.unfinished(); }

private:
    Enumerated e_;
    Keeper labels_;
    SweepResult result_;
    Rules rules_;
    std::uint64_t seen_ = 0;
    std::uint64_t wins_ = 0;
    int longest_ = 0;
};

// Every label against the plain memo solver's; the two share nothing but the type of a position.
void expect_plain_labels(Board board) {
    Labelled labelled(board);
    plain::Solver solver(board);
    for (const Position& p : plain::reachable(board)) {
        if (!Rules(board).finished(p)) labelled.expect(p, solver.dtw(p));
        if (testing::Test::HasFailure()) return;
    }
    labelled.expect_totals();
}

// The same against a quicker solver, which shares the rules: for larger boards. The solver visits
// every position of every game, so it finds its own set of them.
SweepResult expect_flat_labels(Board board) {
    Labelled labelled(board);
    FlatSolver solver(board, labelled.unfinished() + 1);
    (void)solver.dtw(Rules(board).start());
    solver.for_each([&](const Position& p, int dtw) {
        if (!testing::Test::HasFailure()) labelled.expect(p, dtw);
    });
    labelled.expect_totals();
    return labelled.result();
}

TEST(SweepLabels, LabelsNarrowBoardsAsThePlainSolverDoes) {
    for (int ranks = kMinRanks; ranks <= 8; ++ranks) {
        for (int files = 1; files <= 2; ++files) expect_plain_labels({files, ranks});
    }
    for (int ranks = kMinRanks; ranks <= 6; ++ranks) expect_plain_labels({3, ranks});
    expect_plain_labels({1, 10});
    expect_plain_labels({2, 10});
}

TEST(SweepLabels, LabelsWideBoardsAsThePlainSolverDoes) {
    for (const Board board : {Board{4, 3}, Board{4, 4}, Board{4, 5}, Board{5, 3}, Board{5, 4},
                              Board{6, 3}, Board{7, 3}}) {
        expect_plain_labels(board);
    }
}

TEST(SweepLabels, LabelsTallBoardsAsAFlatSolverDoes) {
    for (const Board board : {Board{3, 7}, Board{3, 8}, Board{3, 9}, Board{3, 10}, Board{4, 6},
                              Board{4, 7}, Board{4, 8}}) {
        expect_flat_labels(board);
    }
}

TEST(SweepLabels, LabelsLargerBoardsAsAFlatSolverDoes) {
    for (const Board board : {Board{6, 4}, Board{8, 3}, Board{9, 3}}) expect_flat_labels(board);
}

// The start values that an independent brute-force solver gave.
TEST(SweepLabels, KnowsTheStartPositions) {
    const std::map<std::string, int> known{
        {"3x3", 6}, {"4x4", 11}, {"5x5", 19}, {"5x4", 14}, {"4x5", 16}};
    for (const auto& [board, dtw] : known) {
        Enumerated e(parse_board(board));
        EXPECT_EQ(sweep_it(e, {}).start, dtw) << board;
    }
}

// The project's signatures. On the boards up to 5x5 every label behind them is compared with
// another solver's here; 6x5 and 6x6 were compared likewise when the digests were fixed.
TEST(SweepLabels, HasTheDigestsThatNeverChange) {
    EXPECT_EQ(expect_flat_labels({3, 3}).digest, 0x54f594b0d1180babu);
    EXPECT_EQ(expect_flat_labels({4, 4}).digest, 0x2c053131eba12d28u);
    EXPECT_EQ(expect_flat_labels({5, 5}).digest, 0xb16faf52e88c6de4u);
}

// Positions drawn evenly from all reachable ones. The search gives up on those that take it too
// long, mostly ones with many pawns, until it has answered 10,000; which also shows how many it
// did.
TEST(SweepLabels, AgreeWithTheSearchOnRandom6x6Positions) {
    constexpr int kAnswers = 10'000;
    constexpr std::uint64_t kMostNodes = 20'000;
    const Board board{6, 6};
    Labelled labelled(board);
    Search search(board, std::size_t{16} << 20);
    std::mt19937_64 random(6);
    int asked = 0;
    for (int answers = 0; answers < kAnswers; ++asked) {
        const Position p = labelled.at(random() % labelled.unfinished());
        const auto dtw = search.dtw(p, {.deadline = {}, .max_nodes = kMostNodes});
        if (!dtw) continue;
        ++answers;
        labelled.expect(p, *dtw);
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_LT(asked, kAnswers + kAnswers / 100);
}

}  // namespace
}  // namespace hexa
