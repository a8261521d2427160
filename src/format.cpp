#include "format.h"

#include <algorithm>

#include <fmt/format.h>
#include <xxhash.h>

#include "errors.h"

namespace hexa {
namespace {

// Where things stand in the header.
enum Offset : std::size_t {
    kMagicAt = 0,
    kVersionAt = 8,
    kHeaderBytesAt = 12,
    kRulesAt = 16,
    kFilesAt = 24,
    kRanksAt = 25,
    kBlockLogAt = 26,
    kLevelAt = 27,
    kZstdAt = 28,
    kUnfinishedAt = 32,
    kWhiteAt = 40,
    kDigestAt = 48,
    kDiagramBytesAt = 56,
    kDiagramRawAt = 64,
    kDiagramHashAt = 72,
    kBlocksAt = 80,
    kBlockBytesAt = 88,
    kDirectoryHashAt = 96,
    kFileBytesAt = 104,
    kReservedAt = 112,
    kHashAt = 120,
};

constexpr int kBlockLog = 15;
static_assert(std::uint64_t{1} << kBlockLog == kBlockPositions);

}  // namespace

std::uint64_t load_le(const std::byte* from, int bytes) {
    std::uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; --i) value = value << 8 | static_cast<std::uint8_t>(from[i]);
    return value;
}

void store_le(std::byte* to, int bytes, std::uint64_t value) {
    for (int i = 0; i < bytes; ++i, value >>= 8) to[i] = static_cast<std::byte>(value);
}

void encode_header(const TableHeader& h, std::span<std::byte, kHeaderBytes> bytes) {
    std::fill(bytes.begin(), bytes.end(), std::byte{0});
    std::byte* const to = bytes.data();
    store_le(to + kMagicAt, 8, kTableMagic);
    store_le(to + kVersionAt, 4, kTableVersion);
    store_le(to + kHeaderBytesAt, 4, kHeaderBytes);
    store_le(to + kRulesAt, 8, kRulesFingerprint);
    store_le(to + kFilesAt, 1, static_cast<std::uint64_t>(h.board.files));
    store_le(to + kRanksAt, 1, static_cast<std::uint64_t>(h.board.ranks));
    store_le(to + kBlockLogAt, 1, kBlockLog);
    store_le(to + kLevelAt, 1, static_cast<std::uint64_t>(h.level));
    store_le(to + kZstdAt, 4, h.zstd_version);
    store_le(to + kUnfinishedAt, 8, h.unfinished);
    store_le(to + kWhiteAt, 8, h.white_to_move);
    store_le(to + kDigestAt, 8, h.digest);
    store_le(to + kDiagramBytesAt, 8, h.diagram_bytes);
    store_le(to + kDiagramRawAt, 8, h.diagram_raw_bytes);
    store_le(to + kDiagramHashAt, 8, h.diagram_hash);
    store_le(to + kBlocksAt, 8, h.blocks);
    store_le(to + kBlockBytesAt, 8, h.block_bytes);
    store_le(to + kDirectoryHashAt, 8, h.directory_hash);
    store_le(to + kFileBytesAt, 8, h.file_bytes);
    store_le(to + kHashAt, 8, XXH3_64bits(to, kHashAt));
}

TableHeader decode_header(std::span<const std::byte, kHeaderBytes> bytes,
                          std::uint64_t file_bytes) {
    const std::byte* const from = bytes.data();
    if (load_le(from + kMagicAt, 8) != kTableMagic) throw FileError("it is no hexatable table");
    if (const auto version = load_le(from + kVersionAt, 4); version != kTableVersion) {
        throw FileError(fmt::format("it is of format version {}, and this program reads version {}",
                                    version, kTableVersion));
    }
    if (load_le(from + kHashAt, 8) != XXH3_64bits(from, kHashAt)) {
        throw FileError("its header is damaged");
    }
    if (load_le(from + kRulesAt, 8) != kRulesFingerprint) {
        throw FileError("it is a table of other rules");
    }
    TableHeader h;
    h.board = {static_cast<int>(load_le(from + kFilesAt, 1)),
               static_cast<int>(load_le(from + kRanksAt, 1))};
    // One byte with a sign: zstd has levels below zero.
    // NOLINTNEXTLINE(bugprone-signed-char-misuse)
    h.level = static_cast<std::int8_t>(load_le(from + kLevelAt, 1));
    h.zstd_version = static_cast<std::uint32_t>(load_le(from + kZstdAt, 4));
    h.unfinished = load_le(from + kUnfinishedAt, 8);
    h.white_to_move = load_le(from + kWhiteAt, 8);
    h.digest = load_le(from + kDigestAt, 8);
    h.diagram_bytes = load_le(from + kDiagramBytesAt, 8);
    h.diagram_raw_bytes = load_le(from + kDiagramRawAt, 8);
    h.diagram_hash = load_le(from + kDiagramHashAt, 8);
    h.blocks = load_le(from + kBlocksAt, 8);
    h.block_bytes = load_le(from + kBlockBytesAt, 8);
    h.directory_hash = load_le(from + kDirectoryHashAt, 8);
    h.file_bytes = load_le(from + kFileBytesAt, 8);

    const auto contradicts = [](const char* what) {
        return FileError(fmt::format("its header contradicts itself: {}", what));
    };
    if (!within_limits(h.board)) throw contradicts("the board is beyond the limits");
    if (load_le(from + kHeaderBytesAt, 4) != kHeaderBytes) throw contradicts("the header's size");
    if (load_le(from + kBlockLogAt, 1) != kBlockLog) throw contradicts("the blocks' size");
    if (load_le(from + kReservedAt, 8) != 0) throw contradicts("reserved bytes are not zero");
    if (h.file_bytes != file_bytes) {
        throw FileError(fmt::format(
            "it is {} bytes long and should be {}: {}", file_bytes, h.file_bytes,
            file_bytes < h.file_bytes ? "its end is missing" : "there is something after its end"));
    }
    // Each part is checked against what is left of the file, so no sum can overflow.
    std::uint64_t left = file_bytes - kHeaderBytes;
    const auto part = [&](std::uint64_t size, const char* what) {
        if (size > left) throw contradicts(what);
        left -= size;
    };
    part(h.diagram_bytes, "the diagram's size");
    part(h.block_bytes, "the blocks' size");
    if (h.blocks > left / kDirectoryEntryBytes || h.blocks * kDirectoryEntryBytes != left) {
        throw contradicts("the directory's size");
    }
    if (h.diagram_raw_bytes > h.diagram_bytes * kMostDiagramRatio + kDiagramSlack) {
        throw contradicts("the unpacked diagram's size");
    }
    if (h.white_to_move > h.unfinished) throw contradicts("the numbers of positions");
    return h;
}

std::vector<int> slices_in_file_order(Board board) {
    std::vector<int> slices(slice_count(board));
    for (int i = 0; i < slice_count(board); ++i) slices[i] = i;
    std::stable_sort(slices.begin(), slices.end(), [&](int a, int b) {
        return slice_material(board, a).total() < slice_material(board, b).total();
    });
    return slices;
}

}  // namespace hexa
