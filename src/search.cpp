#include "search.h"

#include <algorithm>

#include "errors.h"

namespace hexa {
namespace {

// Thrown inside a search at its limit; leaves the table as it is, with proven bounds only.
struct LimitReached {};

// A look at the clock every so many positions: about a millisecond apart.
constexpr std::uint64_t kVisitsPerClockCheck = 1024;

// A position after a move, White to move again.
struct Child {
    Cells white;
    Cells black;
    int order;

    [[nodiscard]] Position position() const { return {white, black, Side::kWhite}; }
};

// Which move to try first, the larger the sooner: captures, what leaves few replies, and pawns that
// have stayed behind rather than a rush. The weights are tuned on 5x6 to 7x5 positions.
constexpr int order_of(bool capture, int to_rank, int reply_targets) {
    return (capture ? 6 : 0) - 2 * to_rank - 3 * reply_targets;
}

// The board turned by half a turn and the colours exchanged: the same game with the other side to
// move, up to mirroring.
Position half_turn(const Position& p, int cells) {
    const auto turned = [&](Cells set) {
        set = __builtin_bswap64(set);
        set = (set >> 4 & 0x0f0f0f0f0f0f0f0fu) | (set & 0x0f0f0f0f0f0f0f0fu) << 4;
        set = (set >> 2 & 0x3333333333333333u) | (set & 0x3333333333333333u) << 2;
        set = (set >> 1 & 0x5555555555555555u) | (set & 0x5555555555555555u) << 1;
        return set >> (kMaxCells - cells);
    };
    return {turned(p.black), turned(p.white), other(p.to_move)};
}

}  // namespace

Search::Search(Board board, std::size_t table_bytes)
    : rules_(board), lookout_(board), table_(table_bytes) {}

std::optional<int> Search::dtw(const Position& position, const SearchLimits& limits) {
    if (rules_.finished(position)) throw InputError("a finished position cannot be searched");
    limits_ = limits;
    nodes_ = 0;
    next_check_ = 0;
    table_.begin_search();
    try {
        return dtw_of(solve(canonical(position)));
    } catch (const LimitReached&) {
        return std::nullopt;
    }
}

Outcome Search::solve(const Position& p) {
    visit();
    Bounds bounds = lookout_.look(p).bounds;
    while (bounds.lower < bounds.upper) {
        // Who wins? Then from the quickest end that is left, where the tree is smallest.
        Outcome target = kAnyWin;
        if (is_win(bounds.lower)) {
            target = bounds.upper;
        } else if (!is_win(bounds.upper)) {
            target = bounds.lower + 1;
        }
        const Outcome found = test(p, target);
        (found >= target ? bounds.lower : bounds.upper) = found;
    }
    return bounds.lower;
}

Outcome Search::test(const Position& p, Outcome target) {
    visit();
    if (const auto known = table_.find(p)) {
        if (known->lower >= target) return known->lower;
        if (known->upper < target) return known->upper;
    }
    const std::uint64_t nodes_before = nodes_;
    const Outcome child_target = target_after_move(target);
    Outcome best = kStuck;
    // Counts a move whose outcome is clear enough; it suffices where best >= target after it.
    const auto settled = [&](Bounds child) {
        if (child.upper < child_target) {
            best = std::max(best, before_move(child.upper));
        } else if (child.lower >= child_target) {
            best = std::max(best, before_move(child.lower));
        } else {
            return false;
        }
        return true;
    };
    const auto proven = [&] {
        const Bounds bounds = best >= target ? Bounds{best, kWinNow} : Bounds{kStuck, best};
        table_.narrow(p, bounds, nodes_ - nodes_before + 1);
        return best;
    };

    // No position has more moves than the board has cells. Steps: at most one onto an empty cell.
    // Captures: at most two by a pawn and two of a pawn, so no more than there are pawns.
    // Not zeroed: that would cost more than it takes to fill the few that are used.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    std::array<Child, kMaxCells> children;
    std::size_t count = 0;
    const int ranks = rules_.board().ranks;
    const auto look_at = [&](Cells targets, int to_minus_from, bool capture) {
        for (; targets != 0 && best < target; targets &= targets - 1) {
            const int to = first_cell(targets);
            const Move move{static_cast<std::uint8_t>(to - to_minus_from),
                            static_cast<std::uint8_t>(to), capture};
            const Position next = canonical(Rules::after(p, move));
            const Outlook outlook = lookout_.look(next);
            if (settled(outlook.bounds)) continue;
            table_.prefetch(next);
            children[count++] = {next.white, next.black,
                                 order_of(capture, rules_.rank_of(to), outlook.targets)};
        }
    };
    look_at(rules_.left_captures(p), 1 - ranks, true);
    look_at(rules_.right_captures(p), 1 + ranks, true);
    look_at(rules_.steps(p), 1, false);
    if (best >= target) return proven();

    const auto settled_by_table = [&](const Child& child) {
        const auto known = table_.find(child.position());
        return known && settled(*known);
    };
    const auto end = std::remove_if(children.begin(), children.begin() + count, settled_by_table);
    if (best >= target) return proven();

    for (auto next = children.begin(); next != end; ++next) {
        std::iter_swap(next, std::max_element(next, end, [](const Child& a, const Child& b) {
                           return a.order < b.order;
                       }));
        best = std::max(best, before_move(test(next->position(), child_target)));
        if (best >= target) break;
    }
    return proven();
}

void Search::visit() {
    if (nodes_ >= next_check_) {
        const bool late = limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline;
        if (late || nodes_ >= limits_.max_nodes) throw LimitReached{};
        next_check_ = std::min(limits_.max_nodes, nodes_ + kVisitsPerClockCheck);
    }
    ++nodes_;
}

Position Search::canonical(const Position& p) const {
    const Position q = p.to_move == Side::kWhite ? p : half_turn(p, rules_.board().cells());
    const Position mirrored = rules_.mirror(q);
    const bool keep =
        q.white != mirrored.white ? q.white < mirrored.white : q.black <= mirrored.black;
    return keep ? q : mirrored;
}

}  // namespace hexa
