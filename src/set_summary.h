// What is reported of the labels of a set, and the digest of all labels of a board: the number that
// every build, machine and number of threads must reproduce, for ever.
//
// A set's hash is XXH3 (64 bits) of its distances, one byte each, in rank order. The digest is XXH3
// of all hashes, 8 bytes each with the largest first, by slice number, White to move first; empty
// sets included.
#pragma once

#include <cstdint>
#include <span>

#include "kernels.h"
#include "score.h"

namespace hexa {

struct SetSummary {
    std::uint64_t wins = 0;  // of the side to move
    int longest = 0;
    std::uint64_t longest_rank = 0;  // the first position with the longest distance
    std::uint64_t hash = 0;
};

// Only reads: sweeps may read the same scores at the same time.
[[nodiscard]] SetSummary summarise_set(const Kernels& kernels, std::span<const Score> scores);

// `sets` by slice number, White to move first.
[[nodiscard]] std::uint64_t digest_of(std::span<const SetSummary> sets);

}  // namespace hexa
