// A table made for a test: its file, and the labels it was made from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "enumerated.h"
#include "sweep.h"
#include "table_writer.h"

namespace hexa {

// A folder that is removed with all that is in it.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "hexatable-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

inline std::vector<std::byte> read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    const std::vector<char> chars{std::istreambuf_iterator<char>(in), {}};
    std::vector<std::byte> bytes(chars.size());
    std::transform(chars.begin(), chars.end(), bytes.begin(),
                   [](char c) { return static_cast<std::byte>(c); });
    return bytes;
}

// The distances of every set.
using Labels = std::map<std::pair<int, Side>, std::vector<std::uint8_t>>;

// Passes sets on and keeps a copy of their distances in `labels`, which has room for them.
class CopyingSink : public LabelSink {
public:
    CopyingSink(Labels& labels, LabelSink& next) : labels_(labels), next_(next) {}

    void take(SetId set, std::uint64_t first, std::span<std::uint8_t> distances) override {
        {
            const std::lock_guard lock(mutex_);
            std::vector<std::uint8_t>& labels = labels_.at({set.slice, set.to_move});
            std::copy(distances.begin(), distances.end(), labels.begin() + first);
        }
        if (next_.wants(set)) next_.take(set, first, distances);
    }

private:
    Labels& labels_;
    LabelSink& next_;
    std::mutex mutex_;
};

struct MadeTable {
    explicit MadeTable(Board board, int level = kDefaultLevel, int threads = 2)
        : enumerated(board, threads), path(folder.path() / (to_string(board) + ".hxt")) {
        const Index& index = enumerated.index;
        for (int slice = 0; slice < index.slices(); ++slice) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                labels[{slice, side}].resize(index.size(slice, side));
            }
        }
        TableWriter writer(path, false, enumerated.index, level, enumerated.stop);
        CopyingSink copies(labels, writer);
        SweepOptions options;
        options.threads = threads;
        result = sweep(enumerated.columns, enumerated.index, options, enumerated.budget,
                       enumerated.stop, enumerated.progress, &copies);
        writer.finish(result.digest);
    }

    Enumerated enumerated;
    TemporaryFolder folder;
    std::filesystem::path path;
    SweepResult result;
    Labels labels;
};

}  // namespace hexa
