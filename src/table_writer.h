// Writes a table file from the sets that a sweep hands on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <vector>

#include "atomic_file.h"
#include "index.h"
#include "labels.h"
#include "stop.h"

namespace hexa {

inline constexpr int kDefaultLevel = 12;
inline constexpr int kMinLevel = 1;
inline constexpr int kMaxLevel = 22;

// A sink for one sweep of one index. Packs each set as it comes, on all threads of the arena, and
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

    void take(SetId set, LabelArray distances) override;

    // To be called when all sets have been taken: completes the file and gives it its name.
    void finish(std::uint64_t digest);

    [[nodiscard]] std::uint64_t file_bytes() const { return file_.size(); }

private:
    struct Packed {
        bool ready = false;
        std::vector<std::vector<std::byte>> blocks;
    };

    void write_ready();

    const Index& index_;
    int level_;
    const StopFlag& stop_;
    AtomicFile file_;
    std::uint64_t diagram_bytes_ = 0;
    std::uint64_t diagram_raw_bytes_ = 0;
    std::uint64_t diagram_hash_ = 0;
    std::mutex mutex_;
    std::vector<int> order_;      // slices as they stand in the file
    std::size_t next_ = 0;        // of `order_`, to be written
    std::vector<Packed> packed_;  // by slice
    std::vector<std::byte> directory_;
};

}  // namespace hexa
