#include "free_entries.h"

#include <array>

namespace hexa {
namespace {

// Walks the tuples of column states of a range of ranks.
class Walk {
public:
    Walk(const Index& index, std::uint64_t first, std::span<std::uint8_t> entries)
        : index_(index), files_(index.board().files), first_(first), entries_(entries) {
        for (const std::uint8_t entry : entries) {
            if (entry > 1) {
                last_kept_ = entry;
                break;
            }
        }
    }

    // `base`: the rank of the first tuple below the node.
    void below(int level, Slot node, std::uint64_t base) {
        const IndexLevel& l = index_.level(level);
        if (level + 1 == files_) {
            at_last_file(l, node, base);
            return;
        }
        const std::uint64_t end = first_ + entries_.size();
        for (Slot edge = node + 1; edge <= node + static_cast<Slot>(l.edges(node)); ++edge) {
            const std::uint64_t begin = base + l.before(edge);
            if (begin >= end) return;
            if (begin + index_.level(level + 1).paths(l.child(edge)) <= first_) continue;
            tuple_[level] = l.label(edge);
            below(level + 1, l.child(edge), begin);
        }
    }

    [[nodiscard]] std::uint64_t kept() const { return kept_; }

private:
    // A tuple is kept when it is not larger than its mirror. The first and the last file decide,
    // or, where they are alike, those between.
    void at_last_file(const IndexLevel& l, Slot node, std::uint64_t base) {
        bool inner_kept = true;
        for (int left = 1, right = files_ - 2; left < right; ++left, --right) {
            if (tuple_[left] != tuple_[right]) {
                inner_kept = tuple_[left] < tuple_[right];
                break;
            }
        }
        const ColumnId* const labels = l.labels(node);
        for (int i = 0; i < l.edges(node); ++i) {
            const std::uint64_t rank = base + static_cast<std::uint64_t>(i);
            if (rank < first_ || rank - first_ >= entries_.size()) continue;
            const int first = files_ == 1 ? labels[i] : tuple_[0];
            const bool canonical = first < labels[i] || (first == labels[i] && inner_kept);
            std::uint8_t& entry = entries_[rank - first_];
            if (canonical && entry > 1) {
                last_kept_ = entry;
                ++kept_;
            } else {
                entry = last_kept_;
            }
        }
    }

    const Index& index_;
    int files_;
    std::uint64_t first_;
    std::span<std::uint8_t> entries_;
    std::array<ColumnId, kMaxFiles> tuple_{};
    std::uint8_t last_kept_ = 0;
    std::uint64_t kept_ = 0;
};

}  // namespace

std::uint64_t overwrite_free_entries(const Index& index, int slice, std::uint64_t first,
                                     std::span<std::uint8_t> entries) {
    if (entries.empty()) return 0;
    Walk walk(index, first, entries);
    walk.below(0, index.root(slice, Side::kWhite), 0);
    return walk.kept();
}

}  // namespace hexa
