// The White-to-move half of an index as bytes, and back. FORMAT.md, "The diagram".
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "columns.h"
#include "index.h"
#include "memory.h"

namespace hexa {

// The diagram of all positions with White to move. Depends on the sets alone, not on how the index
// numbers its nodes.
[[nodiscard]] std::vector<std::byte> encode_diagram(const Index& index);

// An index with White's sets only. Throws FileError, without a file's name, where the bytes are no
// diagram; never reads beyond them, and takes memory in proportion to them. `columns` and `budget`
// must outlive the index.
[[nodiscard]] Index decode_diagram(std::span<const std::byte> bytes, Board board,
                                   const Columns& columns, MemoryBudget& budget);

}  // namespace hexa
