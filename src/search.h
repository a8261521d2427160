// The exact distance to win of any position, without a table.
//
// The question "is this position worth at least so much?" is put to the game tree by alpha-beta
// with a window of nothing: first whether the side to move wins at all, then how soon. Every answer
// leaves a proven bound in a transposition table, so that questions to come cost less.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "outcome.h"
#include "outlook.h"
#include "rules.h"
#include "transposition_table.h"

namespace hexa {

struct SearchLimits {
    std::optional<std::chrono::steady_clock::time_point> deadline;  // none: no limit
    std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
};

// Searches positions of one board. What it learns it keeps, so that the positions of one game are
// quick after each other. Memory: the transposition table, and a stack no deeper than the longest
// game. Not safe to share between threads; threads may have one each.
class Search {
public:
    static constexpr std::size_t kDefaultTableBytes = std::size_t{256} << 20;

    // `table_bytes` bounds the transposition table; it is rounded down to a power of two.
    explicit Search(Board board, std::size_t table_bytes = kDefaultTableBytes);

    // DTW of an unfinished position (InputError where it is finished): odd, the side to move wins;
    // even, it loses; 0, it is stuck. nullopt: a limit was hit and the value is not known.
    [[nodiscard]] std::optional<int> dtw(const Position& position, const SearchLimits& limits = {});

    // Positions visited by the last call.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    // Positions inside are canonical: White to move, and of two mirror images always the same one.
    [[nodiscard]] Position canonical(const Position& p) const;
    [[nodiscard]] Outcome solve(const Position& p);
    // A proven lower bound on the outcome where it is at least `target`, otherwise a proven upper
    // bound below `target`. A look must not have settled the position already.
    [[nodiscard]] Outcome test(const Position& p, Outcome target);
    // Counts a position, and leaves the search at its limit.
    void visit();

    Rules rules_;
    Lookout lookout_;
    TranspositionTable table_;
    SearchLimits limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_check_ = 0;
};

}  // namespace hexa
