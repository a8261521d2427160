#include "kernels.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace hexa {
namespace {

constexpr std::size_t kMostBytes = 200;
// Beyond the run on both sides, to see that nothing else is touched.
constexpr std::size_t kMargin = 80;
constexpr Score kUntouched = 0xA5;

std::vector<Score> random_bytes(std::size_t size, std::mt19937_64& random) {
    std::vector<Score> bytes(size);
    for (Score& b : bytes) b = static_cast<Score>(random());
    return bytes;
}

// Scores that positions can have: even ones.
std::vector<Score> random_scores(std::size_t size, std::mt19937_64& random) {
    std::vector<Score> scores = random_bytes(size, random);
    for (Score& s : scores) s &= 0xFE;
    return scores;
}

// Calls test(kernels, size, offset) for every set of loops, every size and some misalignments.
template <typename Test>
void for_all(Test test) {
    for (const Kernels& kernels : usable_kernels()) {
        for (std::size_t size = 0; size <= kMostBytes; ++size) {
            for (const std::size_t offset : {0u, 1u, 7u, 31u}) {
                SCOPED_TRACE(testing::Message()
                             << kernels.name << ", " << size << " bytes at " << offset);
                test(kernels, size, offset);
                if (testing::Test::HasFailure()) return;
            }
        }
    }
}

// The run of `out`, and that its margins are as they were.
std::vector<Score> run_of(const std::vector<Score>& out, std::size_t size, std::size_t offset) {
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(kMargin + offset);
    const auto end = begin + static_cast<std::ptrdiff_t>(size);
    const auto untouched = [](Score s) { return s == kUntouched; };
    EXPECT_TRUE(std::all_of(out.begin(), begin, untouched));
    EXPECT_TRUE(std::all_of(end, out.end(), untouched));
    return {begin, end};
}

std::vector<Score> untouched(std::size_t size, std::size_t offset) {
    return std::vector<Score>(2 * kMargin + offset + size, kUntouched);
}

TEST(Kernels, ArePlainFirstAndNeverFewerThanEveryMachineHas) {
    ASSERT_GE(usable_kernels().size(), 2u);
    EXPECT_STREQ(usable_kernels()[0].name, "plain");
    EXPECT_STREQ(usable_kernels()[1].name, "sse2");
}

TEST(Kernels, TakeTheMinimumOfAnyNumberOfSources) {
    std::mt19937_64 random(1);
    for_all([&](const Kernels& kernels, std::size_t size, std::size_t offset) {
        for (int count = 0; count <= 4; ++count) {
            std::vector<std::vector<Score>> arrays;
            std::vector<const Score*> sources;
            std::vector<Score> expected(size, kNoChild);
            for (int s = 0; s < count; ++s) {
                arrays.push_back(random_bytes(size + offset + s, random));
                sources.push_back(arrays.back().data() + offset + s);
                for (std::size_t i = 0; i < size; ++i) {
                    expected[i] = std::min(expected[i], sources.back()[i]);
                }
            }
            std::vector<Score> out = untouched(size, offset);
            kernels.minimum(out.data() + kMargin + offset, sources.data(), count, size);
            EXPECT_EQ(run_of(out, size, offset), expected);
        }
    });
}

TEST(Kernels, LowerToAnotherSourceAndToTheScoresOfMinima) {
    std::mt19937_64 random(4);
    for_all([&](const Kernels& kernels, std::size_t size, std::size_t offset) {
        const std::vector<Score> before = random_bytes(size, random);
        std::vector<Score> source = random_scores(size + offset, random);
        for (std::size_t i = 0; i < source.size(); i += 5) source[i] = kNoChild;
        std::vector<Score> lowered;
        std::vector<Score> lowered_to_best;
        for (std::size_t i = 0; i < size; ++i) {
            lowered.push_back(std::min(before[i], source[offset + i]));
            lowered_to_best.push_back(std::min(before[i], score_of_best(source[offset + i])));
        }
        std::vector<Score> out = untouched(size, offset);
        std::copy(before.begin(), before.end(), out.begin() + kMargin + offset);
        std::vector<Score> best = out;
        kernels.lower(out.data() + kMargin + offset, source.data() + offset, size);
        EXPECT_EQ(run_of(out, size, offset), lowered);
        kernels.lower_to_best(best.data() + kMargin + offset, source.data() + offset, size);
        EXPECT_EQ(run_of(best, size, offset), lowered_to_best);
    });
}

TEST(Kernels, TurnMinimaIntoScores) {
    std::mt19937_64 random(2);
    for_all([&](const Kernels& kernels, std::size_t size, std::size_t offset) {
        std::vector<Score> best = random_scores(size + offset, random);
        for (std::size_t i = 0; i < best.size(); i += 5) best[i] = kNoChild;
        std::vector<Score> expected;
        for (std::size_t i = 0; i < size; ++i) expected.push_back(score_of_best(best[offset + i]));
        std::vector<Score> out = untouched(size, offset);
        kernels.finish(out.data() + kMargin + offset, best.data() + offset, size);
        EXPECT_EQ(run_of(out, size, offset), expected);
    });
}

TEST(Kernels, TurnScoresIntoDistances) {
    std::mt19937_64 random(3);
    for_all([&](const Kernels& kernels, std::size_t size, std::size_t offset) {
        const std::vector<Score> scores = random_scores(size, random);
        std::vector<Score> out = untouched(size, offset);
        std::copy(scores.begin(), scores.end(), out.begin() + kMargin + offset);
        std::uint64_t wins = 0;
        int longest = 0;
        std::vector<Score> expected;
        for (const Score s : scores) {
            expected.push_back(static_cast<Score>(dtw_of_score(s)));
            wins += expected.back() % 2;
            longest = std::max<int>(longest, expected.back());
        }
        const LabelSummary seen = kernels.to_dtw(out.data() + kMargin + offset, size);
        EXPECT_EQ(run_of(out, size, offset), expected);
        EXPECT_EQ(seen.wins, wins);
        EXPECT_EQ(seen.longest, longest);
    });
}

// Counters of wins are bytes inside, so a long run of nothing but wins is where they would
// overflow.
TEST(Kernels, CountTheWinsOfALongRun) {
    for (const Kernels& kernels : usable_kernels()) {
        std::vector<Score> scores(1'000'003, kWinInOne);
        const LabelSummary seen = kernels.to_dtw(scores.data(), scores.size());
        EXPECT_EQ(seen.wins, scores.size()) << kernels.name;
        EXPECT_EQ(seen.longest, 1) << kernels.name;
    }
}

// The map from the best child to the parent, from the game's side: a loss in d of the opponent is a
// win in d + 1, a win in d a loss in d + 1, and no child at all a loss in 0.
TEST(Score, OfTheBestChildIsOnePlyMore) {
    EXPECT_EQ(dtw_of_score(score_of_best(kNoChild)), 0);
    EXPECT_EQ(score_of_best(kLostChild), kWinInOne);
    for (int dtw = 0; dtw <= kMaxDtw; ++dtw) {
        EXPECT_EQ(dtw_of_score(score_of_dtw(dtw)), dtw);
        EXPECT_EQ(dtw_of_score(score_of_best(score_of_dtw(dtw))), dtw + 1);
        EXPECT_EQ(score_of_dtw(dtw) % 2, 0);
    }
}

// The opponent's quickest loss is best for the mover, then its slower losses, then its slowest win.
TEST(Score, IsSmallerForTheBetterChild) {
    std::vector<int> best_first;
    for (int dtw = 0; dtw <= kMaxDtw; dtw += 2) best_first.push_back(dtw);
    for (int dtw = kMaxDtw - 1; dtw > 0; dtw -= 2) best_first.push_back(dtw);
    for (std::size_t i = 1; i < best_first.size(); ++i) {
        EXPECT_LT(score_of_dtw(best_first[i - 1]), score_of_dtw(best_first[i]));
    }
}

}  // namespace
}  // namespace hexa
