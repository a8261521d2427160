#include "columns.h"

#include <bit>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "rules.h"

namespace hexa {
namespace {

// A column state as a position on a board with one file.
Position alone(const Columns& columns, ColumnId id, Side to_move) {
    return {columns.state(id).white, columns.state(id).black, to_move};
}

ColumnState column(const Position& p) {
    return {static_cast<Ranks>(p.white), static_cast<Ranks>(p.black)};
}

class ColumnsTest : public testing::TestWithParam<int> {
protected:
    Columns columns{GetParam()};
    Rules rules{Board{1, GetParam()}};
};

TEST_P(ColumnsTest, HoldEveryUnfinishedFileOnce) {
    const unsigned sets = 1u << GetParam();
    int unfinished = 0;
    for (unsigned white = 0; white < sets; ++white) {
        for (unsigned black = 0; black < sets; ++black) {
            const ColumnState state{static_cast<Ranks>(white), static_cast<Ranks>(black)};
            const ColumnId id = columns.id(state);
            if ((white & black) != 0 || rules.finished({white, black, Side::kWhite})) {
                ASSERT_EQ(id, kNoColumn);
                continue;
            }
            ++unfinished;
            ASSERT_LT(id, columns.size());
            ASSERT_EQ(columns.state(id), state);
            ASSERT_EQ(columns.pawns(Side::kWhite, id), white);
            ASSERT_EQ(columns.pawns(Side::kBlack, id), black);
        }
    }
    EXPECT_EQ(columns.size(), unfinished);
}

// What the closure and the sweep rest on.
TEST_P(ColumnsTest, EveryQuietMoveLeadsToALargerNumber) {
    for (int id = 0; id < columns.size(); ++id) {
        for (const Side side : {Side::kWhite, Side::kBlack}) {
            const Position p = alone(columns, static_cast<ColumnId>(id), side);
            std::multiset<ColumnId> by_rules;
            bool arrives = false;
            for (const Move move : rules.moves(p)) {
                const Position child = Rules::after(p, move);
                if (rules.finished(child)) {
                    arrives = true;
                } else {
                    by_rules.insert(columns.id(column(child)));
                }
            }
            const auto steps = columns.steps(side, static_cast<ColumnId>(id));
            ASSERT_EQ(std::multiset<ColumnId>(steps.begin(), steps.end()), by_rules);
            for (const ColumnId step : steps) ASSERT_GT(step, id);
            ASSERT_EQ(columns.arrives(side, static_cast<ColumnId>(id)), arrives);
        }
    }
}

// The images rest on it: they map a node's sorted edges to sorted edges.
TEST_P(ColumnsTest, LosingOrChangingAPawnKeepsTheOrder) {
    for (int rank = 0; rank < GetParam(); ++rank) {
        for (const Side side : {Side::kWhite, Side::kBlack}) {
            int last_without = -1;
            int last_captured = -1;
            for (int i = 0; i < columns.size(); ++i) {
                const ColumnId id = static_cast<ColumnId>(i);
                if ((columns.pawns(side, id) >> rank & 1) == 0) continue;
                const ColumnState before = columns.state(id);
                const ColumnId without = columns.without(side, id, rank);
                ASSERT_LT(last_without, without);
                last_without = without;
                const ColumnState after = columns.state(without);
                const auto bit = 1u << rank;
                ASSERT_EQ(after.white | (side == Side::kWhite ? bit : 0), before.white);
                ASSERT_EQ(after.black | (side == Side::kBlack ? bit : 0), before.black);
                ASSERT_EQ(columns.with(side, without, rank), id);
                ASSERT_EQ(columns.with(side, id, rank), kNoColumn);
                ASSERT_EQ(columns.with(other(side), id, rank), kNoColumn);

                if (rank == columns.goal(other(side))) continue;
                const ColumnId captured = columns.captured(id, rank);
                ASSERT_LT(last_captured, captured);
                last_captured = captured;
                const ColumnState changed = columns.state(captured);
                ASSERT_EQ(changed.white ^ bit, before.white);
                ASSERT_EQ(changed.black ^ bit, before.black);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ranks, ColumnsTest, testing::Range(kMinRanks, kMaxRanks + 1));

// The numbering is part of the table format, so here it is, written out by hand: sum of advances,
// then white ranks, then black ranks.
TEST(Columns, NumberingOfThreeRanks) {
    const Columns columns(3);
    const std::vector<ColumnState> expected{
        {0b000, 0b000}, {0b000, 0b100}, {0b001, 0b000}, {0b001, 0b100},  // 0 advances
        {0b000, 0b010}, {0b000, 0b110}, {0b001, 0b010}, {0b001, 0b110},  // 1
        {0b010, 0b000}, {0b010, 0b100}, {0b011, 0b000}, {0b011, 0b100},
    };
    ASSERT_EQ(columns.size(), static_cast<int>(expected.size()));
    for (int id = 0; id < columns.size(); ++id) {
        EXPECT_EQ(columns.state(static_cast<ColumnId>(id)), expected[id]) << id;
    }
}

}  // namespace
}  // namespace hexa
