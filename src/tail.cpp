#include "tail.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>

namespace hexa {

template <typename Number>
std::size_t TailProgram<Number>::bytes(std::size_t pairs, std::size_t lost) {
    const std::size_t sum =
        sizeof(TailProgram) + pairs * sizeof(TailPair<Number>) + lost * sizeof(Number);
    return (sum + alignof(TailProgram) - 1) / alignof(TailProgram) * alignof(TailProgram);
}

template <typename Number>
auto TailProgram<Number>::make(void* place, TailKey key, const TailDraft<Number>& draft)
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
    if (columns_.arrives(mover, tail.first)) return true;
    if (!two_) return false;
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
void TailCompiler<Number>::compile(TailKey key, TailDraft<Number>& draft) const {
    constexpr TailKey kSlots = (TailKey{1} << kTailSlotBits) - 1;
    const Slot source = static_cast<Slot>(key >> 36);
    const Slot target = static_cast<Slot>(key >> 8 & kSlots);
    const auto move = static_cast<TailMove>(key >> 5 & 7);
    const Side mover = (key >> 4 & 1) == 0 ? Side::kWhite : Side::kBlack;
    const int rank = static_cast<int>(key & 15);
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
        default:
            transfer(move, mover, rank, source, target, draft);
    }
}

template <typename Number>
void TailCompiler<Number>::transfer(TailMove move, Side mover, int rank, Slot source, Slot target,
                                    TailDraft<Number>& draft) const {
    const Side enemy = other(mover);
    const int forward = mover == Side::kWhite ? 1 : -1;
    thread_local std::vector<Tail> tails;
    list_tails(source, tails);
    for (std::size_t i = 0; i < tails.size(); ++i) {
        const Tail tail = tails[i];
        const auto add = [&](const Tail& changed) {
            draft.pairs.push_back({static_cast<Number>(i), place(target, changed)});
        };
        if (move == TailMove::kEnters && (columns_.pawns(enemy, tail.first) >> rank & 1) == 0) {
            continue;
        }
        if (move == TailMove::kLeaves && (columns_.pawns(mover, tail.first) >> rank & 1) == 0) {
            continue;
        }
        if (arrives(mover, tail)) continue;
        if (move == TailMove::kBefore) {
            add(tail);
        } else if (move == TailMove::kEnters) {
            add({columns_.captured(tail.first, rank), tail.second});
        } else if (move == TailMove::kLeaves) {
            add({columns_.without(mover, tail.first, rank), tail.second});
        } else {
            // A pawn of the mover in one file, an enemy one rank ahead in the other. The goal rank
            // is not among them: those positions were left out above.
            const auto each = [&](ColumnId leave, ColumnId enter, auto put) {
                const unsigned ahead = columns_.pawns(enemy, enter);
                const unsigned from = mover == Side::kWhite ? ahead >> 1 : ahead << 1;
                for (unsigned r = columns_.pawns(mover, leave) & from; r != 0; r &= r - 1) {
                    const int at = std::countr_zero(r);
                    put(columns_.without(mover, leave, at), columns_.captured(enter, at + forward));
                }
            };
            each(tail.first, tail.second, [&](ColumnId l, ColumnId e) { add({l, e}); });
            each(tail.second, tail.first, [&](ColumnId l, ColumnId e) { add({e, l}); });
        }
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
    thread_local std::vector<Tail> whites;
    thread_local std::vector<Tail> blacks;
    list_tails(white, whites);
    list_tails(black, blacks);
    const auto black_base = static_cast<Number>(whites.size());
    const auto add = [&](Side mover, const Tail& tail, Number to, Slot target, Number base) {
        if (arrives(mover, tail)) {
            draft.lost.push_back(to);
            return;
        }
        const auto pair = [&](const Tail& next) {
            draft.pairs.push_back({to, static_cast<Number>(base + place(target, next))});
        };
        for (const ColumnId next : columns_.steps(mover, tail.first)) pair({next, tail.second});
        if (!two_) return;
        for (const ColumnId next : columns_.steps(mover, tail.second)) pair({tail.first, next});
    };
    // Descending: a quiet move leads to a larger tail, so what is read is complete.
    const auto key = [](const Tail& t) { return std::uint32_t{t.first} << 16 | t.second; };
    std::size_t w = whites.size();
    std::size_t b = blacks.size();
    while (w != 0 || b != 0) {
        if (b == 0 || (w != 0 && key(whites[w - 1]) >= key(blacks[b - 1]))) {
            --w;
            add(Side::kWhite, whites[w], static_cast<Number>(w), black, black_base);
        } else {
            --b;
            add(Side::kBlack, blacks[b], static_cast<Number>(black_base + b), white, 0);
        }
    }
}

template struct TailProgram<std::uint16_t>;
template struct TailProgram<std::uint32_t>;
template class TailCompiler<std::uint16_t>;
template class TailCompiler<std::uint32_t>;

}  // namespace hexa
