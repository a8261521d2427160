// Any bytes as a table file: an answer or a FileError, and nothing else.
//
// Each input is tried twice: as it is, and with its length and all its checksums put right, because
// hardly any other input gets past them to what they protect.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include <xxhash.h>

#include "byte_source.h"
#include "errors.h"
#include "format.h"
#include "rules.h"
#include "table.h"

namespace hexa {
namespace {

using Bytes = std::vector<std::byte>;

// FORMAT.md, "Header".
constexpr std::size_t kRanksAt = 25;
constexpr std::size_t kFileBytesAt = 104;
constexpr std::size_t kHeaderHashAt = 120;

void put_right(Bytes& bytes) {
    if (bytes.size() < kHeaderBytes) return;
    // More ranks take longer to number and show nothing new.
    constexpr std::byte kMostRanks{6};
    bytes[kRanksAt] = std::min(bytes[kRanksAt], kMostRanks);
    store_le(bytes.data() + kFileBytesAt, 8, bytes.size());
    store_le(bytes.data() + kHeaderHashAt, 8, XXH3_64bits(bytes.data(), kHeaderHashAt));
    const std::span<std::byte, kHeaderBytes> head(bytes.data(), kHeaderBytes);
    // Throws where not even the sizes fit together; the parts lie within the file otherwise.
    TableHeader header = decode_header(head, bytes.size());
    header.diagram_hash = XXH3_64bits(bytes.data() + kHeaderBytes, header.diagram_bytes);
    const std::size_t directory_bytes = header.blocks * kDirectoryEntryBytes;
    std::byte* const directory = bytes.data() + bytes.size() - directory_bytes;
    const std::byte* block = bytes.data() + kHeaderBytes + header.diagram_bytes;
    std::uint64_t left = header.block_bytes;
    for (std::size_t i = 0; i < header.blocks; ++i) {
        std::byte* const entry = directory + i * kDirectoryEntryBytes;
        const std::uint64_t size = load_le(entry, 4);
        if (size > left) break;
        store_le(entry + 4, 8, XXH3_64bits(block, size));
        block += size;
        left -= size;
    }
    header.directory_hash = XXH3_64bits(directory, directory_bytes);
    encode_header(header, head);
}

// Asks about the start, what follows it, and the ends of every set.
void ask(Bytes bytes) {
    const Table table(std::make_unique<MemorySource>(std::move(bytes)), "fuzz");
    const Rules rules(table.board());
    const auto probe = [&](const Position& p) {
        if (rules.finished(p)) return;
        if (table.dtw(p).has_value() != table.reachable(p)) std::abort();
    };
    probe(rules.start());
    for (const Move move : rules.moves(rules.start())) probe(Rules::after(rules.start(), move));
    for (int slice = 0; slice < table.index().slices(); ++slice) {
        const std::uint64_t size = table.index().size(slice);
        if (size == 0) continue;
        for (const std::uint64_t rank : {std::uint64_t{0}, size / 2, size - 1}) {
            const Position p = table.index().unrank({slice, rank});
            probe(p);
            for (const Move move : rules.moves(p)) probe(Rules::after(p, move));
        }
    }
}

}  // namespace
}  // namespace hexa

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto given = std::as_bytes(std::span(data, size));
    for (const bool right : {false, true}) {
        try {
            hexa::Bytes bytes(given.begin(), given.end());
            if (right) hexa::put_right(bytes);
            hexa::ask(std::move(bytes));
        } catch (const hexa::FileError&) {
            continue;
        }
    }
    return 0;
}
