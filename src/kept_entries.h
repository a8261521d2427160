// Which positions of a set have an entry in a block. FORMAT.md, "Blocks".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board.h"
#include "columns.h"

namespace hexa {

// What White's arriving at once depends on, by column state.
class ArrivalMarks {
public:
    // A pawn before the goal steps onto it (kArrives), or takes what stands on it on a neighbouring
    // file.
    static constexpr unsigned kTakes = 1;  // one bit below kPrey
    static constexpr unsigned kPrey = 2;
    static constexpr unsigned kArrives = 4;

    explicit ArrivalMarks(const Columns& columns);

    // By label: its marks, and those that the state on the next file may not have.
    [[nodiscard]] const std::uint8_t* marks() const { return marks_.data(); }
    [[nodiscard]] const std::uint8_t* excluded_after() const { return excluded_after_.data(); }

private:
    std::vector<std::uint8_t> marks_;
    std::vector<std::uint8_t> excluded_after_;
};

// Goes through the positions of a set and tells which are kept: those whose tuple is not larger
// than its mirror, and where White cannot arrive at once. Both are seen on the tuple while it is
// walked, and most of what is not kept is passed over in whole subtrees, so that a reader can
// afford to walk a block that it unpacks.
//
// `Tree` is a diagram whose paths are the positions of the set: with a type Node and
//     labels(level, node)           the labels of its edges, ascending
//     child(level, node, i)         where edge i leads to; not asked on the last level
//     before(level, node, i)        the paths under the edges before edge i; likewise
template <typename Tree>
class KeptEntries {
public:
    KeptEntries(const Tree& tree, Board board, const ArrivalMarks& marks)
        : tree_(tree), marks_(marks), files_(board.files) {}

    // Calls visit(rank, kept) for positions with first <= rank < last, in this order, of the set
    // that begins at `root`: for all that are kept, and some others. Returns `visit`, which is
    // copied about: what it changes, it should hold itself.
    template <typename Visit>
    Visit for_each(typename Tree::Node root, std::uint64_t first, std::uint64_t last, Visit visit) {
        first_ = first;
        last_ = last;
        below(0, root, 0, visit);
        return visit;
    }

private:
    using Labels = std::span<const ColumnId>;

    // `base`: the rank of the node's first path.
    template <typename Visit>
    void below(int level, typename Tree::Node node, std::uint64_t base, Visit& visit) {
        if (level + 2 >= files_) {
            at_last_files(level, node, base, visit);
            return;
        }
        const Labels labels = tree_.labels(level, node);
        const unsigned excluded = excluded_on(level);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if ((marks_.marks()[labels[i]] & excluded) != 0) continue;
            const std::uint64_t begin = base + tree_.before(level, node, i);
            if (begin >= last_) return;
            if (begin < first_ && i + 1 < labels.size() &&
                base + tree_.before(level, node, i + 1) <= first_) {
                continue;
            }
            tuple_[level] = labels[i];
            below(level + 1, tree_.child(level, node, i), begin, visit);
        }
    }

    // The last two files, or the only one. Nearly all time is spent here.
    template <typename Visit>
    void at_last_files(int level, typename Tree::Node node, std::uint64_t base,
                       Visit& visit) const {
        const Labels labels = tree_.labels(level, node);
        const unsigned excluded = excluded_on(level);
        if (files_ == 1) {
            visit_last(labels, excluded, 0, base, visit);
            return;
        }
        // A copy, because the compiler must think that a byte written by `visit` changes anything
        // that has an address.
        Visit local = visit;
        const bool inner_kept = middle_kept();
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const ColumnId label = labels[i];
            const Labels after = tree_.labels(level + 1, tree_.child(level, node, i));
            const std::uint64_t begin = base;
            base += after.size();
            if (base <= first_ || (marks_.marks()[label] & excluded) != 0) continue;
            if (begin >= last_) break;
            // The smallest state on the last file with which the tuple is not larger than its
            // mirror: the one on the first, or the next, where what stands between decides against
            // it.
            unsigned least = files_ == 2 ? label : tuple_[0];
            if (files_ > 3) {
                least += label < tuple_[1] || (label == tuple_[1] && !inner_kept) ? 1 : 0;
            }
            if (after.back() < least) continue;
            visit_last(after, marks_.excluded_after()[label], least, begin, local);
        }
        visit = local;
    }

    template <typename Visit>
    void visit_last(Labels labels, unsigned excluded, unsigned least, std::uint64_t base,
                    Visit& visit) const {
        // The node may reach beyond either end of the range.
        const std::size_t begin = base < first_ ? first_ - base : 0;
        const std::size_t end = std::min<std::uint64_t>(labels.size(), last_ - base);
        const std::uint8_t* const marks = marks_.marks();
        for (std::size_t i = begin; i < end; ++i) {
            visit(base + i, static_cast<unsigned>(labels[i] >= least) &
                                static_cast<unsigned>((marks[labels[i]] & excluded) == 0));
        }
    }

    // The marks that a state on this file may not have.
    [[nodiscard]] unsigned excluded_on(int level) const {
        return level == 0 ? ArrivalMarks::kArrives : marks_.excluded_after()[tuple_[level - 1]];
    }

    // Whether what stands between the two outermost files of each side is not larger than its
    // mirror.
    [[nodiscard]] bool middle_kept() const {
        for (int left = 2, right = files_ - 3; left < right; ++left, --right) {
            if (tuple_[left] != tuple_[right]) return tuple_[left] < tuple_[right];
        }
        return true;
    }

    const Tree& tree_;
    const ArrivalMarks& marks_;
    int files_;
    std::array<ColumnId, kMaxFiles> tuple_{};
    std::uint64_t first_ = 0;
    std::uint64_t last_ = 0;
};

}  // namespace hexa
