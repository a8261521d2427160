// A table's diagram, from bytes to an index. FORMAT.md, "The diagram".
#pragma once

#include <cstddef>
#include <span>

#include "board.h"
#include "columns.h"
#include "white_index.h"

namespace hexa {

// Throws FileError, without a file's name, where the bytes are no diagram; never reads beyond them,
// and takes memory in proportion to them. `columns` must outlive the index.
[[nodiscard]] WhiteIndex decode_diagram(std::span<const std::byte> bytes, Board board,
                                        const Columns& columns);

}  // namespace hexa
