// Column states: what can stand on one file of an unfinished position, numbered so that every quiet
// move of either side leads to a larger number. Knows nothing of diagrams.
//
// Numbering, fixed for ever because the table format rests on it: states are sorted by
//   1. the sum of advances (how many steps each pawn is from its own first rank),
//   2. the set of white ranks, read as a number (bit r: rank r, counted from 0),
//   3. the set of black ranks, likewise.
// A quiet move adds one to the first key.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules.h"

namespace hexa {

// The ranks of one file that pawns of one colour stand on: bit r is rank r, counted from 0.
using Ranks = std::uint16_t;

// A column state's number; `kNoColumn` where there is none.
using ColumnId = std::uint16_t;
inline constexpr ColumnId kNoColumn = 0xFFFF;

struct ColumnState {
    Ranks white = 0;
    Ranks black = 0;

    friend constexpr bool operator==(const ColumnState&, const ColumnState&) = default;
};

// A list of column numbers inside a Columns.
struct ColumnSpan {
    const ColumnId* first = nullptr;
    const ColumnId* last = nullptr;

    [[nodiscard]] const ColumnId* begin() const { return first; }
    [[nodiscard]] const ColumnId* end() const { return last; }
};

// All column states of boards with a given number of ranks, and what a move does to them.
// Immutable once made; safe to share between threads.
//
// A capture changes two neighbouring files: `without` on the one the pawn leaves,
// `captured` on the one it arrives at.
class Columns {
public:
    explicit Columns(int ranks);

    [[nodiscard]] int ranks() const { return ranks_; }
    [[nodiscard]] int size() const { return static_cast<int>(states_.size()); }
    [[nodiscard]] ColumnState state(ColumnId id) const { return states_[id]; }
    // kNoColumn where a pawn has arrived or two stand on one cell.
    [[nodiscard]] ColumnId id(ColumnState state) const {
        return ids_[static_cast<std::size_t>(state.white) << ranks_ | state.black];
    }

    // The states that one quiet step of `side`, short of its goal rank, leads to.
    [[nodiscard]] ColumnSpan steps(Side side, ColumnId id) const {
        const Lists& lists = steps_[static_cast<int>(side)];
        return {lists.all.data() + lists.first[id], lists.all.data() + lists.first[id + 1]};
    }

    // The rank on which `side` wins, and the one its pawns arrive from.
    [[nodiscard]] int goal(Side side) const { return side == Side::kWhite ? ranks_ - 1 : 0; }
    [[nodiscard]] int before_goal(Side side) const { return side == Side::kWhite ? ranks_ - 2 : 1; }

    // Can a pawn of `side` step onto its goal rank in this file?
    [[nodiscard]] bool arrives(Side side, ColumnId id) const {
        return (pawns(side, id) >> before_goal(side) & 1) != 0 &&
               (pawns(other(side), id) >> goal(side) & 1) == 0;
    }

    // Can a pawn of `side` in one of two neighbouring files capture onto its goal rank in the
    // other?
    [[nodiscard]] bool captures_onto_goal(Side side, ColumnId left, ColumnId right) const {
        const int from = before_goal(side);
        const int to = goal(side);
        const Side enemy = other(side);
        return ((pawns(side, left) >> from & pawns(enemy, right) >> to) |
                (pawns(side, right) >> from & pawns(enemy, left) >> to)) &
               1;
    }

    [[nodiscard]] Ranks pawns(Side side, ColumnId id) const {
        return side == Side::kWhite ? states_[id].white : states_[id].black;
    }

    // The state without the pawn of `side` on `rank`, which must be there. For a given rank, a
    // larger state gives a larger one.
    [[nodiscard]] ColumnId without(Side side, ColumnId id, int rank) const {
        ColumnState s = states_[id];
        (side == Side::kWhite ? s.white : s.black) &= static_cast<Ranks>(~(1 << rank));
        return this->id(s);
    }
    // The state with a pawn of `side` more, on `rank`, which must not be its goal; kNoColumn where
    // the cell is taken.
    [[nodiscard]] ColumnId with(Side side, ColumnId id, int rank) const {
        ColumnState s = states_[id];
        const auto cell = static_cast<Ranks>(1 << rank);
        if (((s.white | s.black) & cell) != 0) return kNoColumn;
        (side == Side::kWhite ? s.white : s.black) |= cell;
        return this->id(s);
    }
    // The state after the pawn on `rank`, which must be there, was captured: one of the other
    // colour stands in its place. Not on the capturer's goal rank. For a given rank and colour, a
    // larger state gives a larger one.
    [[nodiscard]] ColumnId captured(ColumnId id, int rank) const {
        ColumnState s = states_[id];
        s.white ^= static_cast<Ranks>(1 << rank);
        s.black ^= static_cast<Ranks>(1 << rank);
        return this->id(s);
    }

private:
    struct Lists {
        std::vector<std::uint32_t> first;
        std::vector<ColumnId> all;
    };

    int ranks_;
    std::vector<ColumnState> states_;
    std::vector<ColumnId> ids_;
    std::array<Lists, 2> steps_;  // by side
};

}  // namespace hexa
