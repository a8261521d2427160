// A memo solver over the plain rules: the witness that every cleverer path must agree with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "plain_rules.h"

namespace hexa::plain {

struct PositionHash {
    std::size_t operator()(const Position& p) const {
        std::uint64_t h = p.white * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 29 ^ p.black) * 0xbf58476d1ce4e5b9u;
        return h ^ h >> 32 ^ static_cast<std::uint64_t>(p.to_move);
    }
};

// Distance to win in plies by full recursion; remembers every position it has seen.
class Solver {
public:
    explicit Solver(Board board) : board_(board) {}

    // 0 where the game is over or the side to move is stuck; otherwise odd for a win of the side to
    // move and even for its loss. (A finished position is always lost for the side to move here:
    // the plain rules only reach it by the winner's move.)
    int dtw(const Position& p) {
        if (const auto known = memo_.find(p); known != memo_.end()) return known->second;
        int quickest_win = 0;
        int slowest_loss = 0;
        for (const Position& child : children(board_, p)) {
            const int d = dtw(child);
            if (d % 2 == 0) {
                quickest_win = quickest_win == 0 ? d + 1 : std::min(quickest_win, d + 1);
            } else {
                slowest_loss = std::max(slowest_loss, d + 1);
            }
        }
        const int result = quickest_win != 0 ? quickest_win : slowest_loss;
        memo_.emplace(p, result);
        return result;
    }

    [[nodiscard]] const std::unordered_map<Position, int, PositionHash>& memo() const {
        return memo_;
    }

private:
    Board board_;
    std::unordered_map<Position, int, PositionHash> memo_;
};

// Every position reachable from the start, finished ones included, start first.
inline std::vector<Position> reachable(Board board) {
    std::unordered_map<Position, int, PositionHash> seen;
    std::vector<Position> order{Rules(board).start()};
    seen.emplace(order[0], 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const Position& child : children(board, order[i])) {
            if (seen.emplace(child, 0).second) order.push_back(child);
        }
    }
    return order;
}

}  // namespace hexa::plain
