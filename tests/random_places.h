// Random places of a board, each of its unfinished positions as likely as any other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "index.h"

namespace hexa {

class RandomPlaces {
public:
    RandomPlaces(const Index& index, std::uint64_t seed) : random_(seed) {
        for (int slice = 0; slice < index.slices(); ++slice) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                starts_.push_back({slice, side, all_});
                all_ += index.size(slice, side);
            }
        }
    }

    // How many places there are.
    [[nodiscard]] std::uint64_t all() const { return all_; }

    [[nodiscard]] Index::Place next() {
        const std::uint64_t number = random_() % all_;
        const auto after = std::upper_bound(
            starts_.begin(), starts_.end(), number,
            [](std::uint64_t n, const Index::Place& start) { return n < start.rank; });
        Index::Place place = *std::prev(after);
        place.rank = number - place.rank;
        return place;
    }

private:
    std::mt19937_64 random_;
    std::vector<Index::Place> starts_;  // rank: how many positions come before
    std::uint64_t all_ = 0;
};

}  // namespace hexa
