#include "sweep_slice.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hexa {
namespace {

constexpr std::array kSides{Side::kWhite, Side::kBlack};

// Copies in pieces of this size may run over the end, up to one byte less.
constexpr std::size_t kPiece = 16;
// So many items before its turn, a tail program is fetched.
constexpr std::ptrdiff_t kAhead = 4;

inline void copy_over(Score* to, const Score* from, std::size_t size) {
    for (std::size_t i = 0; i < size; i += kPiece) std::memcpy(to + i, from + i, kPiece);
}

inline void fill_over(Score* to, Score value, std::size_t size) {
    for (std::size_t i = 0; i < size; i += kPiece) std::memset(to + i, value, kPiece);
}

}  // namespace

template <typename Number>
SliceSweeper<Number>::SliceSweeper(const Columns& columns, const Index& index,
                                   SweepPrograms<Number>& programs, const Kernels& kernels)
    : columns_(columns),
      index_(index),
      programs_(programs.wings()),
      kernels_(kernels),
      wing_level_(programs.wing_level()),
      frames_(index.board().files),
      wings_(kBatch) {}

template <typename Number>
Block SliceSweeper<Number>::below(int level, const Block& block, ColumnId label) const {
    const IndexLevel& l = index_.level(level);
    const Slot edge = l.find(block.node, label);
    if (edge == kNoSlot) return {};
    return {l.child(edge), block.scores + l.before(edge)};
}

template <typename Number>
void SliceSweeper<Number>::sweep(const SliceBlocks& slice, const ColumnId* prefix, int length) {
    Frame& root = wing_level_ == 0 ? wings_[0].frame : frames_[0];
    root.own = slice.own;
    root.captured = slice.captured;
    root.last = kNoColumn;
    for (int s = 0; s < 2; ++s) {
        root.open[s] = root.own[s].node != kNoSlot;
        root.targets[s].size = 0;
        root.crossings[s].size = 0;
    }
    if (wing_level_ == 0) {
        prepare(wings_[0]);
        fetch(wings_[0]);
        run(wings_[0]);
        return;
    }
    for (int level = 0; level < length; ++level) {
        const IndexLevel& l = index_.level(level);
        const Frame& from = frames_[level];
        const std::array edges{l.find(from.own[0].node, prefix[level]),
                               l.find(from.own[1].node, prefix[level])};
        extend(level, from, prefix[level], edges, frames_[level + 1]);
    }
    const Frame& frame = frames_[length];
    for (int s = 0; s < 2; ++s) {
        if (!frame.open[s]) fill(length, frame.own[s]);
    }
    if (frame.open[0] || frame.open[1]) walk(length);
}

// Labels a block that wins in 1 throughout.
template <typename Number>
void SliceSweeper<Number>::fill(int level, const Block& block) const {
    if (block.node == kNoSlot) return;
    std::memset(block.scores, kWinInOne, index_.level(level).paths(block.node));
}

template <typename Number>
template <typename Visit>
void SliceSweeper<Number>::for_each_label(int level, Visit visit) {
    const Frame& frame = frames_[level];
    const IndexLevel& l = index_.level(level);
    const Slot white = frame.own[0].node;
    const Slot black = frame.own[1].node;
    int w = l.edges(white);
    int b = l.edges(black);
    while (w != 0 || b != 0) {
        const int next_white = w != 0 ? l.labels(white)[w - 1] : -1;
        const int next_black = b != 0 ? l.labels(black)[b - 1] : -1;
        const int label = std::max(next_white, next_black);
        const std::array edges{next_white == label ? white + w-- : kNoSlot,
                               next_black == label ? black + b-- : kNoSlot};
        visit(static_cast<ColumnId>(label), edges);
    }
}

template <typename Number>
void SliceSweeper<Number>::walk(int level) {
    if (level + 1 == wing_level_) {
        walk_wings(level);
        return;
    }
    const Frame& frame = frames_[level];
    Frame& next = frames_[level + 1];
    for_each_label(level, [&](ColumnId label, std::array<Slot, 2> edges) {
        extend(level, frame, label, edges, next);
        for (int s = 0; s < 2; ++s) {
            if (frame.open[s] && !next.open[s]) fill(level + 1, next.own[s]);
        }
        if (next.open[0] || next.open[1]) walk(level + 1);
    });
}

// The level above the wings: in batches, so that what they need is fetched while others are
// prepared.
template <typename Number>
void SliceSweeper<Number>::walk_wings(int level) {
    const Frame& frame = frames_[level];
    int waiting = 0;
    const auto run_all = [&] {
        for (int i = 0; i < waiting; ++i) fetch(wings_[i]);
        for (int i = 0; i < waiting; ++i) run(wings_[i]);
        waiting = 0;
    };
    for_each_label(level, [&](ColumnId label, std::array<Slot, 2> edges) {
        Wing& wing = wings_[waiting];
        extend(level, frame, label, edges, wing.frame);
        for (int s = 0; s < 2; ++s) {
            if (frame.open[s] && !wing.frame.open[s]) fill(level + 1, wing.frame.own[s]);
        }
        if (!wing.frame.open[0] && !wing.frame.open[1]) return;
        prepare(wing);
        if (++waiting == kBatch) run_all();
    });
    run_all();
}

// Makes the frame of the prefix with one more column state from that of the prefix. Closes a side
// that wins in 1 throughout from here on.
template <typename Number>
void SliceSweeper<Number>::extend(int level, const Frame& from, ColumnId label,
                                  std::array<Slot, 2> edges, Frame& to) const {
    const IndexLevel& l = index_.level(level);
    to.last = label;
    for (const Side mover : kSides) {
        const int s = static_cast<int>(mover);
        const Slot edge = edges[s];
        to.open[s] = from.open[s] && edge != kNoSlot;
        to.own[s] =
            edge == kNoSlot ? Block{} : Block{l.child(edge), from.own[s].scores + l.before(edge)};
        if (to.open[s] &&
            (columns_.arrives(mover, label) ||
             (from.last != kNoColumn && columns_.captures_onto_goal(mover, from.last, label)))) {
            to.open[s] = false;
        }
        if (to.open[s]) to.captured[s] = below(level, from.captured[s], label);
    }
    for (const Side mover : kSides) {
        const int s = static_cast<int>(mover);
        if (!to.open[s]) continue;
        const int forward = mover == Side::kWhite ? 1 : -1;
        const Side enemy = other(mover);
        const Slot edge = edges[s];

        List<Block>& targets = to.targets[s];
        targets.size = 0;
        for (const Block& target : from.targets[s]) {
            targets.push(target.node == from.own[s].node
                             ? Block{to.own[s].node, target.scores + l.before(edge)}
                             : below(level, target, label));
        }
        for (const ColumnId next : columns_.steps(mover, label)) {
            targets.push(below(level, from.own[1 - s], next));
        }
        for (const Crossing& crossing : from.crossings[s]) {
            if (crossing.move == TailMove::kEnters) {
                if ((columns_.pawns(enemy, label) >> crossing.rank & 1) != 0) {
                    targets.push(
                        below(level, crossing.block, columns_.captured(label, crossing.rank)));
                }
            } else if ((columns_.pawns(mover, label) >> crossing.rank & 1) != 0) {
                targets.push(
                    below(level, crossing.block, columns_.without(mover, label, crossing.rank)));
            }
        }

        List<Crossing>& crossings = to.crossings[s];
        crossings.size = 0;
        if (from.captured[s].node == kNoSlot) continue;
        const auto cross = [&](ColumnId changed, TailMove move, int rank) {
            const Block block = below(level, from.captured[s], changed);
            if (block.node != kNoSlot) crossings.push({block, move, rank});
        };
        for (unsigned r = columns_.pawns(mover, label); r != 0; r &= r - 1) {
            const int rank = std::countr_zero(r);
            if (rank + forward != columns_.goal(mover)) {
                cross(columns_.without(mover, label, rank), TailMove::kEnters, rank + forward);
            }
        }
        for (unsigned r = columns_.pawns(enemy, label); r != 0; r &= r - 1) {
            const int rank = std::countr_zero(r);
            const int behind = rank - forward;
            if (rank != columns_.goal(mover) && behind >= 0 && behind < columns_.ranks()) {
                cross(columns_.captured(label, rank), TailMove::kLeaves, behind);
            }
        }
    }
}

template <typename Number>
void SliceSweeper<Number>::prepare(Wing& wing) const {
    const Frame& frame = wing.frame;
    int count = 0;
    const auto add = [&](TailMove move, Side mover, int rank, const Block& target) {
        const Slot source = frame.own[static_cast<int>(mover)].node;
        const ProgramKey key = program_key({move, mover, rank, source, target.node});
        wing.replays[count++] = {key, nullptr, target.scores};
        programs_.prefetch(key);
        __builtin_prefetch(target.scores);
    };
    for (const Side mover : kSides) {
        const int s = static_cast<int>(mover);
        wing.first[s] = count;
        wing.alikes[s] = 0;
        index_.level(wing_level_).prefetch(frame.own[s].node);
        if (!frame.open[s]) continue;
        __builtin_prefetch(frame.own[s].scores, 1);
        for (const Block& target : frame.targets[s]) {
            if (target.node == frame.own[s].node) {
                wing.alike[s][wing.alikes[s]++] = target.scores;
                __builtin_prefetch(target.scores);
            } else {
                add(TailMove::kBefore, mover, 0, target);
            }
        }
        for (const Crossing& crossing : frame.crossings[s]) {
            add(crossing.move, mover, crossing.rank, crossing.block);
        }
        if (frame.captured[s].node != kNoSlot && index_.board().files > 1) {
            add(TailMove::kCaptures, mover, 0, frame.captured[s]);
        }
    }
    wing.first[2] = count;
    wing.quiet.key =
        program_key({TailMove::kQuiet, Side::kWhite, 0, frame.own[0].node, frame.own[1].node});
    programs_.prefetch(wing.quiet.key);
}

template <typename Number>
void SliceSweeper<Number>::fetch(Wing& wing) const {
    for (int i = 0; i < wing.first[2]; ++i) {
        wing.replays[i].program = programs_.peek(wing.replays[i].key);
    }
    wing.quiet.program = programs_.peek(wing.quiet.key);
}

template <typename Number>
void SliceSweeper<Number>::replay(const WingProgram<Number>& program, Score* to,
                                  const Score* from) const {
    const WingItem<Number>* item = program.items();
    const auto* const end = item + program.item_count;
    for (const auto* first = item; first != end && first != item + kAhead; ++first) {
        first->prefetch();
    }
    for (; item != end; ++item) {
        if (end - item > kAhead) item[kAhead].prefetch();
        if (item->is_run()) {
            kernels_.lower(to + item->to(), from + item->from(), item->run());
        } else {
            item->program().replay(to + item->to(), from + item->from());
        }
    }
}

// Takes the best so far from by_rank_, adds the quiet moves within the wing, and puts it back.
// `closing` says by side which Closing bits close a tail.
template <typename Number>
void SliceSweeper<Number>::sweep_quiet(const WingProgram<Number>& program,
                                       const std::array<unsigned, 2>& closing) {
    const WingTail<Number>* const tails = program.tails();
    const WingItem<Number>* const items = program.items();
    Score* const both = by_tail_.data();
    // Ascending, since copies run over.
    for (std::uint32_t t = program.tail_count; t-- != 0;) {
        const WingTail<Number>& tail = tails[t];
        __builtin_prefetch(tail.quiet);
        Score* to = both + tail.place;
        for (int s = 0; s < 2; ++s) {
            if ((tail.closing[s] & closing[s]) != 0) {
                fill_over(to, kLostChild, tail.size[s]);
            } else {
                copy_over(to, by_rank_[s].data() + tail.before[s], tail.size[s]);
            }
            to += tail.size[s];
        }
    }
    for (std::uint32_t t = 0; t < program.tail_count; ++t) {
        const WingTail<Number>& tail = tails[t];
        if ((tail.closing[0] & closing[0]) != 0 && (tail.closing[1] & closing[1]) != 0) continue;
        const WingItem<Number>* item = items + tail.first_item;
        for (const auto* next = item; next != item + tail.items[0] + tail.items[1]; ++next) {
            next->prefetch();
        }
        for (int s = 0; s < 2; ++s) {
            const WingItem<Number>* const end = item + tail.items[s];
            if ((tail.closing[s] & closing[s]) != 0) item = end;
            for (; item != end; ++item) {
                if (item->is_run()) {
                    kernels_.lower_to_best(both + item->to(), both + item->from(), item->run());
                } else {
                    item->program().replay_best(both + item->to(), both + item->from());
                }
            }
        }
        tail.quiet->replay_best(both + tail.place, both + tail.place);
    }
    for (std::uint32_t t = program.tail_count; t-- != 0;) {
        const WingTail<Number>& tail = tails[t];
        const Score* from = both + tail.place;
        for (int s = 0; s < 2; ++s) {
            copy_over(by_rank_[s].data() + tail.before[s], from, tail.size[s]);
            from += tail.size[s];
        }
    }
}

template <typename Number>
void SliceSweeper<Number>::run(Wing& wing) {
    const Frame& frame = wing.frame;
    const IndexLevel& l = index_.level(wing_level_);
    const std::array sizes{l.paths(frame.own[0].node), l.paths(frame.own[1].node)};
    if (by_tail_.size() < sizes[0] + sizes[1] + kPiece) {
        by_tail_.resize(sizes[0] + sizes[1] + kPiece);
        for (auto& scores : by_rank_) scores.resize(by_tail_.size());
    }
    passing_.clear();
    std::array<unsigned, 2> closing{};
    for (const Side mover : kSides) {
        const int s = static_cast<int>(mover);
        if (!frame.open[s]) {
            closing[s] = kAlways;
            continue;
        }
        closing[s] = kArrives;
        if (frame.last != kNoColumn) {
            if ((columns_.pawns(mover, frame.last) >> columns_.before_goal(mover) & 1) != 0) {
                closing[s] |= kVictimOnGoal;
            }
            if ((columns_.pawns(other(mover), frame.last) >> columns_.goal(mover) & 1) != 0) {
                closing[s] |= kPawnBeforeGoal;
            }
        }
        Score* const best = by_rank_[s].data();
        kernels_.minimum(best, wing.alike[s].data(), wing.alikes[s], sizes[s]);
        for (int i = wing.first[s]; i < wing.first[s + 1]; ++i) {
            const Replay& r = wing.replays[i];
            replay(programs_.get(r.key, passing_, r.program), best, r.from);
        }
    }
    sweep_quiet(programs_.get(wing.quiet.key, passing_, wing.quiet.program), closing);
    for (int s = 0; s < 2; ++s) {
        if (frame.open[s]) {
            kernels_.finish(frame.own[s].scores, by_rank_[s].data(), sizes[s]);
        }
    }
}

template class SliceSweeper<std::uint16_t>;
template class SliceSweeper<std::uint32_t>;

}  // namespace hexa
