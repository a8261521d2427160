// The sweep of one slice: labels every position below a prefix of column states.
//
// Both sides to move are swept together, prefixes in descending order. A quiet move leads to a
// larger tuple in the other side's set of the same slice, a capture to a slice with fewer pawns, so
// every child is labelled before its parent. A move that changes only files before some level
// leaves the rest alone: all positions below the prefix have their child at the same place of
// another block, as long as the two blocks belong to the same node. The walk carries those blocks
// down as `targets`; at the tail it takes the minimum over them, many bytes at once, and replays
// the tail programs for what is left.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "columns.h"
#include "index.h"
#include "kernels.h"
#include "tail.h"
#include "tail_cache.h"

namespace hexa {

// The labels below a node: `paths(node)` bytes in rank order.
struct Block {
    Slot node = kNoSlot;
    Score* scores = nullptr;
};

// What one slice's sweep reads and writes. Arrays are indexed by the side to move (White 0, Black
// 1).
struct SliceBlocks {
    std::array<Block, 2> own;       // written
    std::array<Block, 2> captured;  // read: where this side's captures lead to
};

// Sweeps prefixes, one at a time. One thread each; threads may sweep different prefixes of a slice
// once those that their quiet moves lead to are done.
template <typename Number>
class SliceSweeper {
public:
    SliceSweeper(const Columns& columns, const Index& index, TailCache<Number>& programs,
                 const Kernels& kernels);

    // Labels all positions of the slice whose first files have these column states. At least one
    // file must remain, and two on boards of more than one.
    void sweep(const SliceBlocks& slice, const ColumnId* prefix, int length);

private:
    // Moves of one side from the prefix: at most three for each of at most ten pawns.
    static constexpr int kMost = 3 * kMaxFiles;
    // Tails that are made ready together, so that their programs come from memory together.
    static constexpr int kBatch = 16;

    // A capture across the boundary to the next file, whose second half is decided there.
    struct Crossing {
        Block block;
        TailMove move;  // kEnters or kLeaves
        int rank;
    };
    template <typename T>
    struct List {
        std::array<T, kMost> items;
        int size = 0;

        void push(const T& item) { items[size++] = item; }
        [[nodiscard]] const T* begin() const { return items.data(); }
        [[nodiscard]] const T* end() const { return items.data() + size; }
        [[nodiscard]] T* begin() { return items.data(); }
        [[nodiscard]] T* end() { return items.data() + size; }
    };
    // All that is known of a prefix.
    struct Frame {
        std::array<Block, 2> own;
        std::array<Block, 2> captured;
        std::array<bool, 2> open;  // false: wins in 1 throughout, or there is nothing
        std::array<List<Block>, 2> targets;
        std::array<List<Crossing>, 2> crossings;
        ColumnId last;  // the prefix's last column state, or kNoColumn
    };
    // A program to replay.
    struct Replay {
        TailKey key;
        const TailProgram<Number>* program;
        const Score* from;
    };
    // A tail that is about to be swept.
    struct Tail {
        Frame frame;
        std::array<std::array<const Score*, kMost>, 2> alike;  // blocks of the same node
        std::array<int, 2> alikes;
        // Targets and crossings, captures within the tail and two kinds of arrival; quiet moves
        // last.
        std::array<Replay, 2 * (2 * kMost + 3) + 1> replays;
        std::array<int, 3> first;  // replays of White, of Black, and the end of Black's
    };

    void walk(int level);
    void walk_tails(int level);
    // Calls visit(label, White's edge or kNoSlot, Black's edge or kNoSlot), labels descending.
    template <typename Visit>
    void for_each_label(int level, Visit visit);
    void extend(int level, const Frame& from, ColumnId label, std::array<Slot, 2> edges,
                Frame& to) const;
    void fill(int level, const Block& block) const;

    // The three steps of a tail: what to replay; fetch it; sweep.
    void prepare(Tail& tail) const;
    void fetch(Tail& tail) const;
    void run(Tail& tail);

    [[nodiscard]] Block below(int level, const Block& block, ColumnId label) const;

    const Columns& columns_;
    const Index& index_;
    TailCache<Number>& programs_;
    const Kernels& kernels_;
    int tail_level_;
    std::vector<Frame> frames_;
    std::vector<Tail> tails_;
    std::vector<Score> buffer_;
};

}  // namespace hexa
