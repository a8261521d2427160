// Compressing with zstd, with nothing of zstd's that a table's reader does not need: the file has
// checksums of its own, and its sizes are known.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <zstd.h>

namespace hexa {

// Packs at one level. One thread at a time. Throws MemoryError.
class Packer {
public:
    explicit Packer(int level);

    [[nodiscard]] std::vector<std::byte> pack(std::span<const std::byte> from);

private:
    struct FreeContext {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };

    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
};

}  // namespace hexa
