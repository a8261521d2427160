// The digest of all labels: one number that every build, thread count and machine must reproduce.
//
// The XXH3-64 of each set's distances, one byte a position in rank order; then the XXH3-64 of
// those, eight bytes each with the highest first, for all sets by slice number, White to move
// before Black.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hexa {

class LabelDigest {
public:
    [[nodiscard]] static std::uint64_t of_set(const std::uint8_t* distances, std::size_t size);

    // Sets in the order above; an empty one counts too.
    void add(std::uint64_t set);
    [[nodiscard]] std::uint64_t value() const;

private:
    std::vector<std::uint8_t> bytes_;
};

}  // namespace hexa
