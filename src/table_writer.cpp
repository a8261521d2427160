#include "table_writer.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <xxhash.h>
#include <zstd.h>

#include "diagram_codec.h"
#include "errors.h"
#include "format.h"
#include "free_entries.h"

namespace hexa {
namespace {

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// Packs at a level, with nothing of zstd's that a reader does not need: we have checksums of our
// own, and the sizes are known.
class Packer {
public:
    explicit Packer(int level) : context_(ZSTD_createCCtx()) {
        if (context_ == nullptr) throw MemoryError("there is no memory for compressing");
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_contentSizeFlag, 0);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 0);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_dictIDFlag, 0);
    }

    std::vector<std::byte> pack(std::span<const std::byte> from) {
        std::vector<std::byte> to(ZSTD_compressBound(from.size()));
        const std::size_t size =
            ZSTD_compress2(context_.get(), to.data(), to.size(), from.data(), from.size());
        if (ZSTD_isError(size) != 0) {
            throw MemoryError(fmt::format("compressing failed: {}", ZSTD_getErrorName(size)));
        }
        to.resize(size);
        to.shrink_to_fit();
        return to;
    }

private:
    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
};

constexpr int kDiagramLevel = 19;

}  // namespace

TableWriter::TableWriter(std::filesystem::path path, bool replace, const Index& index, int level,
                         const StopFlag& stop)
    : index_(index),
      level_(level),
      stop_(stop),
      file_(std::move(path), replace),
      order_(slices_in_file_order(index.board())),
      packed_(static_cast<std::size_t>(index.slices())) {
    const std::vector<std::byte> raw = encode_diagram(index);
    const std::vector<std::byte> packed = Packer(kDiagramLevel).pack(raw);
    diagram_bytes_ = packed.size();
    diagram_raw_bytes_ = raw.size();
    diagram_hash_ = XXH3_64bits(packed.data(), packed.size());
    file_.append(std::array<std::byte, kHeaderBytes>{});
    file_.append(packed);
}

void TableWriter::take(SetId set, LabelArray distances) {
    if (set.to_move != Side::kWhite) return;
    const std::size_t size = distances.size();
    std::vector<std::vector<std::byte>> blocks((size + kBlockPositions - 1) / kBlockPositions);
    tbb::enumerable_thread_specific<Packer> packers([this] { return Packer(level_); });
    tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t i) {
        stop_.check();
        const std::size_t first = i * kBlockPositions;
        const std::span entries(distances.data() + first,
                                std::min<std::size_t>(kBlockPositions, size - first));
        overwrite_free_entries(index_, set.slice, first, entries);
        blocks[i] = packers.local().pack(std::as_bytes(entries));
    });
    const std::lock_guard lock(mutex_);
    packed_[set.slice] = {true, std::move(blocks)};
    write_ready();
}

// Writes the slices whose turn it is. The mutex is held.
void TableWriter::write_ready() {
    for (; next_ != order_.size() && packed_[order_[next_]].ready; ++next_) {
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
