// The sweep's loops over runs of bytes, for each instruction set that this machine may have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "score.h"

namespace hexa {

// What `to_dtw` saw on its way.
struct LabelSummary {
    std::uint64_t wins = 0;
    int longest = 0;
};

// One set of loops. All sets give the same bytes. No loop touches a byte outside the ranges named.
struct Kernels {
    const char* name;
    // out[i] = the minimum of sources[0..count)[i] for i < size; kNoChild where count is 0.
    void (*minimum)(Score* out, const Score* const* sources, int count, std::size_t size);
    // out[i] = min(out[i], source[i]) for i < size. The ranges may not overlap.
    void (*lower)(Score* out, const Score* source, std::size_t size);
    // out[i] = min(out[i], score_of_best(best[i])) for i < size. The ranges may not overlap.
    void (*lower_to_best)(Score* out, const Score* best, std::size_t size);
    // out[i] = score_of_best(best[i]) for i < size. The ranges may not overlap.
    void (*finish)(Score* out, const Score* best, std::size_t size);
    // Turns scores into distances, in place.
    LabelSummary (*to_dtw)(Score* scores, std::size_t size);
};

// Every set that this machine can run, the plain one first and the widest last.
[[nodiscard]] std::span<const Kernels> usable_kernels();

}  // namespace hexa
