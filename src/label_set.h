// A set of labels that is drained in ascending order while it still grows above the last one taken.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "diagram.h"

namespace hexa {

class LabelSet {
public:
    explicit LabelSet(int labels)
        : words_((labels + 63) / 64), summary_((words_.size() + 63) / 64) {}

    void insert(Label label) {
        words_[label >> 6] |= std::uint64_t{1} << (label & 63);
        summary_[label >> 12] |= std::uint64_t{1} << (label >> 6 & 63);
    }
    // Removes and returns the smallest member, or -1 from an empty set.
    int pop_first() {
        for (std::size_t s = 0; s < summary_.size(); ++s) {
            if (summary_[s] == 0) continue;
            const std::size_t w = s * 64 + std::countr_zero(summary_[s]);
            const int bit = std::countr_zero(words_[w]);
            words_[w] &= words_[w] - 1;
            if (words_[w] == 0) summary_[s] &= summary_[s] - 1;
            return static_cast<int>(w * 64) + bit;
        }
        return -1;
    }

private:
    std::vector<std::uint64_t> words_;
    std::vector<std::uint64_t> summary_;  // bit w: words_[w] is not zero
};

}  // namespace hexa
