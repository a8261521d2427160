#include "wing.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>

namespace hexa {
namespace {

constexpr std::array kSides{Side::kWhite, Side::kBlack};

template <typename T>
char* put(char* place, const std::vector<T>& values) {
    const std::size_t bytes = values.size() * sizeof(T);
    if (bytes != 0) std::memcpy(place, values.data(), bytes);
    return place + bytes;
}

// The levels of the wing and of the tail.
int wing_level(Board board) { return std::max(0, board.files - 3); }
int tail_level(Board board) { return std::max(0, board.files - 2); }

}  // namespace

std::size_t least_program_bytes(const Index& index) {
    return 2 * kLeastCacheBytes +
           index.level(tail_level(index.board())).slots() * sizeof(std::array<Ranks, 2>);
}

template <typename Number>
std::size_t WingProgram<Number>::bytes(const WingDraft<Number>& draft) {
    return sizeof(WingProgram) + draft.tails.size() * sizeof(WingTail<Number>) +
           draft.items.size() * sizeof(WingItem<Number>);
}

template <typename Number>
auto WingProgram<Number>::make(void* place, ProgramKey key, const WingDraft<Number>& draft)
    -> const WingProgram* {
    auto* const program =
        new (place) WingProgram{key, static_cast<std::uint32_t>(draft.tails.size()),
                                static_cast<std::uint32_t>(draft.items.size())};
    put(put(reinterpret_cast<char*>(program + 1), draft.tails), draft.items);
    return program;
}

template <typename Number>
WingCompiler<Number>::WingCompiler(const Columns& columns, const Index& index, Tails& tails,
                                   MemoryBudget& budget)
    : columns_(columns),
      index_(index),
      tails_(tails),
      file_(index.board().files > 2),
      level_(wing_level(index.board())),
      first_file_(budget) {
    const IndexLevel& l = index.level(tail_level(index.board()));
    first_file_.resize(l.slots());
    for (Slot tail = 1; tail < l.slots(); tail += 1 + static_cast<Slot>(l.edges(tail))) {
        for (int i = 0; i < l.edges(tail); ++i) {
            for (const Side side : kSides) {
                first_file_[tail][static_cast<int>(side)] |= columns.pawns(side, l.labels(tail)[i]);
            }
        }
    }
}

// Programs come from far-away memory: they are asked for when they are wanted, and looked at when
// all are.
template <typename Number>
class WingCompiler<Number>::Writer {
public:
    Writer(const WingCompiler& compiler, WingDraft<Number>& draft, PassingPrograms& passing)
        : compiler_(compiler), draft_(draft), passing_(passing) {
        draft.wanted.clear();
        draft.items.clear();
        draft.tails.clear();
    }

    // A tail's share of a move.
    void add(std::uint32_t to, std::uint32_t from, const ProgramName& name) {
        const ProgramKey key = program_key(name);
        compiler_.tails_.prefetch(key);
        draft_.wanted.push_back({to, from, key, {nullptr}});
    }
    // The same for tails that the move leaves alone.
    void add_alike(std::uint32_t to, std::uint32_t from, Side mover, Slot source, Slot target) {
        if (source != target) {
            add(to, from, {TailMove::kBefore, mover, 0, source, target});
            return;
        }
        auto& run = draft_.wanted.emplace_back();
        run = {to, from, 0, {nullptr}};
        run.run = compiler_.tail_size(source);
    }
    [[nodiscard]] std::uint32_t wanted() const {
        return static_cast<std::uint32_t>(draft_.wanted.size());
    }
    [[nodiscard]] std::vector<WingTail<Number>>& tails() { return draft_.tails; }

    // Looks up what was wanted.
    void finish() {
        bool kept = true;
        for (auto& wanted : draft_.wanted) {
            if (wanted.key != 0) wanted.program = compiler_.tails_.peek(wanted.key);
        }
        const auto get = [&](const auto& wanted) -> const TailProgram<Number>& {
            return compiler_.tails_.get(wanted.key, passing_, wanted.program, kept);
        };
        // Programs that do nothing are left out.
        const auto put = [&](const auto& wanted) {
            if (wanted.key == 0) {
                draft_.items.emplace_back(wanted.to, wanted.from, wanted.run);
                return;
            }
            const auto& program = get(wanted);
            if (program.pair_count + program.lost_count != 0) {
                draft_.items.emplace_back(wanted.to, wanted.from, program);
            }
        };
        auto next = draft_.wanted.begin();
        for (WingTail<Number>& tail : draft_.tails) {
            tail.quiet = &get(*next++);
            tail.first_item = static_cast<std::uint32_t>(draft_.items.size());
            for (auto& items : tail.items) {
                const std::size_t before = draft_.items.size();
                for (const auto end = next + items; next != end; ++next) put(*next);
                items = static_cast<std::uint16_t>(draft_.items.size() - before);
            }
        }
        for (; next != draft_.wanted.end(); ++next) put(*next);
        draft_.passing = !kept;
    }

private:
    const WingCompiler& compiler_;
    WingDraft<Number>& draft_;
    PassingPrograms& passing_;
};

template <typename Number>
void WingCompiler<Number>::compile(ProgramKey key, WingDraft<Number>& draft,
                                   PassingPrograms& passing) const {
    const ProgramName name = program_name(key);
    Writer writer(*this, draft, passing);
    if (name.move == TailMove::kQuiet) {
        quiet(name, writer);
    } else if (name.move == TailMove::kCaptures) {
        captures(name, writer);
    } else {
        transfer(name, writer);
    }
    writer.finish();
}

// The move was made before the wing, or changes its first file and one before. Changes keep the
// order of column states, so the target's edges are met in order.
template <typename Number>
void WingCompiler<Number>::transfer(const ProgramName& name, Writer& writer) const {
    const auto [move, mover, rank, source, target] = name;
    const IndexLevel& l = index_.level(level_);
    Slot to = target + 1;
    for (int i = 0; i < l.edges(source); ++i) {
        const Door from = door(source, i);
        if (columns_.arrives(mover, from.label)) continue;
        ColumnId changed = from.label;
        if (move == TailMove::kEnters) {
            if ((columns_.pawns(other(mover), from.label) >> rank & 1) == 0) continue;
            changed = columns_.captured(from.label, rank);
        } else if (move == TailMove::kLeaves) {
            if ((columns_.pawns(mover, from.label) >> rank & 1) == 0) continue;
            changed = columns_.without(mover, from.label, rank);
        }
        while (l.label(to) != changed) ++to;
        writer.add_alike(from.before, door(to).before, mover, from.tail, l.child(to));
    }
}

template <typename Number>
void WingCompiler<Number>::captures(const ProgramName& name, Writer& writer) const {
    const Side mover = name.mover;
    if (!file_) {
        writer.add(0, 0, name);
        return;
    }
    const int forward = mover == Side::kWhite ? 1 : -1;
    for (int i = 0; i < doors(name.source); ++i) {
        const Door from = door(name.source, i);
        if (arrives(mover, from.label)) continue;
        const auto cross = [&](ColumnId changed, TailMove move, int rank) {
            const Slot edge = index_.level(level_).find(name.target, changed);
            if (edge == kNoSlot) return;
            const Door to = door(edge);
            writer.add(from.before, to.before, {move, mover, rank, from.tail, to.tail});
        };
        cross(from.label, TailMove::kCaptures, 0);
        for (unsigned r = columns_.pawns(mover, from.label); r != 0; r &= r - 1) {
            const int rank = std::countr_zero(r);
            if (rank + forward != columns_.goal(mover) &&
                stands(other(mover), from.tail, rank + forward)) {
                cross(columns_.without(mover, from.label, rank), TailMove::kEnters, rank + forward);
            }
        }
        for (unsigned r = columns_.pawns(other(mover), from.label); r != 0; r &= r - 1) {
            const int rank = std::countr_zero(r);
            const int behind = rank - forward;
            if (rank != columns_.goal(mover) && behind >= 0 && behind < columns_.ranks() &&
                stands(mover, from.tail, behind)) {
                cross(columns_.captured(from.label, rank), TailMove::kLeaves, behind);
            }
        }
    }
}

template <typename Number>
void WingCompiler<Number>::quiet(const ProgramName& name, Writer& writer) const {
    struct Found {
        ColumnId label;
        std::array<Slot, 2> tail;
    };
    thread_local std::vector<Found> found;
    found.clear();
    std::vector<WingTail<Number>>& tails = writer.tails();
    const std::array nodes{name.source, name.target};
    // Where each tail lies, column states ascending.
    std::array<int, 2> at{};
    std::uint32_t place = 0;
    while (at[0] < doors(nodes[0]) || at[1] < doors(nodes[1])) {
        std::array<Door, 2> next;
        for (int s = 0; s < 2; ++s) {
            next[s] = at[s] < doors(nodes[s]) ? door(nodes[s], at[s]) : Door{kNoColumn, kNoSlot, 0};
        }
        const ColumnId label = std::min(next[0].label, next[1].label);
        Found& both = found.emplace_back(Found{label, {}});
        WingTail<Number>& tail = tails.emplace_back();
        tail.place = place;
        for (const Side mover : kSides) {
            const int s = static_cast<int>(mover);
            tail.closing[s] = kAlways;
            if (next[s].tail == kNoSlot || next[s].label != label) continue;
            ++at[s];
            both.tail[s] = next[s].tail;
            tail.before[s] = next[s].before;
            tail.size[s] = tail_size(next[s].tail);
            place += tail.size[s];
            if (label == kNoColumn) continue;
            if (columns_.arrives(mover, label)) tail.closing[s] |= kArrives;
            if ((columns_.pawns(other(mover), label) >> columns_.goal(mover) & 1) != 0) {
                tail.closing[s] |= kVictimOnGoal;
            }
            if ((columns_.pawns(mover, label) >> columns_.before_goal(mover) & 1) != 0) {
                tail.closing[s] |= kPawnBeforeGoal;
            }
        }
    }
    // From here on descending.
    std::reverse(found.begin(), found.end());
    std::reverse(tails.begin(), tails.end());
    const auto start = [&](std::size_t t, int s) {
        return tails[t].place + (s == 0 ? 0 : tails[t].size[0]);
    };
    for (std::size_t t = 0; t < found.size(); ++t) {
        const auto& [label, tail] = found[t];
        writer.add(0, 0, {TailMove::kQuiet, Side::kWhite, 0, tail[0], tail[1]});
        if (label == kNoColumn) continue;
        for (const Side mover : kSides) {
            const int s = static_cast<int>(mover);
            if (tail[s] == kNoSlot || (tails[t].closing[s] & kArrives) != 0) continue;
            const std::uint32_t before = writer.wanted();
            for (const ColumnId next : columns_.steps(mover, label)) {
                std::size_t to = t;
                while (found[to].label != next) --to;
                writer.add_alike(start(t, s), start(to, 1 - s), mover, tail[s],
                                 found[to].tail[1 - s]);
            }
            if ((tails[t].closing[s] & kPawnBeforeGoal) != 0 &&
                stands(other(mover), tail[s], columns_.goal(mover))) {
                writer.add(start(t, s), 0, {TailMove::kArrivesHere, mover, 0, tail[s], kNoSlot});
            }
            if ((tails[t].closing[s] & kVictimOnGoal) != 0 &&
                stands(mover, tail[s], columns_.before_goal(mover))) {
                writer.add(start(t, s), 0, {TailMove::kArrivesBefore, mover, 0, tail[s], kNoSlot});
            }
            tails[t].items[s] = static_cast<std::uint16_t>(writer.wanted() - before);
        }
    }
}

template struct WingProgram<std::uint16_t>;
template struct WingProgram<std::uint32_t>;
template class WingCompiler<std::uint16_t>;
template class WingCompiler<std::uint32_t>;

}  // namespace hexa
