// What is reported of the labels of a set while they are still scores, and the digest of all labels
// from that (see digest.h).
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
    std::uint64_t hash = 0;          // what LabelDigest::of_set says of its distances
};

// Only reads: sweeps may read the same scores at the same time.
[[nodiscard]] SetSummary summarise_set(const Kernels& kernels, std::span<const Score> scores);

// `sets` by slice number, White to move first.
[[nodiscard]] std::uint64_t digest_of(std::span<const SetSummary> sets);

}  // namespace hexa
