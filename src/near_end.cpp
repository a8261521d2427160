#include "near_end.h"

namespace hexa {
namespace {

template <Side side>
class Look {
public:
    Look(const Rules& rules, Cells white, Cells black)
        : rules_(rules), white_(white), black_(black) {
        const Position p{white, black, side};
        steps_ = rules.steps(p);
        left_ = rules.left_captures(p);
        right_ = rules.right_captures(p);
    }

    [[nodiscard]] bool has_move() const { return (steps_ | left_ | right_) != 0; }
    [[nodiscard]] Cells steps() const { return steps_; }

    // A pawn arrives, or the other side is left without a move.
    [[nodiscard]] bool wins_at_once() const {
        if (((steps_ | left_ | right_) & rules_.goal(side)) != 0) return true;
        // A move takes at most one step from the other side: it stands where that step leads to, or
        // takes the pawn. So with two there is one left.
        const Cells replies = Other(rules_, white_, black_).steps();
        if ((replies & (replies - 1)) != 0) return false;
        return any([](const Other& child) { return !child.has_move(); });
    }
    // Whatever the side does, the other wins at once. So it is where there is nothing to do.
    [[nodiscard]] bool every_move_loses() const {
        return !any([](const Other& child) { return !child.wins_at_once(); });
    }
    // After some move, which must not win at once, every_move_loses for the other side, and it does
    // not win at once itself.
    [[nodiscard]] bool wins_next() const {
        return any(
            [](const Other& child) { return child.every_move_loses() && !child.wins_at_once(); });
    }

private:
    static constexpr Side kOther = other(side);
    using Other = Look<kOther>;

    // Whether `is(child)` for the position after some move.
    template <typename Is>
    [[nodiscard]] bool any(Is is) const {
        const int ranks = rules_.board().ranks;
        for (Cells rest = steps_; rest != 0; rest &= rest - 1) {
            const Cells to = rest & -rest;
            if (is(after(side == Side::kWhite ? to >> 1 : to << 1, to))) return true;
        }
        for (Cells rest = left_; rest != 0; rest &= rest - 1) {
            const Cells to = rest & -rest;
            if (is(after(to << (side == Side::kWhite ? ranks - 1 : ranks + 1), to))) return true;
        }
        for (Cells rest = right_; rest != 0; rest &= rest - 1) {
            const Cells to = rest & -rest;
            if (is(after(to >> (side == Side::kWhite ? ranks + 1 : ranks - 1), to))) return true;
        }
        return false;
    }
    [[nodiscard]] Other after(Cells from, Cells to) const {
        return side == Side::kWhite ? Other(rules_, white_ ^ from ^ to, black_ & ~to)
                                    : Other(rules_, white_ & ~to, black_ ^ from ^ to);
    }

    const Rules& rules_;
    Cells white_;
    Cells black_;
    Cells steps_;
    Cells left_;
    Cells right_;
};

template <Side side>
std::optional<int> near_end(const Rules& rules, const Position& p) {
    const Look<side> look(rules, p.white, p.black);
    if (!look.has_move()) return 0;
    if (look.wins_at_once()) return 1;
    if (look.every_move_loses()) return 2;
    if (look.wins_next()) return 3;
    return std::nullopt;
}

}  // namespace

std::optional<int> near_end(const Rules& rules, const Position& position) {
    return position.to_move == Side::kWhite ? near_end<Side::kWhite>(rules, position)
                                            : near_end<Side::kBlack>(rules, position);
}

}  // namespace hexa
