#include "tail.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>

namespace hexa {

template <typename Number>
std::size_t TailProgram<Number>::bytes(const TailDraft<Number>& draft) {
    const std::size_t sum = sizeof(TailProgram) + draft.pairs.size() * sizeof(TailPair<Number>) +
                            draft.lost.size() * sizeof(Number);
    return (sum + alignof(TailProgram) - 1) / alignof(TailProgram) * alignof(TailProgram);
}

template <typename Number>
auto TailProgram<Number>::make(void* place, ProgramKey key, const TailDraft<Number>& draft)
    -> const TailProgram* {
    auto* const program =
        new (place) TailProgram{key, static_cast<std::uint32_t>(draft.pairs.size()),
                                static_cast<std::uint32_t>(draft.lost.size())};
    char* const bytes = reinterpret_cast<char*>(program + 1);
    const std::size_t pair_bytes = draft.pairs.size() * sizeof(TailPair<Number>);
    if (pair_bytes != 0) std::memcpy(bytes, draft.pairs.data(), pair_bytes);
    if (!draft.lost.empty()) {
        std::memcpy(bytes + pair_bytes, draft.lost.data(), draft.lost.size() * sizeof(Number));
    }
    return program;
}

template <typename Number>
TailCompiler<Number>::TailCompiler(const Columns& columns, const Index& index)
    : columns_(columns),
      index_(index),
      level_(std::max(0, index.board().files - 2)),
      two_(index.board().files > 1) {}

// The tails below a node, in rank order.
template <typename Number>
void TailCompiler<Number>::list_tails(Slot node, std::vector<Tail>& tails) const {
    tails.clear();
    const IndexLevel& first = index_.level(level_);
    for (int i = 0; i < first.edges(node); ++i) {
        const ColumnId label = first.labels(node)[i];
        if (!two_) {
            tails.push_back({label, kNoColumn});
            continue;
        }
        const IndexLevel& second = index_.level(level_ + 1);
        const Slot child = first.child(node + 1 + i);
        const ColumnId* const labels = second.labels(child);
        for (int k = 0; k < second.edges(child); ++k) tails.push_back({label, labels[k]});
    }
}

// Can the mover arrive within the tail?
template <typename Number>
bool TailCompiler<Number>::arrives(Side mover, const Tail& tail) const {
    return columns_.arrives(mover, tail.first) || (two_ && arrives_after(mover, tail));
}

// Can it in the second file, or by a capture between the two?
template <typename Number>
bool TailCompiler<Number>::arrives_after(Side mover, const Tail& tail) const {
    return columns_.arrives(mover, tail.second) ||
           columns_.captures_onto_goal(mover, tail.first, tail.second);
}

template <typename Number>
Number TailCompiler<Number>::place(Slot node, const Tail& tail) const {
    const IndexLevel& first = index_.level(level_);
    const Slot edge = first.find(node, tail.first);
    assert(edge != kNoSlot);
    std::uint64_t place = first.before(edge);
    if (two_) {
        const IndexLevel& second = index_.level(level_ + 1);
        const Slot last = second.find(first.child(edge), tail.second);
        assert(last != kNoSlot);
        place += second.before(last);
    }
    return static_cast<Number>(place);
}

template <typename Number>
void TailCompiler<Number>::compile(ProgramKey key, TailDraft<Number>& draft,
                                   PassingPrograms&) const {
    const auto [move, mover, rank, source, target] = program_name(key);
    draft.pairs.clear();
    draft.lost.clear();
    switch (move) {
        case TailMove::kQuiet:
            quiet(source, target, draft);
            break;
        case TailMove::kArrivesHere:
        case TailMove::kArrivesBefore:
            arrivals(move, mover, source, draft);
            break;
        case TailMove::kCaptures:
            captures(mover, source, target, draft);
            break;
        default:
            transfer(move, mover, rank, source, target, draft);
    }
}

// One file changes at most, the tail's first, and the other stays: what stands below an edge has
// its children below one edge of the target, in the same order.
template <typename Number>
void TailCompiler<Number>::transfer(TailMove move, Side mover, int rank, Slot source, Slot target,
                                    TailDraft<Number>& draft) const {
    const Side enemy = other(mover);
    const IndexLevel& first = index_.level(level_);
    for (int i = 0; i < first.edges(source); ++i) {
        const Slot from = source + 1 + static_cast<Slot>(i);
        const ColumnId label = first.label(from);
        ColumnId changed = label;
        if (move == TailMove::kEnters) {
            if ((columns_.pawns(enemy, label) >> rank & 1) == 0) continue;
            changed = columns_.captured(label, rank);
        } else if (move == TailMove::kLeaves) {
            if ((columns_.pawns(mover, label) >> rank & 1) == 0) continue;
            changed = columns_.without(mover, label, rank);
        }
        if (columns_.arrives(mover, label)) continue;
        const Slot to = first.find(target, changed);
        const auto place = static_cast<std::uint32_t>(first.before(from));
        const auto child = static_cast<std::uint32_t>(first.before(to));
        if (!two_) {
            draft.pairs.push_back({static_cast<Number>(place), static_cast<Number>(child)});
            continue;
        }
        const IndexLevel& second = index_.level(level_ + 1);
        const ColumnId* const here = second.labels(first.child(from));
        const ColumnId* const there = second.labels(first.child(to));
        int at = 0;
        for (int k = 0; k < second.edges(first.child(from)); ++k) {
            if (columns_.arrives(mover, here[k]) ||
                columns_.captures_onto_goal(mover, label, here[k])) {
                continue;
            }
            while (there[at] != here[k]) ++at;
            draft.pairs.push_back(
                {static_cast<Number>(place + k), static_cast<Number>(child + at)});
        }
    }
}

// A pawn of the mover in one file of the tail, an enemy one rank ahead in the other.
template <typename Number>
void TailCompiler<Number>::captures(Side mover, Slot source, Slot target,
                                    TailDraft<Number>& draft) const {
    const Side enemy = other(mover);
    const int forward = mover == Side::kWhite ? 1 : -1;
    thread_local std::vector<Tail> tails;
    list_tails(source, tails);
    for (std::size_t i = 0; i < tails.size(); ++i) {
        const Tail tail = tails[i];
        const auto each = [&](ColumnId leave, ColumnId enter, auto put) {
            const unsigned ahead = columns_.pawns(enemy, enter);
            const unsigned from = mover == Side::kWhite ? ahead >> 1 : ahead << 1;
            unsigned takers = columns_.pawns(mover, leave) & from;
            // The goal rank is not among them: positions that arrive are left out.
            if (takers == 0 || arrives(mover, tail)) return;
            for (; takers != 0; takers &= takers - 1) {
                const int at = std::countr_zero(takers);
                const Tail changed =
                    put(columns_.without(mover, leave, at), columns_.captured(enter, at + forward));
                draft.pairs.push_back({static_cast<Number>(i), place(target, changed)});
            }
        };
        each(tail.first, tail.second, [](ColumnId l, ColumnId e) { return Tail{l, e}; });
        each(tail.second, tail.first, [](ColumnId l, ColumnId e) { return Tail{e, l}; });
    }
}

template <typename Number>
void TailCompiler<Number>::arrivals(TailMove move, Side mover, Slot source,
                                    TailDraft<Number>& draft) const {
    const bool here = move == TailMove::kArrivesHere;
    const Side side = here ? other(mover) : mover;
    const int rank = here ? columns_.goal(mover) : columns_.before_goal(mover);
    thread_local std::vector<Tail> tails;
    list_tails(source, tails);
    for (std::size_t i = 0; i < tails.size(); ++i) {
        if ((columns_.pawns(side, tails[i].first) >> rank & 1) != 0) {
            draft.lost.push_back(static_cast<Number>(i));
        }
    }
}

template <typename Number>
void TailCompiler<Number>::quiet(Slot white, Slot black, TailDraft<Number>& draft) const {
    thread_local std::array<std::vector<Tail>, 2> tails;
    list_tails(white, tails[0]);
    list_tails(black, tails[1]);
    const IndexLevel& first = index_.level(level_);
    const std::array nodes{white, black};
    const std::array<std::size_t, 2> bases{0, tails[0].size()};

    // The edges of the other side's node that moves from one first file lead to: found once for all
    // tails that have it.
    struct Doors {
        ColumnId from = kNoColumn;
        bool arrives = false;
        Slot same = kNoSlot;
        std::array<Slot, kMaxRanks> stepped;
        int steps = 0;
    };
    std::array<Doors, 2> doors;

    const auto add = [&](int s, std::size_t i) {
        const Side mover = s == 0 ? Side::kWhite : Side::kBlack;
        const Tail tail = tails[s][i];
        const auto to = static_cast<Number>(bases[s] + i);
        const Slot target = nodes[1 - s];
        Doors& d = doors[s];
        if (d.from != tail.first) {
            d.from = tail.first;
            d.arrives = columns_.arrives(mover, tail.first);
            d.steps = 0;
            if (!d.arrives) {
                if (two_) d.same = first.find(target, tail.first);
                for (const ColumnId next : columns_.steps(mover, tail.first)) {
                    d.stepped[d.steps++] = first.find(target, next);
                }
            }
        }
        if (d.arrives || (two_ && arrives_after(mover, tail))) {
            draft.lost.push_back(to);
            return;
        }
        const auto pair = [&](Slot door, ColumnId second) {
            std::uint64_t from = bases[1 - s] + first.before(door);
            if (two_) {
                const IndexLevel& l = index_.level(level_ + 1);
                const Slot edge = l.find(first.child(door), second);
                assert(edge != kNoSlot);
                from += l.before(edge);
            }
            draft.pairs.push_back({to, static_cast<Number>(from)});
        };
        for (int k = 0; k < d.steps; ++k) pair(d.stepped[k], tail.second);
        if (!two_) return;
        for (const ColumnId next : columns_.steps(mover, tail.second)) pair(d.same, next);
    };
    // Descending: a quiet move leads to a larger tail, so what is read is complete.
    const auto key = [](const Tail& t) { return std::uint32_t{t.first} << 16 | t.second; };
    std::size_t w = tails[0].size();
    std::size_t b = tails[1].size();
    while (w != 0 || b != 0) {
        if (b == 0 || (w != 0 && key(tails[0][w - 1]) >= key(tails[1][b - 1]))) {
            add(0, --w);
        } else {
            add(1, --b);
        }
    }
}

template struct TailProgram<std::uint16_t>;
template struct TailProgram<std::uint32_t>;
template class TailCompiler<std::uint16_t>;
template class TailCompiler<std::uint32_t>;

}  // namespace hexa
