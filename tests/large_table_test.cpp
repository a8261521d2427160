// The round trip of a table with thousands of blocks. Not built with sanitizers: it would take
// minutes there, and table_test has every path of it on small boards.
#include <gtest/gtest.h>

#include "made_table.h"
#include "random_places.h"
#include "table.h"

namespace hexa {
namespace {

TEST(LargeTable, AnswersAMillionRandomPositionsOf6x6) {
    const MadeTable made({6, 6}, kMinLevel);
    constexpr std::size_t kAllBlocks = std::size_t{1} << 30;
    const Table table = Table::open(made.path, kAllBlocks);
    // The reader's index is what it holds in memory once it is open.
    EXPECT_LT(table.index().bytes(), table.header().file_bytes);
    RandomPlaces random(made.enumerated.index, 11);
    ASSERT_EQ(random.all(), 364'663'078u);
    for (int i = 0; i < 1'000'000; ++i) {
        const Index::Place place = random.next();
        const Position p = made.enumerated.index.unrank(place);
        ASSERT_EQ(table.dtw(p), made.labels.at({place.slice, place.to_move})[place.rank]);
    }
}

}  // namespace
}  // namespace hexa
