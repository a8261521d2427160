#include "table.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "block_cache.h"
#include "diagram_decoder.h"
#include "errors.h"
#include "kept_entries.h"
#include "near_end.h"

namespace hexa {
namespace {

// Runs `work` and puts the file's name, where it has one, before what goes wrong in it.
template <typename Work>
auto naming(const std::string& name, Work work) {
    try {
        return work();
    } catch (const FileError& error) {
        if (name.empty()) throw;
        throw FileError(fmt::format("table {}: {}", name, error.what()));
    }
}

// Unpacks at most `to.size()` bytes, and returns how many. zstd itself would also take several
// frames, one after the other.
std::size_t unpack(std::span<const std::byte> from, std::span<std::byte> to, const char* what) {
    const std::size_t frame = ZSTD_findFrameCompressedSize(from.data(), from.size());
    const std::size_t got = ZSTD_decompress(to.data(), to.size(), from.data(), from.size());
    if (ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation) {
        throw MemoryError("there is no memory for unpacking a table");
    }
    if (frame != from.size() || ZSTD_isError(got) != 0) {
        throw FileError(fmt::format("{} cannot be unpacked", what));
    }
    return got;
}

// Puts the entries of a block where their positions are in it.
struct Spread {
    const std::uint8_t* from;
    std::uint8_t* to;
    std::uint64_t first;

    // Writes where nothing is kept, too, which is quicker than to ask.
    void operator()(std::uint64_t rank, unsigned kept) {
        to[rank - first] = *from;
        from += kept;
    }
};

}  // namespace

Table Table::open(const std::filesystem::path& path, std::size_t cache_bytes) {
    return naming(path.string(), [&] {
        return Table(std::make_unique<FileSource>(path), path.string(), cache_bytes);
    });
}

Table::Table(std::unique_ptr<ByteSource> source, std::string name, std::size_t cache_bytes)
    : source_(std::move(source)),
      name_(std::move(name)),
      cache_(std::make_unique<BlockCache>(cache_bytes)) {
    std::array<std::byte, kHeaderBytes> bytes;
    if (source_->size() < bytes.size()) throw FileError("it is too short for a table");
    source_->read(0, bytes);
    header_ = decode_header(bytes, source_->size());
    rules_ = std::make_unique<Rules>(header_.board);
    columns_ = std::make_unique<Columns>(header_.board.ranks);
    marks_ = std::make_unique<ArrivalMarks>(*columns_);
    read_diagram();
    read_directory();
}

Table::Table(Table&&) noexcept = default;
Table& Table::operator=(Table&&) noexcept = default;
Table::~Table() = default;

void Table::read_diagram() {
    std::vector<std::byte> raw(header_.diagram_raw_bytes);
    {
        std::vector<std::byte> packed(header_.diagram_bytes);
        source_->read(kHeaderBytes, packed);
        if (XXH3_64bits(packed.data(), packed.size()) != header_.diagram_hash) {
            throw FileError("its diagram is damaged");
        }
        if (unpack(packed, raw, "its diagram") != raw.size()) {
            throw FileError("its diagram cannot be unpacked");
        }
    }
    index_ = std::make_unique<WhiteIndex>(decode_diagram(raw, header_.board, *columns_));
}

// Blocks follow from the numbers of positions, and must be as many as the header says.
void Table::read_directory() {
    first_block_.resize(slice_count(header_.board));
    std::uint64_t positions = 0;
    std::uint64_t blocks = 0;
    for (const int slice : slices_in_file_order(header_.board)) {
        first_block_[slice] = blocks;
        const std::uint64_t size = index_->size(slice);
        const std::uint64_t count = size / kBlockPositions + (size % kBlockPositions != 0);
        if (size > header_.white_to_move - positions || count > header_.blocks - blocks) {
            throw FileError("its diagram and its header do not fit together");
        }
        positions += size;
        blocks += count;
    }
    if (positions != header_.white_to_move || blocks != header_.blocks) {
        throw FileError("its diagram and its header do not fit together");
    }
    std::vector<std::byte> bytes(header_.blocks * kDirectoryEntryBytes);
    source_->read(header_.file_bytes - bytes.size(), bytes);
    if (XXH3_64bits(bytes.data(), bytes.size()) != header_.directory_hash) {
        throw FileError("its directory is damaged");
    }
    directory_.resize(header_.blocks);
    for (const int slice : slices_in_file_order(header_.board)) {
        std::uint64_t left = index_->size(slice);
        for (std::uint64_t block = first_block_[slice]; left != 0; ++block) {
            const std::uint64_t here = std::min(left, kBlockPositions);
            directory_[block].slice = slice;
            directory_[block].first = index_->size(slice) - left;
            directory_[block].positions = static_cast<std::uint32_t>(here);
            left -= here;
        }
    }
    std::uint64_t offset = kHeaderBytes + header_.diagram_bytes;
    std::uint64_t left = header_.block_bytes;
    for (std::size_t i = 0; i < directory_.size(); ++i) {
        const std::byte* const from = bytes.data() + i * kDirectoryEntryBytes;
        Entry& entry = directory_[i];
        entry.bytes = static_cast<std::uint32_t>(load_le(from, 4));
        entry.hash = load_le(from + 4, 8);
        entry.offset = offset;
        if (entry.bytes > left) throw FileError("its directory and its header do not fit together");
        offset += entry.bytes;
        left -= entry.bytes;
    }
    if (left != 0) throw FileError("its directory and its header do not fit together");
}

void Table::read_block(std::uint64_t block, std::vector<std::uint8_t>& entries) const {
    naming(name_, [&] {
        const Entry& place = directory_[block];
        std::vector<std::byte> packed(place.bytes);
        source_->read(place.offset, packed);
        if (XXH3_64bits(packed.data(), packed.size()) != place.hash) {
            throw FileError(fmt::format("block {} is damaged", block));
        }
        // With one more than there can be, so that spreading them needs no test.
        std::vector<std::uint8_t> kept(place.positions + 1);
        const std::size_t count = unpack(
            packed, std::as_writable_bytes(std::span(kept).first(place.positions)), "a block");
        entries.assign(place.positions, 0);
        KeptEntries walk(*index_, header_.board, *marks_);
        const auto spread =
            walk.for_each(index_->root(place.slice), place.first, place.first + place.positions,
                          Spread{kept.data(), entries.data(), place.first});
        const auto next = static_cast<std::size_t>(spread.from - kept.data());
        if (next != count) {
            throw FileError(
                fmt::format("block {} has {} entries instead of {}", block, count, next));
        }
    });
}

int Table::entry(const WhiteIndex::Place& place) const {
    const std::uint64_t number = first_block_[place.slice] + place.rank / kBlockPositions;
    const auto block = cache_->get(
        number, [&](std::vector<std::uint8_t>& entries) { read_block(number, entries); });
    const int distance = (*block)[place.rank % kBlockPositions];
    if (distance <= kNearEnd || distance > kMostDistance) {
        throw FileError(
            fmt::format("table {}: block {} has an entry that is no distance of such a position",
                        name_, number));
    }
    return distance;
}

void Table::fail_for_a_gap() const {
    throw FileError(
        fmt::format("table {}: its diagram lacks a position that a game leads to", name_));
}

bool Table::reachable(const Position& p) const {
    if (p.to_move == Side::kWhite) return index_->rank_of_smaller(p).has_value();
    // Some white pawn came from where it could have: a step from behind, or a capture from behind
    // on a neighbouring file, which gives Black the captured pawn back.
    const Cells occupied = p.white | p.black;
    for (Cells rest = p.white; rest != 0; rest &= rest - 1) {
        const int to = first_cell(rest);
        if (rules_->rank_of(to) == 0) continue;
        for (int side = -1; side <= 1; ++side) {
            const int file = rules_->file_of(to) + side;
            if (file < 0 || file >= header_.board.files) continue;
            const int from = rules_->cell(file, rules_->rank_of(to) - 1);
            if ((occupied >> from & 1) != 0) continue;
            Position before{p.white ^ (Cells{1} << to | Cells{1} << from), p.black, Side::kWhite};
            if (side != 0) before.black |= Cells{1} << to;
            if (index_->rank_of_smaller(before)) return true;
        }
    }
    return false;
}

std::optional<int> Table::dtw(const Position& p) const {
    if (p.to_move == Side::kBlack) {
        if (!reachable(p)) return std::nullopt;
        return dtw_of_reachable(p);
    }
    const auto place = index_->rank_of_smaller(p);
    if (!place) return std::nullopt;
    if (const auto near = near_end(*rules_, p)) return near;
    return entry(*place);
}

int Table::dtw_of_reachable(const Position& p) const {
    // What a look says is not in the file.
    if (const auto near = near_end(*rules_, p)) return *near;
    if (p.to_move == Side::kWhite) {
        const auto place = index_->rank_of_smaller(p);
        if (!place) fail_for_a_gap();
        return entry(*place);
    }
    int quickest_win = 0;
    int slowest_loss = 0;
    for (const Move move : rules_->moves(p)) {
        const int d = dtw_of_reachable(Rules::after(p, move)) + 1;
        if (d % 2 == 0) {
            slowest_loss = std::max(slowest_loss, d);
        } else if (quickest_win == 0 || d < quickest_win) {
            quickest_win = d;
        }
    }
    return quickest_win != 0 ? quickest_win : slowest_loss;
}

}  // namespace hexa
