// Wing programs: what moves do to the labels of the last three files, as a list of tail programs.
//
// The positions below a node on the wing's level (the last file but two; on smaller boards, the
// first) are a block of bytes in rank order: one tail's block for each edge. Which tail programs a
// move needs, and where in the two blocks, follows from the pair of nodes alone, so it is found
// out once and not again for every prefix that leads to them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "columns.h"
#include "index.h"
#include "memory.h"
#include "program_cache.h"
#include "rules.h"
#include "tail.h"

namespace hexa {

// One tail's share of a move: bytes from `to` on have children from `from` on, as the tail program
// says, or one by one where the tails are the same.
template <typename Number>
class WingItem {
public:
    WingItem() = default;
    WingItem(std::uint32_t to, std::uint32_t from, const TailProgram<Number>& program)
        : to_(to), from_(from), word_(reinterpret_cast<std::uint64_t>(&program)) {}
    WingItem(std::uint32_t to, std::uint32_t from, std::uint64_t run)
        : to_(to), from_(from), word_(run << 1 | 1) {}

    [[nodiscard]] std::uint32_t to() const { return to_; }
    [[nodiscard]] std::uint32_t from() const { return from_; }
    [[nodiscard]] bool is_run() const { return (word_ & 1) != 0; }
    [[nodiscard]] std::uint64_t run() const { return word_ >> 1; }
    [[nodiscard]] const TailProgram<Number>& program() const {
        return *reinterpret_cast<const TailProgram<Number>*>(word_);
    }
    void prefetch() const { __builtin_prefetch(reinterpret_cast<const void*>(word_)); }

private:
    std::uint32_t to_;
    std::uint32_t from_;
    std::uint64_t word_;  // a program's address, or a run's length times two plus one
};

// Why all positions with a column state on the wing's first file may be won in 1 for a side: bits.
enum Closing : std::uint8_t {
    // It can arrive in this file.
    kArrives = 1,
    // An enemy stands on its goal rank: closed where a pawn next to it stands one rank short.
    kVictimOnGoal = 2,
    // A pawn of its own stands one rank short of the goal: closed where an enemy next to it stands
    // on it.
    kPawnBeforeGoal = 4,
    kAlways = 8,
};

// The tails of both sides below one column state, in a program of quiet moves. There, tails lie
// one after the other by column state, White's before Black's.
template <typename Number>
struct WingTail {
    const TailProgram<Number>* quiet;  // within the tail
    std::uint32_t place;               // of White's bytes; Black's follow
    std::array<std::uint32_t, 2> size;
    std::array<std::uint32_t, 2> before;  // where they are in the side's own block
    std::uint32_t first_item;             // steps in the wing's first file, and arrivals next to it
    std::array<std::uint16_t, 2> items;   // White's, then Black's
    std::array<std::uint8_t, 2> closing;  // Closing bits
};

// A program as it is being compiled.
template <typename Number>
struct WingDraft {
    // An item whose tail program is not looked up yet, or a run.
    struct Wanted {
        std::uint32_t to;
        std::uint32_t from;
        ProgramKey key;  // 0: a run
        union {
            const TailProgram<Number>* program;
            std::uint64_t run;
        };
    };
    std::vector<Wanted> wanted;
    std::vector<WingItem<Number>> items;
    std::vector<WingTail<Number>> tails;
    bool passing = false;
};

// A program, in one piece of memory: this, then the tails, then the items. Programs of quiet moves
// have tails, column states descending; others have only items.
template <typename Number>
struct WingProgram {
    ProgramKey key;
    std::uint32_t tail_count;
    std::uint32_t item_count;

    [[nodiscard]] const WingTail<Number>* tails() const {
        return reinterpret_cast<const WingTail<Number>*>(this + 1);
    }
    [[nodiscard]] const WingItem<Number>* items() const {
        return reinterpret_cast<const WingItem<Number>*>(tails() + tail_count);
    }

    [[nodiscard]] static std::size_t bytes(const WingDraft<Number>& draft);
    static const WingProgram* make(void* place, ProgramKey key, const WingDraft<Number>& draft);
};

// What the programs of a board take at least, wings and tails together.
[[nodiscard]] std::size_t least_program_bytes(const Index& index);

// Compiles wing programs, named as tail programs are: kBefore, kEnters, kLeaves, kQuiet, and
// kCaptures for all captures that begin in the wing's first file or after it. Safe to share between
// threads.
template <typename Number>
class WingCompiler {
public:
    using Program = WingProgram<Number>;
    using Draft = WingDraft<Number>;
    using Tails = ProgramCache<TailCompiler<Number>>;

    WingCompiler(const Columns& columns, const Index& index, Tails& tails, MemoryBudget& budget);

    // The wing's level.
    [[nodiscard]] int level() const { return level_; }

    // Replaces what is in `draft`.
    void compile(ProgramKey key, WingDraft<Number>& draft, PassingPrograms& passing) const;

private:
    // An edge of a node on the wing's level. On a board that is no wider than a tail, the wing's
    // first file is missing: then a node has one edge, without a column state, to itself.
    struct Door {
        ColumnId label;
        Slot tail;
        std::uint32_t before;
    };

    // A draft, and what it takes to go on with it.
    class Writer;

    void transfer(const ProgramName& name, Writer& writer) const;
    void captures(const ProgramName& name, Writer& writer) const;
    void quiet(const ProgramName& name, Writer& writer) const;

    [[nodiscard]] int doors(Slot node) const {
        return file_ ? index_.level(level_).edges(node) : node != kNoSlot;
    }
    [[nodiscard]] Door door(Slot node, int i) const {
        return file_ ? door(node + 1 + static_cast<Slot>(i)) : Door{kNoColumn, node, 0};
    }
    [[nodiscard]] Door door(Slot edge) const {
        const IndexLevel& l = index_.level(level_);
        return {l.label(edge), l.child(edge), static_cast<std::uint32_t>(l.before(edge))};
    }
    [[nodiscard]] std::uint32_t tail_size(Slot tail) const {
        return static_cast<std::uint32_t>(index_.level(file_ ? level_ + 1 : level_).paths(tail));
    }
    [[nodiscard]] bool arrives(Side mover, ColumnId label) const {
        return label != kNoColumn && columns_.arrives(mover, label);
    }

    // Do pawns of a side stand on this rank of the tail's first file, anywhere below the node?
    [[nodiscard]] bool stands(Side side, Slot tail, int rank) const {
        return (first_file_[tail][static_cast<int>(side)] >> rank & 1) != 0;
    }

    const Columns& columns_;
    const Index& index_;
    Tails& tails_;
    bool file_;  // the wing has a file before the tail
    int level_;
    Buffer<std::array<Ranks, 2>> first_file_;  // by tail: where pawns stand on its first file
};

}  // namespace hexa
