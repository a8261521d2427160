// A table file, opened for probing: the distance of every reachable position of its board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "byte_source.h"
#include "columns.h"
#include "format.h"
#include "rules.h"
#include "white_index.h"

namespace hexa {

class ArrivalMarks;
class BlockCache;

// Reads the header, the directory and the diagram when it is opened, and blocks when they are asked
// for; keeps the blocks it unpacked last, up to a limit. Safe to share between threads.
//
// Whatever is wrong with the file is a FileError that names it: at opening for all but the blocks,
// for a block when it is read.
class Table {
public:
    // How many bytes of unpacked blocks are kept.
    static constexpr std::size_t kDefaultCacheBytes = std::size_t{64} << 20;

    [[nodiscard]] static Table open(const std::filesystem::path& path,
                                    std::size_t cache_bytes = kDefaultCacheBytes);
    // `name` stands for the file in messages about blocks; with none, they do without.
    Table(std::unique_ptr<ByteSource> source, std::string name,
          std::size_t cache_bytes = kDefaultCacheBytes);
    Table(Table&&) noexcept;
    Table& operator=(Table&&) noexcept;
    ~Table();

    [[nodiscard]] Board board() const { return header_.board; }
    [[nodiscard]] const TableHeader& header() const { return header_; }

    // Whether some game leads to the unfinished position.
    [[nodiscard]] bool reachable(const Position& position) const;
    // The distance of an unfinished position; nothing where no game leads to it.
    [[nodiscard]] std::optional<int> dtw(const Position& position) const;
    // The same of a position that is known to be reachable, as every one is that a move from a
    // reachable one leads to: quicker, since what the board itself says is not looked up.
    [[nodiscard]] int dtw_of_reachable(const Position& position) const;

    // The entries of a block, one for each position that it stands for: what a look does not say,
    // for one of each pair of mirrors, and anything for the rest. For programs that read
    // everything.
    [[nodiscard]] std::uint64_t blocks() const { return header_.blocks; }
    void read_block(std::uint64_t block, std::vector<std::uint8_t>& entries) const;
    [[nodiscard]] const WhiteIndex& index() const { return *index_; }

private:
    [[noreturn]] void fail_for_a_gap() const;
    [[nodiscard]] int entry(const WhiteIndex::Place& place) const;
    void read_directory();
    void read_diagram();

    std::unique_ptr<ByteSource> source_;
    std::string name_;
    TableHeader header_;
    std::unique_ptr<Rules> rules_;
    std::unique_ptr<Columns> columns_;
    std::unique_ptr<WhiteIndex> index_;
    struct Entry {
        int slice;
        std::uint64_t first;  // rank in the slice
        std::uint64_t offset;
        std::uint64_t hash;
        std::uint32_t bytes;
        std::uint32_t positions;
    };
    std::vector<Entry> directory_;
    std::vector<std::uint64_t> first_block_;  // by slice
    std::unique_ptr<ArrivalMarks> marks_;
    std::unique_ptr<BlockCache> cache_;
};

}  // namespace hexa
