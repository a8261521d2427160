// The solver that people would otherwise write: bitboards, one flat table that remembers every
// position, recursion, one thread. A second witness for the labels of larger boards, and the
// benchmark's yardstick: so it is written to be quick, with nothing of the diagrams in it.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>

#include "rules.h"

namespace hexa {

class FlatSolver {
public:
    // Thrown when the table is full.
    class Full : public std::runtime_error {
    public:
        Full() : std::runtime_error("the solver's table is full") {}
    };

    // Room for `most` positions of a board of at most 56 cells.
    FlatSolver(Board board, std::size_t most)
        : rules_(board), most_(most), entries_(most + most / 3 + kHugePage / sizeof(Entry)) {
        const std::size_t bytes = (this->bytes() + kHugePage - 1) / kHugePage * kHugePage;
        table_.reset(static_cast<Entry*>(std::aligned_alloc(kHugePage, bytes)));
        if (table_ == nullptr) throw std::bad_alloc();
        madvise(table_.get(), bytes, MADV_HUGEPAGE);
        std::fill_n(table_.get(), entries_, Entry{0, 0});
    }

    // Distance to win in plies of an unfinished position.
    int dtw(const Position& p) {
        const Entry key = entry(p);
        const Entry& known = *find(key);
        if (!is_free(known)) return static_cast<int>(known.white >> kCellBits);

        // The children, one target set after the other.
        const Cells own = p.own();
        const Cells enemy = p.enemy();
        const bool white = p.to_move == Side::kWhite;
        const Cells goal = rules_.goal(p.to_move);
        int quickest_win = kNone;
        int slowest_loss = 0;
        // `way` is how many cells a pawn goes on.
        const auto visit = [&](Cells targets, int way) {
            if ((targets & goal) != 0) quickest_win = 1;
            for (targets &= ~goal; targets != 0; targets &= targets - 1) {
                const Cells to = targets & (~targets + 1);
                const Cells from = way > 0 ? to >> way : to << -way;
                const Cells moved = own ^ from ^ to;
                const Cells left = enemy & ~to;
                const int d = dtw(white ? Position{moved, left, Side::kBlack}
                                        : Position{left, moved, Side::kWhite});
                if (d % 2 == 0) {
                    quickest_win = std::min(quickest_win, d + 1);
                } else {
                    slowest_loss = std::max(slowest_loss, d + 1);
                }
            }
        };
        const int ranks = rules_.board().ranks;
        visit(rules_.steps(p), white ? 1 : -1);
        visit(rules_.left_captures(p), white ? 1 - ranks : -1 - ranks);
        visit(rules_.right_captures(p), white ? ranks + 1 : ranks - 1);
        const int result = quickest_win != kNone ? quickest_win : slowest_loss;

        if (size_ == most_) throw Full();
        ++size_;
        // The recursion has filled other entries meanwhile.
        *find(key) = {key.white | static_cast<std::uint64_t>(result) << kCellBits, key.black};
        return result;
    }

    // Positions remembered.
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t bytes() const { return entries_ * sizeof(Entry); }

    // Calls visit(Position, dtw) for every position remembered.
    template <typename Visit>
    void for_each(Visit visit) const {
        for (std::size_t i = 0; i < entries_; ++i) {
            const Entry& e = table_[i];
            if (is_free(e)) continue;
            const bool black = (e.black >> kCellBits) != 0;
            visit(Position{e.white & kCells, e.black & kCells, black ? Side::kBlack : Side::kWhite},
                  static_cast<int>(e.white >> kCellBits));
        }
    }

private:
    static constexpr std::size_t kHugePage = std::size_t{2} << 20;
    static constexpr int kCellBits = 56;
    static constexpr Cells kCells = (Cells{1} << kCellBits) - 1;
    static constexpr int kNone = 1000;

    // Pawns in the low bits; above White's the distance, above Black's who is to move.
    struct Entry {
        std::uint64_t white;
        std::uint64_t black;
    };

    static Entry entry(const Position& p) {
        return {p.white, p.black | static_cast<std::uint64_t>(p.to_move) << kCellBits};
    }
    // No position of a game has an empty board.
    static bool is_free(const Entry& e) { return ((e.white | e.black) & kCells) == 0; }

    [[nodiscard]] Entry* find(const Entry& key) {
        std::uint64_t h = key.white * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 29 ^ key.black) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 32;
        // Any number of entries: the hash as a fraction of them.
        __extension__ using Wide = unsigned __int128;
        for (auto i = static_cast<std::size_t>(Wide{h} * entries_ >> 64);; ++i) {
            if (i == entries_) i = 0;
            Entry& e = table_[i];
            if (is_free(e) || ((e.white & kCells) == key.white && e.black == key.black)) return &e;
        }
    }

    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };

    Rules rules_;
    std::size_t most_;
    std::size_t entries_;
    std::size_t size_ = 0;
    std::unique_ptr<Entry[], Free> table_;
};

}  // namespace hexa
