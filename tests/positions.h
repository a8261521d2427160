// Boards and positions to try things on.
#pragma once

#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "plain_rules.h"

namespace hexa {

// How GoogleTest shows a board.
inline void PrintTo(const Board& board, std::ostream* out) { *out << to_string(board); }

// Every board within the limits.
inline std::vector<Board> all_boards() {
    std::vector<Board> boards;
    for (int files = kMinFiles; files <= kMaxFiles; ++files) {
        for (int ranks = kMinRanks; ranks <= kMaxRanks; ++ranks) {
            if (within_limits({files, ranks})) boards.push_back({files, ranks});
        }
    }
    return boards;
}

// Any pawns anywhere, finished positions included.
inline Position random_position(Board board, std::mt19937_64& random) {
    plain::Grid grid(board.ranks, std::string(board.files, '.'));
    const auto density = random() % 8 + 2;
    for (auto& rank : grid) {
        for (char& cell : rank) {
            const auto roll = random() % (2 * density);
            cell = roll == 0 ? 'P' : roll == 1 ? 'p' : '.';
        }
    }
    return plain::to_position(grid, random() % 2 == 0 ? Side::kWhite : Side::kBlack);
}

}  // namespace hexa
