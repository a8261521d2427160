#include "white_index.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "diagram_decoder.h"
#include "diagram_encoder.h"
#include "enumerated.h"
#include "errors.h"
#include "packed_records.h"

namespace hexa {
namespace {

WhiteIndex reread(const Enumerated& e) {
    return decode_diagram(encode_diagram(e.index), e.index.board(), e.columns);
}

// The plain twin of both functions that rank is the generator's index.
void expect_same_numbers(const Enumerated& e) {
    const Rules rules(e.index.board());
    const WhiteIndex white = reread(e);
    ASSERT_EQ(white.slices(), e.index.slices());
    for (int slice = 0; slice < white.slices(); ++slice) {
        ASSERT_EQ(white.size(slice), e.index.size(slice, Side::kWhite));
        std::uint64_t rank = 0;
        e.index.for_each(slice, Side::kWhite, [&](const Position& p) {
            const WhiteIndex::Place place{slice, rank++};
            ASSERT_EQ(white.rank(p), place);
            ASSERT_EQ(white.unrank(place), p);
            const auto mirrored = e.index.rank(rules.mirror(p));
            ASSERT_TRUE(mirrored.has_value());
            const WhiteIndex::Place smaller{slice, std::min(place.rank, mirrored->rank)};
            ASSERT_EQ(white.rank_of_smaller(p), smaller);
        });
    }
}

TEST(WhiteIndex, NumbersAsTheGeneratorDoes) {
    for (int files = 1; files <= 4; ++files) {
        for (int ranks = 3; ranks <= 5; ++ranks) {
            SCOPED_TRACE(to_string(Board{files, ranks}));
            expect_same_numbers(Enumerated({files, ranks}));
        }
    }
    expect_same_numbers(Enumerated({5, 5}));
}

// Pawns shuffled over the cells: in a set where the generator's index has them, and nowhere else.
TEST(WhiteIndex, HasNoOtherPositions) {
    for (const Board board : {Board{3, 5}, Board{4, 4}, Board{2, 6}}) {
        const Enumerated e(board);
        const Rules rules(board);
        const WhiteIndex white = reread(e);
        std::mt19937_64 random(1);
        std::vector<int> cells(board.cells());
        std::iota(cells.begin(), cells.end(), 0);
        int members = 0;
        int strangers = 0;
        for (int i = 0; i < 200'000; ++i) {
            std::shuffle(cells.begin(), cells.end(), random);
            const auto pawns = [&](std::size_t from) {
                Cells set = 0;
                const std::size_t count = random() % (board.files + 2);
                for (std::size_t k = 0; k < count; ++k) set |= Cells{1} << cells[from + k];
                return set;
            };
            const Position p{pawns(0), pawns(board.files + 1), Side::kWhite};
            if (rules.finished(p)) continue;
            const bool member = e.index.rank(p).has_value();
            ASSERT_EQ(white.rank(p).has_value(), member);
            ASSERT_EQ(white.rank_of_smaller(p).has_value(), member);
            ++(member ? members : strangers);
        }
        EXPECT_GT(members, 100) << to_string(board);
        EXPECT_GT(strangers, 100) << to_string(board);
    }
}

TEST(WhiteIndex, IsAThirdOfTheGeneratorsAtMost) {
    const Enumerated e({5, 5});
    EXPECT_LT(reread(e).bytes() * 3, e.index.bytes());
}

// One node a level, with `labels` edges each: a place's number is its tuple in base `labels`.
WhiteIndex ladder(Board board, const Columns& columns, int labels) {
    WhiteIndexBuilder builder(board, columns);
    std::vector<ColumnId> list(labels);
    std::iota(list.begin(), list.end(), ColumnId{0});
    const std::uint32_t name = builder.add_list(list);
    for (int level = 0; level < board.files; ++level) {
        const bool last = level + 1 == board.files;
        builder.begin_level(1, list.size(), last ? 0 : 1);
        builder.add_node(name, std::vector<std::uint32_t>(last ? 0 : list.size(), 0));
    }
    return builder.finish(std::vector<std::uint32_t>(slice_count(board), 0));
}

TEST(WhiteIndex, CountsUpTo64BitsAreExact) {
    const Board board{6, 8};
    const Columns columns(board.ranks);
    const WhiteIndex index = ladder(board, columns, 1024);
    ASSERT_EQ(index.size(3), std::uint64_t{1} << 60);
    std::mt19937_64 random(4);
    int ranked = 0;
    for (int i = 0; i < 10'000; ++i) {
        const std::uint64_t number = random() >> 4;
        Position expected{0, 0, Side::kWhite};
        for (int file = 0; file < board.files; ++file) {
            const auto digit = static_cast<ColumnId>(number >> (10 * (5 - file)) & 1023);
            expected.white |= Cells{columns.state(digit).white} << (file * board.ranks);
            expected.black |= Cells{columns.state(digit).black} << (file * board.ranks);
        }
        ASSERT_EQ(index.unrank({0, number}), expected);
        const auto place = index.rank(expected);
        if (!place) continue;  // more pawns than a slice has
        ++ranked;
        ASSERT_EQ(place->rank, number);
    }
    EXPECT_GT(ranked, 0);
    const Board wider{7, 8};
    EXPECT_THROW((void)ladder(wider, columns, 1024), FileError);
}

TEST(PackedRecords, HoldWhatWasAppended) {
    constexpr std::size_t kRecords = 1000;
    std::mt19937_64 random(5);
    const auto below = [&](int bits) { return bits == 0 ? 0 : random() >> (64 - bits); };
    for (int first_bits = 0; first_bits <= 32; ++first_bits) {
        for (int second_bits = 0; second_bits <= 64; ++second_bits) {
            PackedRecords records(kRecords, first_bits, second_bits);
            std::vector<std::pair<std::uint32_t, std::uint64_t>> plain;
            for (std::size_t i = 0; i < kRecords; ++i) {
                plain.emplace_back(static_cast<std::uint32_t>(below(first_bits)),
                                   below(second_bits));
                records.append(plain.back().first, plain.back().second);
            }
            for (std::size_t i = 0; i < kRecords; ++i) {
                ASSERT_EQ(records.first(i), plain[i].first) << first_bits << ' ' << second_bits;
                ASSERT_EQ(records.second(i), plain[i].second) << first_bits << ' ' << second_bits;
            }
        }
    }
}

}  // namespace
}  // namespace hexa
