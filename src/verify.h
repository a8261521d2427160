// Verifying a table: its bytes, and, deeply, every label.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "byte_source.h"
#include "memory.h"
#include "progress.h"
#include "stop.h"

namespace hexa {

struct Verdict {
    std::string board;          // empty where not even that can be read
    std::uint64_t checked = 0;  // positions whose bytes, or labels, were looked at
    std::string defect;         // what is wrong first; empty: nothing
};

// Looks at every byte: header, diagram, directory and all blocks, against their checksums and each
// other.
[[nodiscard]] Verdict verify_bytes(std::unique_ptr<ByteSource> source, int threads,
                                   const StopFlag& stop, Progress& progress);

// Looks at every byte, then derives every label anew: enumerates the board, and compares each
// position's distance with what the rules' moves make of its children's. Names the first position,
// by slice, White to move before Black, and rank, that is wrong. Throws MemoryError.
[[nodiscard]] Verdict verify_deep(std::unique_ptr<ByteSource> source, int threads,
                                  MemoryBudget& budget, const StopFlag& stop, Progress& progress);

}  // namespace hexa
