// The generator's index: the reachable positions of a board as numbers without gaps, and back.
//
// Per level of the diagram there are two parallel arrays of slots. A node is its first slot:
//
//     slot          label      child   before
//     node          3 (edges)  total paths of the node
//     node + 1      label      child   0
//     node + 2      label      child   paths under the edge above
//     node + 3      label      child   paths under the two edges above
//
// so a step of `rank` touches the node's labels and one record, and no table of offsets. The rank
// of a position is the sum of `before` along its path; ranks follow the lexicographic order of the
// tuples of column states. Slot 0 is the empty set, with no edges.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columns.h"
#include "material.h"
#include "memory.h"
#include "rules.h"

namespace hexa {

// A node of an index: its first slot within its level. 0: the empty set.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = 0;

// One level's slots. Where every count of the level fits in 32 bits, `before` is part of the
// record; on the wide levels near the root it stands in an array of its own.
class IndexLevel {
public:
    struct Record {
        Slot child;            // the node on the next level; of no meaning on the last
        std::uint32_t before;  // paths under the edges before this one; not used on a wide level
    };

    explicit IndexLevel(MemoryBudget& budget) : labels_(budget), records_(budget), wide_(budget) {}

    [[nodiscard]] int edges(Slot node) const { return labels_[node]; }
    [[nodiscard]] const ColumnId* labels(Slot node) const { return labels_.data() + node + 1; }
    // The paths below the node.
    [[nodiscard]] std::uint64_t paths(Slot node) const {
        const Record r = records_[node];
        return std::uint64_t{r.before} << 32 | r.child;
    }
    [[nodiscard]] ColumnId label(Slot edge) const { return labels_[edge]; }
    [[nodiscard]] Slot child(Slot edge) const { return records_[edge].child; }
    [[nodiscard]] std::uint64_t before(Slot edge) const {
        return wide_.empty() ? records_[edge].before : wide_[edge];
    }
    // Asks for the node's first lines, for one who will look at them soon.
    void prefetch(Slot node) const {
        __builtin_prefetch(labels_.data() + node);
        __builtin_prefetch(records_.data() + node);
    }
    // The slot of the node's edge with this label, or kNoSlot.
    [[nodiscard]] Slot find(Slot node, ColumnId label) const;
    // The slot of the node's edge under which the path of this number lies.
    [[nodiscard]] Slot find_path(Slot node, std::uint64_t number) const;

    [[nodiscard]] bool wide() const { return !wide_.empty(); }
    [[nodiscard]] std::size_t slots() const { return labels_.size(); }
    [[nodiscard]] std::size_t bytes() const;

private:
    friend class IndexBuilder;
    Buffer<ColumnId> labels_;
    Buffer<Record> records_;
    Buffer<std::uint64_t> wide_;
};

// The numbers of the positions of a slice with one side to move. Made by an IndexBuilder, then
// immutable; safe to share between threads.
class Index {
public:
    struct Place {
        int slice = 0;
        Side to_move = Side::kWhite;
        std::uint64_t rank = 0;

        friend bool operator==(const Place&, const Place&) = default;
    };
    // A slice's nodes on level 0, by side to move.
    struct Roots {
        Slot white = kNoSlot;
        Slot black = kNoSlot;
    };

    [[nodiscard]] Board board() const { return board_; }
    [[nodiscard]] int slices() const { return static_cast<int>(roots_.size()); }
    [[nodiscard]] const IndexLevel& level(int level) const { return levels_[level]; }
    [[nodiscard]] Slot root(int slice, Side to_move) const {
        return to_move == Side::kWhite ? roots_[slice].white : roots_[slice].black;
    }
    // How many positions the slice has with this side to move.
    [[nodiscard]] std::uint64_t size(int slice, Side to_move) const {
        return levels_[0].paths(root(slice, to_move));
    }

    // Where an unfinished position stands, or nothing where no game reaches it.
    [[nodiscard]] std::optional<Place> rank(const Position& position) const;
    // The position at a place, whose rank must be below the slice's size.
    [[nodiscard]] Position unrank(const Place& place) const;
    // Calls `visit(Position)` for every position of the slice and side, in rank order.
    template <typename Visit>
    void for_each(int slice, Side to_move, Visit visit) const {
        Position position{0, 0, to_move};
        walk(0, root(slice, to_move), position, visit);
    }

    // The same for ranks first .. last - 1.
    template <typename Visit>
    void for_range(int slice, Side to_move, std::uint64_t first, std::uint64_t last,
                   Visit visit) const {
        Position position{0, 0, to_move};
        walk_range(0, root(slice, to_move), position, first, last, visit);
    }

    [[nodiscard]] std::size_t bytes() const;

private:
    friend class IndexBuilder;

    Index(Board board, const Columns& columns) : board_(board), columns_(&columns) {}

    template <typename Visit>
    void walk(int level, Slot node, const Position& prefix, Visit& visit) const {
        const IndexLevel& l = levels_[level];
        const ColumnId* const labels = l.labels(node);
        for (int i = 0; i < l.edges(node); ++i) {
            const ColumnState state = columns_->state(labels[i]);
            Position p = prefix;
            p.white |= Cells{state.white} << (level * board_.ranks);
            p.black |= Cells{state.black} << (level * board_.ranks);
            if (level + 1 == board_.files) {
                visit(p);
            } else {
                walk(level + 1, l.child(node + 1 + i), p, visit);
            }
        }
    }

    // `first` and `last` count from the node's first path.
    template <typename Visit>
    void walk_range(int level, Slot node, const Position& prefix, std::uint64_t first,
                    std::uint64_t last, Visit& visit) const {
        const IndexLevel& l = levels_[level];
        for (int i = 0; i < l.edges(node); ++i) {
            const Slot edge = node + 1 + static_cast<Slot>(i);
            const std::uint64_t begin = l.before(edge);
            if (begin >= last) return;
            const bool leaf = level + 1 == board_.files;
            const std::uint64_t end = begin + (leaf ? 1 : levels_[level + 1].paths(l.child(edge)));
            if (end <= first) continue;
            const ColumnState state = columns_->state(l.label(edge));
            Position p = prefix;
            p.white |= Cells{state.white} << (level * board_.ranks);
            p.black |= Cells{state.black} << (level * board_.ranks);
            if (leaf) {
                visit(p);
            } else {
                walk_range(level + 1, l.child(edge), p, first > begin ? first - begin : 0,
                           last - begin, visit);
            }
        }
    }

    Board board_;
    const Columns* columns_;
    std::vector<IndexLevel> levels_;
    std::vector<Roots> roots_;
};

}  // namespace hexa
