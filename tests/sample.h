// Random positions for benchmarks.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "enumerated.h"
#include "random_places.h"

namespace hexa {

// Random places of a board and their positions, each position as likely as any other.
struct Sample {
    explicit Sample(Board board) : enumerated(board, 2) {
        constexpr std::size_t kPlaces = std::size_t{1} << 20;
        const Index& index = enumerated.index;
        RandomPlaces random(index, 1);
        for (std::size_t i = 0; i < kPlaces; ++i) {
            const Index::Place place = random.next();
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
