#include "table_writer.h"

#include <algorithm>
#include <array>

#include <xxhash.h>
#include <zstd.h>

#include "carried_entries.h"
#include "diagram_encoder.h"
#include "format.h"
#include "score.h"

namespace hexa {
namespace {

constexpr int kDiagramLevel = 19;
static_assert(kMaxDtw == kMostDistance);

}  // namespace

TableWriter::TableWriter(std::filesystem::path path, bool replace, const Index& index, int level,
                         const StopFlag& stop)
    : index_(index),
      marks_(Columns(index.board().ranks)),
      level_(level),
      stop_(stop),
      file_(std::move(path), replace),
      packers_([level] { return Packer(level); }),
      order_(slices_in_file_order(index.board())),
      packed_(static_cast<std::size_t>(index.slices())) {
    for (int slice = 0; slice < index.slices(); ++slice) {
        const std::uint64_t size = index.size(slice, Side::kWhite);
        packed_[slice].missing = (size + kBlockPositions - 1) / kBlockPositions;
        packed_[slice].blocks.resize(packed_[slice].missing);
    }
    const std::vector<std::byte> raw = encode_diagram(index);
    const std::vector<std::byte> packed = Packer(kDiagramLevel).pack(raw);
    diagram_bytes_ = packed.size();
    diagram_raw_bytes_ = raw.size();
    diagram_hash_ = XXH3_64bits(packed.data(), packed.size());
    file_.append(std::array<std::byte, kHeaderBytes>{});
    file_.append(packed);
}

void TableWriter::take(SetId set, std::uint64_t first, std::span<std::uint8_t> distances) {
    static_assert(kPiece % kBlockPositions == 0);
    std::vector<std::vector<std::byte>> blocks;
    for (std::size_t done = 0; done < distances.size(); done += kBlockPositions) {
        stop_.check();
        const std::size_t size = std::min<std::size_t>(kBlockPositions, distances.size() - done);
        const CarriedEntries entries =
            carried_entries(index_, marks_, set.slice, first + done, distances.subspan(done, size));
        blocks.push_back(packers_.local().pack(std::as_bytes(std::span(entries.bytes))));
    }
    const std::lock_guard lock(mutex_);
    Packed& packed = packed_[set.slice];
    std::move(blocks.begin(), blocks.end(), packed.blocks.begin() + first / kBlockPositions);
    packed.missing -= blocks.size();
    write_ready();
}

// Writes the slices whose turn it is. The mutex is held.
void TableWriter::write_ready() {
    for (; next_ != order_.size() && packed_[order_[next_]].missing == 0; ++next_) {
        for (const std::vector<std::byte>& block : packed_[order_[next_]].blocks) {
            std::array<std::byte, kDirectoryEntryBytes> entry;
            store_le(entry.data(), 4, block.size());
            store_le(entry.data() + 4, 8, XXH3_64bits(block.data(), block.size()));
            directory_.insert(directory_.end(), entry.begin(), entry.end());
            file_.append(block);
        }
        packed_[order_[next_]].blocks = {};
    }
}

void TableWriter::finish(std::uint64_t digest) {
    TableHeader header;
    header.board = index_.board();
    header.level = level_;
    header.zstd_version = ZSTD_versionNumber();
    for (int slice = 0; slice < index_.slices(); ++slice) {
        const std::uint64_t white = index_.size(slice, Side::kWhite);
        header.white_to_move += white;
        header.unfinished += white + index_.size(slice, Side::kBlack);
    }
    header.digest = digest;
    header.diagram_bytes = diagram_bytes_;
    header.diagram_raw_bytes = diagram_raw_bytes_;
    header.diagram_hash = diagram_hash_;
    header.blocks = directory_.size() / kDirectoryEntryBytes;
    header.block_bytes = file_.size() - kHeaderBytes - diagram_bytes_;
    header.directory_hash = XXH3_64bits(directory_.data(), directory_.size());
    file_.append(directory_);
    header.file_bytes = file_.size();
    std::array<std::byte, kHeaderBytes> bytes;
    encode_header(header, bytes);
    file_.overwrite(0, bytes);
    file_.commit();
}

}  // namespace hexa
