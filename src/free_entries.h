// Entries that a table need not hold: a reader sees them on the board, or reads their mirror's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index.h"

namespace hexa {

// The entries of ranks first .. first + entries.size() - 1 of a slice with White to move, with
// every free one (a distance of 0 or 1, or a mirror of smaller rank) overwritten by the one before
// it, which compresses best. `entries` holds the distances. Returns how many are not free.
std::uint64_t overwrite_free_entries(const Index& index, int slice, std::uint64_t first,
                                     std::span<std::uint8_t> entries);

}  // namespace hexa
