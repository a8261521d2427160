#include "rules.h"

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "plain_solver.h"
#include "positions.h"

namespace hexa {
namespace {

std::uint64_t perft(const Rules& rules, const Position& p, int depth) {
    if (depth == 0) return 1;
    std::uint64_t paths = 0;
    for (const Move move : rules.moves(p)) paths += perft(rules, Rules::after(p, move), depth - 1);
    return paths;
}

std::uint64_t plain_perft(const plain::Grid& grid, Side to_move, int depth) {
    if (depth == 0) return 1;
    std::uint64_t paths = 0;
    for (const plain::Grid& child : plain::children(grid, to_move)) {
        paths += plain_perft(child, other(to_move), depth - 1);
    }
    return paths;
}

auto key(const Position& p) { return std::tuple(p.white, p.black, p.to_move); }

void sort_positions(std::vector<Position>& positions) {
    std::sort(positions.begin(), positions.end(),
              [](const Position& a, const Position& b) { return key(a) < key(b); });
}

TEST(Rules, PathCountsFromTheStartAgreeWithThePlainGenerator) {
    for (const Board board : all_boards()) {
        const Rules rules(board);
        const int depth = board.files <= 3 ? 8 : board.files <= 6 ? 5 : 4;
        EXPECT_EQ(perft(rules, rules.start(), depth),
                  plain_perft(plain::to_grid(board, rules.start()), Side::kWhite, depth))
            << to_string(board);
    }
}

// Worked out by hand: three steps, then the replies on 3x3.
TEST(Rules, PathCountsOf3x3) {
    const Rules rules({3, 3});
    EXPECT_EQ(perft(rules, rules.start(), 1), 3u);
    EXPECT_EQ(perft(rules, rules.start(), 2), 10u);
}

TEST(Rules, MovesOfRandomPositionsAgreeWithThePlainGenerator) {
    std::mt19937_64 random(1);
    for (const Board board : all_boards()) {
        const Rules rules(board);
        for (int i = 0; i < 200; ++i) {
            const Position p = random_position(board, random);
            std::vector<Position> ours;
            for (const Move move : rules.moves(p)) ours.push_back(Rules::after(p, move));
            std::vector<Position> theirs = plain::children(board, p);
            sort_positions(ours);
            sort_positions(theirs);
            EXPECT_EQ(ours, theirs) << to_string(board);
            EXPECT_EQ(rules.finished(p), plain::is_finished(plain::to_grid(board, p)));
            if (!rules.finished(p)) {
                EXPECT_EQ(rules.has_move(p), !theirs.empty());
            }
        }
    }
}

TEST(Rules, MovesSayWhetherTheyCapture) {
    std::mt19937_64 random(2);
    const Board board{5, 5};
    const Rules rules(board);
    for (int i = 0; i < 1000; ++i) {
        const Position p = random_position(board, random);
        for (const Move move : rules.moves(p)) {
            EXPECT_EQ(move.capture, (p.enemy() >> move.to & 1) != 0);
            EXPECT_EQ(move.capture, rules.file_of(move.from) != rules.file_of(move.to));
        }
    }
}

// Drawn by hand, since leaving everything where it is would be a symmetry as well:
//
//     p . .        . . p
//     . P .   ->   . P .
//     P . .        . . P
TEST(Rules, TheMirrorExchangesLeftAndRight) {
    const Rules rules({3, 3});
    const auto cells = [&](int file, int rank) { return Cells{1} << rules.cell(file, rank); };
    EXPECT_EQ(rules.mirror({cells(0, 0) | cells(1, 1), cells(0, 2), Side::kBlack}),
              (Position{cells(2, 0) | cells(1, 1), cells(2, 2), Side::kBlack}));
}

TEST(Rules, MirrorAndColourFlipAreSymmetriesOfTheGame) {
    std::mt19937_64 random(3);
    for (const Board board : all_boards()) {
        const Rules rules(board);
        EXPECT_EQ(rules.mirror(rules.start()), rules.start());
        EXPECT_EQ(rules.colour_flip(rules.start()),
                  (Position{rules.start().white, rules.start().black, Side::kBlack}));
        for (int i = 0; i < 100; ++i) {
            const Position p = random_position(board, random);
            EXPECT_EQ(rules.mirror(rules.mirror(p)), p);
            EXPECT_EQ(rules.colour_flip(rules.colour_flip(p)), p);
            std::vector<Position> mirrored, flipped, mirrors, flips;
            for (const Move move : rules.moves(p)) {
                mirrored.push_back(rules.mirror(Rules::after(p, move)));
                flipped.push_back(rules.colour_flip(Rules::after(p, move)));
            }
            for (const Position& child : plain::children(board, rules.mirror(p))) {
                mirrors.push_back(child);
            }
            for (const Position& child : plain::children(board, rules.colour_flip(p))) {
                flips.push_back(child);
            }
            for (auto* list : {&mirrored, &flipped, &mirrors, &flips}) sort_positions(*list);
            EXPECT_EQ(mirrored, mirrors);
            EXPECT_EQ(flipped, flips);
        }
    }
}

// On 3x3: a3 a cell is numbered file by file, as the header's picture shows.
TEST(Rules, CellsAreNumberedFileByFile) {
    const Rules rules({3, 3});
    EXPECT_EQ(rules.start().white, Cells{0b001001001});
    EXPECT_EQ(rules.start().black, Cells{0b100100100});
    EXPECT_EQ(rules.cell(2, 1), 7);
    EXPECT_EQ(rules.file_of(7), 2);
    EXPECT_EQ(rules.rank_of(7), 1);
}

}  // namespace
}  // namespace hexa
