// What the blocks of a table hold: the entries of positions that a look does not answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index.h"
#include "kept_entries.h"

namespace hexa {

// The entries of a range of ranks of a slice with White to move, one for each kept position. Those
// that a reader sees on the board (a distance up to kNearEnd) are free, and hold what the one
// before holds, which compresses best.
struct CarriedEntries {
    std::vector<std::uint8_t> bytes;
    std::uint64_t carried = 0;  // how many are not free
};

// `distances`: of ranks first, first + 1 ..
[[nodiscard]] CarriedEntries carried_entries(const Index& index, const ArrivalMarks& marks,
                                             int slice, std::uint64_t first,
                                             std::span<const std::uint8_t> distances);

}  // namespace hexa
