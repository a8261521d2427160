// Random positions for benchmarks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "enumerated.h"

namespace hexa {

// Random places of a board and their positions, each position as likely as any other.
struct Sample {
    explicit Sample(Board board) : enumerated(board, 2) {
        constexpr std::size_t kPlaces = std::size_t{1} << 20;
        const Index& index = enumerated.index;
        std::vector<Index::Place> starts;  // rank: how many positions come before
        std::uint64_t all = 0;
        for (int slice = 0; slice < index.slices(); ++slice) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                starts.push_back({slice, side, all});
                all += index.size(slice, side);
            }
        }
        std::mt19937_64 random(1);
        for (std::size_t i = 0; i < kPlaces; ++i) {
            const std::uint64_t number = random() % all;
            const auto after = std::upper_bound(
                starts.begin(), starts.end(), number,
                [](std::uint64_t n, const Index::Place& start) { return n < start.rank; });
            Index::Place place = *std::prev(after);
            place.rank = number - place.rank;
            places.push_back(place);
            positions.push_back(index.unrank(place));
        }
    }

    Enumerated enumerated;
    std::vector<Index::Place> places;
    std::vector<Position> positions;
};

// The board's sample, made when it is first asked for.
inline const Sample& sample(Board board) {
    static std::map<std::pair<int, int>, std::unique_ptr<Sample>> samples;
    auto& made = samples[{board.files, board.ranks}];
    if (!made) made = std::make_unique<Sample>(board);
    return *made;
}

}  // namespace hexa
