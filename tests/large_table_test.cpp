// The round trip of a table with thousands of blocks. Not built with sanitizers: it would take
// minutes there, and table_test has every path of it on small boards.
#include <iterator>
#include <random>

#include <gtest/gtest.h>

#include "made_table.h"
#include "table.h"

namespace hexa {
namespace {

TEST(LargeTable, AnswersAMillionRandomPositionsOf6x6) {
    const MadeTable made({6, 6}, kMinLevel);
    constexpr std::size_t kAllBlocks = std::size_t{1} << 30;
    const Table table = Table::open(made.path, kAllBlocks);
    std::map<std::uint64_t, Labels::const_iterator> starts;  // positions in the sets before
    std::uint64_t all = 0;
    for (auto set = made.labels.begin(); set != made.labels.end(); ++set) {
        if (set->second.empty()) continue;
        starts[all] = set;
        all += set->second.size();
    }
    ASSERT_EQ(all, 364'663'078u);
    std::mt19937_64 random(11);
    for (int i = 0; i < 1'000'000; ++i) {
        const std::uint64_t number = random() % all;
        const auto& [before, set] = *std::prev(starts.upper_bound(number));
        const std::uint64_t rank = number - before;
        const auto& [key, labels] = *set;
        const Position p = made.enumerated.index.unrank({key.first, key.second, rank});
        ASSERT_EQ(table.dtw(p), labels[rank]);
    }
}

}  // namespace
}  // namespace hexa
