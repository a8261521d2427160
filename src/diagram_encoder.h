// The White-to-move half of an index as bytes. FORMAT.md, "The diagram".
#pragma once

#include <cstddef>
#include <vector>

#include "index.h"

namespace hexa {

// The diagram of all positions with White to move. Depends on the sets alone, not on how the index
// numbers its nodes.
[[nodiscard]] std::vector<std::byte> encode_diagram(const Index& index);

}  // namespace hexa
