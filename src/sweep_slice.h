// The sweep of one slice: labels every position below a prefix of column states.
//
// Both sides to move are swept together, prefixes in descending order. A quiet move leads to a
// larger tuple in the other side's set of the same slice, a capture to a slice with fewer pawns, so
// every child is labelled before its parent. A move that changes only files before some level
// leaves the rest alone: all positions below the prefix have their child at the same place of
// another block, as long as the two blocks belong to the same node. The walk carries those blocks
// down as `targets`; at the wing, the last three files, it takes the minimum over them, many bytes
// at once, and replays the wing programs for what is left.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "columns.h"
#include "index.h"
#include "kernels.h"
#include "memory.h"
#include "program_cache.h"
#include "tail.h"
#include "wing.h"

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

// The programs of a sweep, for all threads.
template <typename Number>
class SweepPrograms {
public:
    SweepPrograms(const Columns& columns, const Index& index, MemoryBudget& budget)
        : tail_compiler_(columns, index),
          tails_(tail_compiler_, budget),
          wing_compiler_(columns, index, tails_, budget),
          wings_(wing_compiler_, budget) {}

    [[nodiscard]] int wing_level() const { return wing_compiler_.level(); }
    [[nodiscard]] ProgramCache<WingCompiler<Number>>& wings() { return wings_; }

private:
    TailCompiler<Number> tail_compiler_;
    ProgramCache<TailCompiler<Number>> tails_;
    WingCompiler<Number> wing_compiler_;
    ProgramCache<WingCompiler<Number>> wings_;
};

// Sweeps prefixes, one at a time. One thread each; threads may sweep different prefixes of a slice
// once those that their quiet moves lead to are done.
template <typename Number>
class SliceSweeper {
public:
    SliceSweeper(const Columns& columns, const Index& index, SweepPrograms<Number>& programs,
                 const Kernels& kernels);

    // Labels all positions of the slice whose first files have these column states. At least three
    // files must remain, or all there are.
    void sweep(const SliceBlocks& slice, const ColumnId* prefix, int length);

private:
    // Moves of one side from the prefix: at most three for each of at most ten pawns.
    static constexpr int kMost = 3 * kMaxFiles;
    // Wings that are made ready together, so that their programs come from memory together.
    static constexpr int kBatch = 8;

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
        ProgramKey key;
        const WingProgram<Number>* program;
        const Score* from;
    };
    // A wing that is about to be swept.
    struct Wing {
        Frame frame;
        std::array<std::array<const Score*, kMost>, 2> alike;  // blocks of the same node
        std::array<int, 2> alikes;
        // Targets and crossings, and captures within the wing.
        std::array<Replay, 2 * (2 * kMost + 1)> replays;
        std::array<int, 3> first;  // replays of White, of Black, and the end of Black's
        Replay quiet;
    };

    void walk(int level);
    void walk_wings(int level);
    // Calls visit(label, White's edge or kNoSlot, Black's edge or kNoSlot), labels descending.
    template <typename Visit>
    void for_each_label(int level, Visit visit);
    void extend(int level, const Frame& from, ColumnId label, std::array<Slot, 2> edges,
                Frame& to) const;
    void fill(int level, const Block& block) const;

    // The three steps of a wing: what to replay; fetch it; sweep.
    void prepare(Wing& wing) const;
    void fetch(Wing& wing) const;
    void run(Wing& wing);

    void replay(const WingProgram<Number>& program, Score* to, const Score* from) const;
    void sweep_quiet(const WingProgram<Number>& program, const std::array<unsigned, 2>& closing);
    [[nodiscard]] Block below(int level, const Block& block, ColumnId label) const;

    const Columns& columns_;
    const Index& index_;
    ProgramCache<WingCompiler<Number>>& programs_;
    const Kernels& kernels_;
    int wing_level_;
    std::vector<Frame> frames_;
    std::vector<Wing> wings_;
    PassingPrograms passing_;
    // The best of the children so far: a side's block by rank, and both by tails as WingTail has
    // it. With room for copies that run over.
    std::array<std::vector<Score>, 2> by_rank_;
    std::vector<Score> by_tail_;
};

}  // namespace hexa
