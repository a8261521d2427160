#include "transposition_table.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace hexa {
namespace {

// Distinct positions: the two sets are disjoint, with a white pawn, as the table asks.
std::vector<Position> some_positions(std::size_t count) {
    std::mt19937_64 random(1);
    std::vector<Position> positions(count);
    for (Position& p : positions) {
        p.white = random() | 1;
        p.black = random() & ~p.white;
    }
    return positions;
}

// Any value will do, as long as it is this position's own.
Bounds bounds_of(const Position& p) {
    return {loss_after(static_cast<int>(p.white >> 1 & 63)),
            win_after(static_cast<int>(p.black & 63))};
}

TEST(TranspositionTable, KnowsNothingAtFirst) {
    const TranspositionTable table(1 << 16);
    for (const Position& p : some_positions(100)) EXPECT_EQ(table.find(p), std::nullopt);
}

TEST(TranspositionTable, NarrowsWhatItKnowsAndNeverWidensIt) {
    const Position p = some_positions(1)[0];
    TranspositionTable table(1 << 16);
    table.narrow(p, {kStuck, win_after(5)}, 1);
    EXPECT_EQ(table.find(p), (Bounds{kStuck, win_after(5)}));
    table.narrow(p, {loss_after(3), kWinNow}, 1);
    EXPECT_EQ(table.find(p), (Bounds{loss_after(3), win_after(5)}));
    table.narrow(p, {loss_after(2), win_after(4)}, 1);
    EXPECT_EQ(table.find(p), (Bounds{loss_after(3), win_after(5)}));
}

TEST(TranspositionTable, WhatIsFoundIsThePositionsOwn) {
    const std::vector<Position> positions = some_positions(20'000);
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{64}, std::size_t{1000},
                                    std::size_t{1} << 16, std::size_t{1} << 22}) {
        TranspositionTable table(bytes);
        std::size_t found = 0;
        for (const Position& p : positions) {
            EXPECT_EQ(table.find(p), std::nullopt);
            table.narrow(p, bounds_of(p), 1);
            EXPECT_EQ(table.find(p), bounds_of(p));
        }
        for (const Position& p : positions) {
            const auto known = table.find(p);
            if (!known) continue;
            EXPECT_EQ(known, bounds_of(p));
            ++found;
        }
        // Three to a bucket of 64 bytes, and a power of two of these: what fits is nearly all left.
        const std::size_t room = 3 * std::bit_floor(std::max<std::size_t>(bytes / 64, 1));
        EXPECT_LE(found, room);
        EXPECT_GE(found, std::min(room, positions.size()) * 9 / 10);
    }
}

TEST(TranspositionTable, CostlyPositionsOutliveCheapOnes) {
    const std::vector<Position> positions = some_positions(100);
    TranspositionTable table(64);
    table.narrow(positions[0], bounds_of(positions[0]), 1'000'000);
    for (std::size_t i = 1; i < positions.size(); ++i) {
        table.narrow(positions[i], bounds_of(positions[i]), 10);
    }
    EXPECT_EQ(table.find(positions[0]), bounds_of(positions[0]));
    EXPECT_EQ(table.find(positions.back()), bounds_of(positions.back()));
}

TEST(TranspositionTable, ANewSearchReplacesWhatTheLastOneLeft) {
    const std::vector<Position> positions = some_positions(6);
    TranspositionTable table(64);
    for (std::size_t i = 0; i < 3; ++i) table.narrow(positions[i], {kStuck, kWinNow}, 1'000'000);
    table.begin_search();
    EXPECT_NE(table.find(positions[0]), std::nullopt);
    for (std::size_t i = 3; i < 6; ++i) table.narrow(positions[i], {kStuck, kWinNow}, 10);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(table.find(positions[i]), std::nullopt);
    for (std::size_t i = 3; i < 6; ++i) EXPECT_NE(table.find(positions[i]), std::nullopt);
}

TEST(TranspositionTable, Moves) {
    const Position p = some_positions(1)[0];
    TranspositionTable table(1 << 16);
    table.narrow(p, bounds_of(p), 1);
    const TranspositionTable moved = std::move(table);
    EXPECT_EQ(moved.find(p), bounds_of(p));
}

}  // namespace
}  // namespace hexa
