// What is in a table: positions by distance, by material, and the longest wins.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "index.h"
#include "material.h"
#include "progress.h"
#include "stop.h"
#include "table.h"
#include "table_labels.h"

namespace hexa {

struct TableStats {
    static constexpr int kDistances = 256;

    struct Slice {
        Material material;
        std::uint64_t wins = 0;  // of the side to move
        std::uint64_t losses = 0;
    };
    struct Longest {
        int dtw = 0;
        std::uint64_t positions = 0;
        Position first;  // by slice, White to move before Black, and rank
    };

    std::array<std::uint64_t, kDistances> by_distance{};
    std::vector<Slice> by_material;  // slices that have positions, by number
    std::vector<Longest> longest;    // the largest distances, largest first
    std::uint64_t free_entries = 0;  // of those with White to move: a reader does without them
};

// Throws Stopped.
[[nodiscard]] TableStats table_stats(const Index& index, const TableLabels& labels,
                                     const StopFlag& stop);

}  // namespace hexa
