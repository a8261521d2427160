// Generating: enumerate, index, label, and, where wanted, write the table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "board.h"
#include "memory.h"
#include "progress.h"
#include "rules.h"
#include "stop.h"

namespace hexa {

struct GenerateOptions {
    int threads = 1;
    std::optional<std::filesystem::path> file;  // none: label only
    bool replace = false;                       // the file, where it exists
    int level = 0;                              // of compression
};

struct Generated {
    std::uint64_t unfinished = 0;
    std::uint64_t wins = 0;  // of the side to move
    std::uint64_t losses = 0;
    int start = 0;  // the start position's distance
    int longest = 0;
    Position longest_position;  // one of those with the longest distance
    std::uint64_t digest = 0;
    std::uint64_t file_bytes = 0;
    // Wall clock. Packing overlaps labelling: `write` is the diagram before and the rest after it.
    double enumerate_seconds = 0;
    double sweep_seconds = 0;
    double write_seconds = 0;
    double parallelism = 0;  // threads that the sweep could keep busy
};

// Throws what enumerate, sweep and TableWriter throw; leaves no file then.
[[nodiscard]] Generated generate(Board board, const GenerateOptions& options, MemoryBudget& budget,
                                 const StopFlag& stop, Progress& progress);

}  // namespace hexa
