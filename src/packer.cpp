#include "packer.h"

#include <fmt/format.h>

#include "errors.h"

namespace hexa {

Packer::Packer(int level) : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) throw MemoryError("there is no memory for compressing");
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_contentSizeFlag, 0);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 0);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_dictIDFlag, 0);
}

std::vector<std::byte> Packer::pack(std::span<const std::byte> from) {
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

}  // namespace hexa
