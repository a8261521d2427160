#include "sweep_slice.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hexa {
namespace {

constexpr std::array kSides{Side::kWhite, Side::kBlack};

template <typename Number>
inline void replay(const TailProgram<Number>& program, Score* to, const Score* from) {
    const TailPair<Number>* const pairs = program.pairs();
    for (std::uint32_t i = 0; i < program.pair_count; ++i) {
        const TailPair<Number> pair = pairs[i];
        to[pair.to] = std::min(to[pair.to], from[pair.from]);
    }
    const Number* const lost = program.lost();
    for (std::uint32_t i = 0; i < program.lost_count; ++i) to[lost[i]] = kLostChild;
}

}  // namespace

template <typename Number>
SliceSweeper<Number>::SliceSweeper(const Columns& columns, const Index& index,
                                   TailCache<Number>& programs, const Kernels& kernels)
    : columns_(columns),
      index_(index),
      programs_(programs),
      kernels_(kernels),
      tail_level_(programs.level()),
      frames_(index.board().files),
      tails_(kBatch) {}

template <typename Number>
Block SliceSweeper<Number>::below(int level, const Block& block, ColumnId label) const {
    const IndexLevel& l = index_.level(level);
    const Slot edge = l.find(block.node, label);
    if (edge == kNoSlot) return {};
    return {l.child(edge), block.scores + l.before(edge)};
}

template <typename Number>
void SliceSweeper<Number>::sweep(const SliceBlocks& slice, const ColumnId* prefix, int length) {
    Frame& root = tail_level_ == 0 ? tails_[0].frame : frames_[0];
    root.own = slice.own;
    root.captured = slice.captured;
    root.last = kNoColumn;
    for (int s = 0; s < 2; ++s) {
        root.open[s] = root.own[s].node != kNoSlot;
        root.targets[s].size = 0;
        root.crossings[s].size = 0;
    }
    if (tail_level_ == 0) {
        prepare(tails_[0]);
        fetch(tails_[0]);
        run(tails_[0]);
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
    if (level + 1 == tail_level_) {
        walk_tails(level);
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

// The level above the tails: in batches, so that what they need is fetched while others are
// prepared.
template <typename Number>
void SliceSweeper<Number>::walk_tails(int level) {
    const Frame& frame = frames_[level];
    int waiting = 0;
    const auto run_all = [&] {
        for (int i = 0; i < waiting; ++i) fetch(tails_[i]);
        for (int i = 0; i < waiting; ++i) run(tails_[i]);
        waiting = 0;
    };
    for_each_label(level, [&](ColumnId label, std::array<Slot, 2> edges) {
        Tail& tail = tails_[waiting];
        extend(level, frame, label, edges, tail.frame);
        for (int s = 0; s < 2; ++s) {
            if (frame.open[s] && !tail.frame.open[s]) fill(level + 1, tail.frame.own[s]);
        }
        if (!tail.frame.open[0] && !tail.frame.open[1]) return;
        prepare(tail);
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
void SliceSweeper<Number>::prepare(Tail& tail) const {
    const Frame& frame = tail.frame;
    int count = 0;
    const auto add = [&](TailMove move, Side mover, int rank, Slot source, const Block& target) {
        const TailKey key = tail_key(move, mover, rank, source, target.node);
        tail.replays[count++] = {key, nullptr, target.scores};
        programs_.prefetch(key);
        if (target.scores != nullptr) __builtin_prefetch(target.scores);
    };
    for (const Side mover : kSides) {
        const int s = static_cast<int>(mover);
        tail.first[s] = count;
        index_.level(tail_level_).prefetch(frame.own[s].node);
        if (!frame.open[s]) continue;
        const Slot node = frame.own[s].node;
        __builtin_prefetch(frame.own[s].scores, 1);
        tail.alikes[s] = 0;
        for (const Block& target : frame.targets[s]) {
            if (target.node == node) {
                tail.alike[s][tail.alikes[s]++] = target.scores;
                __builtin_prefetch(target.scores);
            } else {
                add(TailMove::kBefore, mover, 0, node, target);
            }
        }
        for (const Crossing& crossing : frame.crossings[s]) {
            add(crossing.move, mover, crossing.rank, node, crossing.block);
        }
        if (frame.captured[s].node != kNoSlot && index_.board().files > 1) {
            add(TailMove::kCaptures, mover, 0, node, frame.captured[s]);
        }
        if (frame.last == kNoColumn) continue;
        if ((columns_.pawns(mover, frame.last) >> columns_.before_goal(mover) & 1) != 0) {
            add(TailMove::kArrivesHere, mover, 0, node, {});
        }
        if ((columns_.pawns(other(mover), frame.last) >> columns_.goal(mover) & 1) != 0) {
            add(TailMove::kArrivesBefore, mover, 0, node, {});
        }
    }
    tail.first[2] = count;
    add(TailMove::kQuiet, Side::kWhite, 0, frame.own[0].node, {frame.own[1].node, nullptr});
}

template <typename Number>
void SliceSweeper<Number>::fetch(Tail& tail) const {
    for (int i = 0; i <= tail.first[2]; ++i) {
        tail.replays[i].program = programs_.peek(tail.replays[i].key);
    }
}

template <typename Number>
void SliceSweeper<Number>::run(Tail& tail) {
    const Frame& frame = tail.frame;
    const IndexLevel& l = index_.level(tail_level_);
    const std::array sizes{l.paths(frame.own[0].node), l.paths(frame.own[1].node)};
    if (buffer_.size() < sizes[0] + sizes[1]) buffer_.resize(sizes[0] + sizes[1]);
    Score* const both = buffer_.data();
    const std::array best{both, both + sizes[0]};

    for (int s = 0; s < 2; ++s) {
        if (!frame.open[s]) {
            std::memset(best[s], kLostChild, sizes[s]);
            continue;
        }
        kernels_.minimum(best[s], tail.alike[s].data(), tail.alikes[s], sizes[s]);
        for (int i = tail.first[s]; i < tail.first[s + 1]; ++i) {
            const Replay& r = tail.replays[i];
            replay(programs_.get(r.key, r.program), best[s], r.from);
        }
    }

    const Replay& last = tail.replays[tail.first[2]];
    const TailProgram<Number>& quiet = programs_.get(last.key, last.program);
    const Number* const lost = quiet.lost();
    for (std::uint32_t i = 0; i < quiet.lost_count; ++i) both[lost[i]] = kLostChild;
    const TailPair<Number>* const pairs = quiet.pairs();
    for (std::uint32_t i = 0; i < quiet.pair_count; ++i) {
        const TailPair<Number> pair = pairs[i];
        both[pair.to] = std::min(both[pair.to], score_of_best(both[pair.from]));
    }
    for (int s = 0; s < 2; ++s) {
        if (frame.open[s]) kernels_.finish(frame.own[s].scores, best[s], sizes[s]);
    }
}

template class SliceSweeper<std::uint16_t>;
template class SliceSweeper<std::uint32_t>;

}  // namespace hexa
