// The rules once more, deliberately plain: a grid of characters, one cell at a time. Shares no code
// with src/rules.h but the Position and Move it is compared on.
#pragma once

#include <string>
#include <vector>

#include "rules.h"

namespace hexa::plain {

// One character a cell, `P`, `p` or `.`; grid[rank][file], rank 0 at White's side.
using Grid = std::vector<std::string>;

inline Grid to_grid(Board board, const Position& p) {
    Grid grid(board.ranks, std::string(board.files, '.'));
    for (int file = 0; file < board.files; ++file) {
        for (int rank = 0; rank < board.ranks; ++rank) {
            const int bit = file * board.ranks + rank;
            if ((p.white >> bit & 1) != 0) grid[rank][file] = 'P';
            if ((p.black >> bit & 1) != 0) grid[rank][file] = 'p';
        }
    }
    return grid;
}

inline Position to_position(const Grid& grid, Side to_move) {
    Position p{0, 0, to_move};
    const int ranks = static_cast<int>(grid.size());
    const int files = static_cast<int>(grid[0].size());
    for (int file = 0; file < files; ++file) {
        for (int rank = 0; rank < ranks; ++rank) {
            const Cells bit = Cells{1} << (file * ranks + rank);
            if (grid[rank][file] == 'P') p.white |= bit;
            if (grid[rank][file] == 'p') p.black |= bit;
        }
    }
    return p;
}

inline bool is_finished(const Grid& grid) {
    return grid.back().find('P') != std::string::npos ||
           grid.front().find('p') != std::string::npos;
}

// The grids after every legal move, in no particular order; none where the game is over.
inline std::vector<Grid> children(const Grid& grid, Side to_move) {
    std::vector<Grid> result;
    if (is_finished(grid)) return result;
    const int ranks = static_cast<int>(grid.size());
    const int files = static_cast<int>(grid[0].size());
    const char own = to_move == Side::kWhite ? 'P' : 'p';
    const char enemy = to_move == Side::kWhite ? 'p' : 'P';
    const int forward = to_move == Side::kWhite ? 1 : -1;
    for (int rank = 0; rank < ranks; ++rank) {
        for (int file = 0; file < files; ++file) {
            if (grid[rank][file] != own) continue;
            const int next = rank + forward;
            if (next < 0 || next >= ranks) continue;
            for (int side_step = -1; side_step <= 1; ++side_step) {
                const int target = file + side_step;
                if (target < 0 || target >= files) continue;
                if (grid[next][target] != (side_step == 0 ? '.' : enemy)) continue;
                Grid child = grid;
                child[rank][file] = '.';
                child[next][target] = own;
                result.push_back(child);
            }
        }
    }
    return result;
}

// The positions after every legal move of `p`, by way of the grid.
inline std::vector<Position> children(Board board, const Position& p) {
    std::vector<Position> result;
    for (const Grid& child : children(to_grid(board, p), p.to_move)) {
        result.push_back(to_position(child, other(p.to_move)));
    }
    return result;
}

}  // namespace hexa::plain
