// Writes a table file from the sets that a sweep hands on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include "atomic_file.h"
#include "index.h"
#include "kept_entries.h"
#include "labels.h"
#include "packer.h"
#include "stop.h"

namespace hexa {

inline constexpr int kDefaultLevel = 15;
inline constexpr int kMinLevel = 1;
inline constexpr int kMaxLevel = 22;

// A sink for one sweep of one index. Packs pieces as they come, each on its caller's thread, and
// writes slices in the file's order; keeps only packed bytes that wait for their turn. The same
// bytes come out for the same board, level and libzstd, whatever the threads.
class TableWriter : public LabelSink {
public:
    // Opens the file and writes the diagram. The index must outlive the writer. Throws FileError,
    // and InputError where the file exists and may not be replaced.
    TableWriter(std::filesystem::path path, bool replace, const Index& index, int level,
                const StopFlag& stop);

    // Whether the file could be written, for one who wants to know before long work: throws what
    // the constructor would.
    static void check_target(const std::filesystem::path& path, bool replace) {
        const AtomicFile trial(path, replace);
    }

    [[nodiscard]] bool wants(SetId set) const override { return set.to_move == Side::kWhite; }
    void take(SetId set, std::uint64_t first, std::span<std::uint8_t> distances) override;

    // To be called when all sets have been taken: completes the file and gives it its name.
    void finish(std::uint64_t digest);

    [[nodiscard]] std::uint64_t file_bytes() const { return file_.size(); }

private:
    struct Packed {
        std::vector<std::vector<std::byte>> blocks;
        std::size_t missing = 0;  // blocks that are not there yet
    };

    void write_ready();

    const Index& index_;
    const ArrivalMarks marks_;
    int level_;
    const StopFlag& stop_;
    AtomicFile file_;
    std::uint64_t diagram_bytes_ = 0;
    std::uint64_t diagram_raw_bytes_ = 0;
    std::uint64_t diagram_hash_ = 0;
    tbb::enumerable_thread_specific<Packer> packers_;
    std::mutex mutex_;
    std::vector<int> order_;      // slices as they stand in the file
    std::size_t next_ = 0;        // of `order_`, to be written
    std::vector<Packed> packed_;  // by slice
    std::vector<std::byte> directory_;
};

}  // namespace hexa
