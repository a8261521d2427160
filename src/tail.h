// Tail programs: what moves in the last two files do to a block of labels, compiled once per pair
// of nodes and replayed for every wing (wing.h) that leads to them.
//
// The positions below a node on the tail's level (the last file but one; on a board of one file,
// the only one) are a block of bytes in rank order, a few dozen long. A program is a list of pairs
// (to, from): byte `to` of the mover's block has a child whose byte is `from` of another block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "columns.h"
#include "index.h"
#include "program_cache.h"
#include "rules.h"
#include "score.h"

namespace hexa {

// What a program is about.
enum class TailMove : std::uint8_t {
    // The move was made before the tail, which stays as it is.
    kBefore,
    // A pawn from the file before captures on `rank` of the tail's first file.
    kEnters,
    // The mover's pawn leaves `rank` of the tail's first file to capture in the file before.
    kLeaves,
    // A capture between the tail's two files.
    kCaptures,
    // As kEnters and kLeaves, but onto the goal rank: no target.
    kArrivesHere,
    kArrivesBefore,
    // Quiet moves within the tail, of both sides at once: `source` is White's node and `target`
    // Black's, bytes of White's block are numbered first, and the order is one in which every byte
    // is complete before it is read. Arrivals within the tail are part of it; the other programs
    // leave out positions that have one.
    kQuiet,
};

// Which program. Slots must fit in kProgramSlotBits.
inline constexpr int kProgramSlotBits = 28;

struct ProgramName {
    TailMove move;
    Side mover;
    int rank;
    Slot source;
    Slot target;
};

[[nodiscard]] constexpr ProgramKey program_key(const ProgramName& name) {
    return ProgramKey{name.source} << 36 | ProgramKey{name.target} << 8 |
           static_cast<ProgramKey>(name.move) << 5 | static_cast<ProgramKey>(name.mover) << 4 |
           static_cast<ProgramKey>(name.rank);
}

[[nodiscard]] constexpr ProgramName program_name(ProgramKey key) {
    constexpr ProgramKey kSlots = (ProgramKey{1} << kProgramSlotBits) - 1;
    return {static_cast<TailMove>(key >> 5 & 7), (key >> 4 & 1) == 0 ? Side::kWhite : Side::kBlack,
            static_cast<int>(key & 15), static_cast<Slot>(key >> 36),
            static_cast<Slot>(key >> 8 & kSlots)};
}

// `Number` is a byte's place in a block, or in two together: 16 bits where they are short enough.
template <typename Number>
struct TailPair {
    Number to;
    Number from;
};

// A program as it is being compiled.
template <typename Number>
struct TailDraft {
    std::vector<TailPair<Number>> pairs;
    std::vector<Number> lost;  // `to` has a child that is lost in 0
    bool passing = false;
};

// A program, in one piece of memory: this, then the pairs, then the bytes that have a lost child.
template <typename Number>
struct TailProgram {
    ProgramKey key;
    std::uint32_t pair_count;
    std::uint32_t lost_count;

    [[nodiscard]] const TailPair<Number>* pairs() const {
        return reinterpret_cast<const TailPair<Number>*>(this + 1);
    }

    // Replays it: `to` and `from` are the blocks' first bytes, `from` of final scores.
    void replay(Score* to, const Score* from) const {
        const TailPair<Number>* pair = pairs();
        for (const auto* const end = pair + pair_count; pair != end; ++pair) {
            to[pair->to] = std::min(to[pair->to], from[pair->from]);
        }
    }
    // The same where `from` is the best of the children, not yet the score. Programs of quiet moves
    // and of arrivals are for this one: the others have no lost children.
    void replay_best(Score* to, const Score* from) const {
        const TailPair<Number>* pair = pairs();
        const auto* const end = pair + pair_count;
        const Number* lost = reinterpret_cast<const Number*>(end);
        for (const auto* const lost_end = lost + lost_count; lost != lost_end; ++lost) {
            to[*lost] = kLostChild;
        }
        for (; pair != end; ++pair) {
            to[pair->to] = std::min(to[pair->to], score_of_best(from[pair->from]));
        }
    }

    [[nodiscard]] static std::size_t bytes(const TailDraft<Number>& draft);
    // Writes the draft to `place`, which has `bytes` bytes and is aligned for it.
    static const TailProgram* make(void* place, ProgramKey key, const TailDraft<Number>& draft);
};

// Compiles programs. Immutable; safe to share between threads.
template <typename Number>
class TailCompiler {
public:
    using Program = TailProgram<Number>;
    using Draft = TailDraft<Number>;

    TailCompiler(const Columns& columns, const Index& index);

    // The tail's level.
    [[nodiscard]] int level() const { return level_; }

    // Replaces what is in `draft`.
    void compile(ProgramKey key, TailDraft<Number>& draft, PassingPrograms&) const;

private:
    struct Tail {
        ColumnId first;
        ColumnId second;  // kNoColumn where the tail is one file
    };

    void transfer(TailMove move, Side mover, int rank, Slot source, Slot target,
                  TailDraft<Number>& draft) const;
    void captures(Side mover, Slot source, Slot target, TailDraft<Number>& draft) const;
    void arrivals(TailMove move, Side mover, Slot source, TailDraft<Number>& draft) const;
    void quiet(Slot white, Slot black, TailDraft<Number>& draft) const;

    void list_tails(Slot node, std::vector<Tail>& tails) const;
    [[nodiscard]] bool arrives(Side mover, const Tail& tail) const;
    [[nodiscard]] bool arrives_after(Side mover, const Tail& tail) const;
    [[nodiscard]] Number place(Slot node, const Tail& tail) const;

    const Columns& columns_;
    const Index& index_;
    int level_;
    bool two_;  // the tail is two files, not one
};

}  // namespace hexa
