#include "kept_entries.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "carried_entries.h"
#include "diagram_decoder.h"
#include "diagram_encoder.h"
#include "enumerated.h"

namespace hexa {
namespace {

// Notes the ranks that are kept, and that they come in order.
struct Note {
    std::vector<std::uint64_t>* ranks;
    std::uint64_t* next;

    void operator()(std::uint64_t rank, unsigned kept) const {
        EXPECT_GE(rank, *next);
        *next = rank + 1;
        if (kept != 0) ranks->push_back(rank);
    }
};

// The plain twin, from the words of FORMAT.md: of a position and its mirror the one with the
// smaller rank, and no move of White's arrives.
std::vector<std::uint64_t> plainly_kept(const Index& index, int slice) {
    const Rules rules(index.board());
    std::vector<std::uint64_t> ranks;
    std::uint64_t rank = 0;
    index.for_each(slice, Side::kWhite, [&](const Position& p) {
        bool kept = rank <= index.rank(rules.mirror(p)).value().rank;
        for (const Move move : rules.moves(p)) kept &= !rules.finished(Rules::after(p, move));
        if (kept) ranks.push_back(rank);
        ++rank;
    });
    return ranks;
}

// All of a slice at once, and in ranges of a few: the same ranks.
void expect_plainly_kept(Board board) {
    const Enumerated e(board);
    const WhiteIndex white = decode_diagram(encode_diagram(e.index), board, e.columns);
    const ArrivalMarks marks(e.columns);
    KeptEntries walk(white, board, marks);
    for (int slice = 0; slice < white.slices(); ++slice) {
        const std::uint64_t size = white.size(slice);
        if (size == 0) continue;
        const auto expected = plainly_kept(e.index, slice);
        for (const std::uint64_t range : {size, std::uint64_t{1}, std::uint64_t{7}}) {
            if (size / range > 5000) continue;
            std::vector<std::uint64_t> found;
            for (std::uint64_t first = 0; first < size; first += range) {
                std::uint64_t next = first;
                const std::uint64_t last = std::min(size, first + range);
                walk.for_each(white.root(slice), first, last, Note{&found, &next});
                ASSERT_LE(next, last);
            }
            ASSERT_EQ(found, expected) << to_string(board) << ", slice " << slice;
        }
        // The writer's walk of the generator's index: an entry for each, 5 in place of free ones.
        std::vector<std::uint8_t> distances(size, 2);
        distances[expected.empty() ? 0 : expected.back()] = 5;
        const CarriedEntries entries = carried_entries(e.index, marks, slice, 0, distances);
        ASSERT_EQ(entries.bytes.size(), expected.size());
        ASSERT_EQ(entries.carried, expected.empty() ? 0u : 1u);
        for (const std::uint8_t entry : entries.bytes) ASSERT_EQ(entry, 5);
    }
}

TEST(KeptEntries, AreThoseOfThePlainTwin) {
    for (int files = 1; files <= 4; ++files) {
        for (int ranks = 3; ranks <= 5; ++ranks) expect_plainly_kept({files, ranks});
    }
    expect_plainly_kept({5, 4});
    expect_plainly_kept({6, 3});
    expect_plainly_kept({7, 3});
}

// Free entries repeat the one before, those at the beginning the first that is not free.
TEST(CarriedEntries, FillWhatIsFree) {
    const Enumerated e({4, 4});
    const ArrivalMarks marks(e.columns);
    const int slice = slice_number({4, 4}, {3, 3});
    const auto kept = plainly_kept(e.index, slice);
    std::vector<std::uint8_t> distances(e.index.size(slice, Side::kWhite), 9);
    const std::vector<std::uint8_t> given{3, 0, 7, 2, 1, 4, 126, 3};
    ASSERT_GE(kept.size(), given.size());
    for (std::size_t i = 0; i < given.size(); ++i) distances[kept[i]] = given[i];
    const std::span range(distances.data(), kept[given.size() - 1] + 1);
    const CarriedEntries entries = carried_entries(e.index, marks, slice, 0, range);
    EXPECT_EQ(entries.bytes, (std::vector<std::uint8_t>{7, 7, 7, 7, 7, 4, 126, 126}));
    EXPECT_EQ(entries.carried, 3u);
}

}  // namespace
}  // namespace hexa
