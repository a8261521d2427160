// The table file's bytes: every size, offset, magic number and limit. FORMAT.md is the
// specification.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board.h"
#include "material.h"

namespace hexa {

inline constexpr std::uint64_t kTableMagic = 0x1A454C4241545848;  // "HXTABLE\x1A"
inline constexpr std::uint32_t kTableVersion = 2;
// XXH3-64 of the sentence in FORMAT.md that states the rules.
inline constexpr std::uint64_t kRulesFingerprint = 0x7b498a0cabc760ec;

inline constexpr std::size_t kHeaderBytes = 128;
inline constexpr std::size_t kDirectoryEntryBytes = 12;
// Positions that a block stands for, save the last of a slice, which may have fewer.
inline constexpr std::uint64_t kBlockPositions = 32768;
// The largest distance that an entry holds.
inline constexpr int kMostDistance = 126;
// No reader unpacks a diagram to more than so many times its bytes in the file, and some.
inline constexpr std::uint64_t kMostDiagramRatio = 256;
inline constexpr std::uint64_t kDiagramSlack = 65536;

// The header, as values. On disk: little-endian, in this order.
struct TableHeader {
    Board board;
    int level = 0;                    // of zstd, as the writer was asked
    std::uint32_t zstd_version = 0;   // of the writer's libzstd
    std::uint64_t unfinished = 0;     // reachable unfinished positions, both sides to move
    std::uint64_t white_to_move = 0;  // those with White to move
    std::uint64_t digest = 0;         // of all labels
    std::uint64_t diagram_bytes = 0;  // in the file
    std::uint64_t diagram_raw_bytes = 0;
    std::uint64_t diagram_hash = 0;  // of the bytes in the file
    std::uint64_t blocks = 0;
    std::uint64_t block_bytes = 0;  // all blocks together
    std::uint64_t directory_hash = 0;
    std::uint64_t file_bytes = 0;
};

// The header's bytes, its own checksum included.
void encode_header(const TableHeader& header, std::span<std::byte, kHeaderBytes> bytes);
// Throws FileError, without a file's name, where the bytes are no header of ours, of another
// version or other rules, or contradict themselves. `file_bytes` is the size of the file they come
// from.
[[nodiscard]] TableHeader decode_header(std::span<const std::byte, kHeaderBytes> bytes,
                                        std::uint64_t file_bytes);

// Little-endian numbers at any address.
[[nodiscard]] std::uint64_t load_le(const std::byte* from, int bytes);
void store_le(std::byte* to, int bytes, std::uint64_t value);

// Slices in the order in which their blocks stand in the file: by pawn total, then by number.
[[nodiscard]] std::vector<int> slices_in_file_order(Board board);

}  // namespace hexa
