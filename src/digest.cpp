#include "digest.h"

#include <xxhash.h>

namespace hexa {

std::uint64_t LabelDigest::of_set(const std::uint8_t* distances, std::size_t size) {
    return XXH3_64bits(distances, size);
}

void LabelDigest::add(std::uint64_t set) {
    for (int shift = 56; shift >= 0; shift -= 8) {
        bytes_.push_back(static_cast<std::uint8_t>(set >> shift));
    }
}

std::uint64_t LabelDigest::value() const { return XXH3_64bits(bytes_.data(), bytes_.size()); }

}  // namespace hexa
