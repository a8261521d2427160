#include "set_summary.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>

#include <xxhash.h>

#include "digest.h"

namespace hexa {
namespace {

struct FreeState {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

}  // namespace

SetSummary summarise_set(const Kernels& kernels, std::span<const Score> scores) {
    // Pieces that stay in the processor's first cache while they are turned, searched and hashed.
    std::array<Score, 16384> piece;
    SetSummary summary;
    const std::unique_ptr<XXH3_state_t, FreeState> hash(XXH3_createState());
    if (hash == nullptr) throw std::bad_alloc();
    XXH3_64bits_reset(hash.get());
    for (std::size_t begin = 0; begin < scores.size(); begin += piece.size()) {
        const std::size_t size = std::min(piece.size(), scores.size() - begin);
        std::memcpy(piece.data(), scores.data() + begin, size);
        const LabelSummary seen = kernels.to_dtw(piece.data(), size);
        summary.wins += seen.wins;
        if (seen.longest > summary.longest) {
            const auto* const at = std::find(piece.data(), piece.data() + size, seen.longest);
            summary.longest = seen.longest;
            summary.longest_rank = begin + static_cast<std::size_t>(at - piece.data());
        }
        XXH3_64bits_update(hash.get(), piece.data(), size);
    }
    summary.hash = XXH3_64bits_digest(hash.get());
    return summary;
}

std::uint64_t digest_of(std::span<const SetSummary> sets) {
    LabelDigest digest;
    for (const SetSummary& set : sets) digest.add(set.hash);
    return digest.value();
}

}  // namespace hexa
