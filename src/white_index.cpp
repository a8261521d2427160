#include "white_index.h"

#include <algorithm>
#include <bit>

#include "errors.h"
#include "find_label.h"
#include "material.h"

namespace hexa {
namespace {

// A list is named by its place in 32 bits.
constexpr std::size_t kMostLabels = 0xFFFFFFFF;

}  // namespace

WhiteIndex::Tuple WhiteIndex::tuple_of(const Position& position) const {
    Tuple tuple;
    const Cells column = (Cells{1} << board_.ranks) - 1;
    for (int file = 0; file < board_.files; ++file) {
        const int shift = file * board_.ranks;
        tuple[file] = columns_->id({static_cast<Ranks>(position.white >> shift & column),
                                    static_cast<Ranks>(position.black >> shift & column)});
    }
    return tuple;
}

int WhiteIndex::slice_of(const Position& position) const {
    const Material material = material_of(position);
    if (material.white > board_.files || material.black > board_.files) return -1;
    return slice_number(board_, material);
}

std::optional<WhiteIndex::Place> WhiteIndex::rank(int slice, const Tuple& tuple) const {
    if (slice < 0 || sizes_[slice] == 0) return std::nullopt;
    std::uint64_t sum = 0;
    std::uint32_t node = roots_[slice];
    const int last = board_.files - 1;
    for (int k = 0;; ++k) {
        const Level& level = levels_[k];
        const NodeRecord here = level.nodes[node];
        const std::span list = labels(here);
        const int i = find_label(list.data(), static_cast<int>(list.size()), tuple[k]);
        if (i < 0) return std::nullopt;
        if (k == last) return Place{slice, sum + static_cast<std::uint64_t>(i)};
        const std::size_t edge = here.first + static_cast<std::size_t>(i);
        sum += level.edges.second(edge);
        node = level.edges.first(edge);
    }
}

std::optional<WhiteIndex::Place> WhiteIndex::rank(const Position& position) const {
    return rank(slice_of(position), tuple_of(position));
}

std::optional<WhiteIndex::Place> WhiteIndex::rank_of_smaller(const Position& position) const {
    Tuple tuple = tuple_of(position);
    const auto end = tuple.begin() + board_.files;
    for (auto left = tuple.begin(), right = end - 1; left < right; ++left, --right) {
        if (*left == *right) continue;
        if (*left > *right) std::reverse(tuple.begin(), end);
        break;
    }
    return rank(slice_of(position), tuple);
}

Position WhiteIndex::unrank(const Place& place) const {
    Position position{0, 0, Side::kWhite};
    std::uint64_t left = place.rank;
    std::uint32_t node = roots_[place.slice];
    for (int k = 0; k < board_.files; ++k) {
        const Level& level = levels_[k];
        const NodeRecord here = level.nodes[node];
        const std::span list = labels(here);
        // The last edge whose `before` is not above what is left.
        std::size_t i = 0;
        if (k + 1 == board_.files) {
            i = static_cast<std::size_t>(left);
        } else {
            for (std::size_t count = list.size(); count > 1;) {
                const std::size_t half = count / 2;
                i += level.edges.second(here.first + i + half) <= left ? half : 0;
                count -= half;
            }
            left -= level.edges.second(here.first + i);
            node = level.edges.first(here.first + i);
        }
        const ColumnState state = columns_->state(list[i]);
        position.white |= Cells{state.white} << (k * board_.ranks);
        position.black |= Cells{state.black} << (k * board_.ranks);
    }
    return position;
}

std::size_t WhiteIndex::bytes() const {
    std::size_t sum = lists_.size() * sizeof(ColumnId);
    for (const Level& level : levels_) {
        sum += level.nodes.size() * sizeof(NodeRecord) + level.edges.bytes();
    }
    return sum;
}

WhiteIndexBuilder::WhiteIndexBuilder(Board board, const Columns& columns)
    : index_(board, columns) {}

std::uint32_t WhiteIndexBuilder::add_list(std::span<const ColumnId> labels) {
    if (index_.lists_.size() >= kMostLabels) throw FileError("its diagram is too large");
    const auto name = static_cast<std::uint32_t>(index_.lists_.size());
    index_.lists_.push_back(static_cast<ColumnId>(labels.size()));
    index_.lists_.insert(index_.lists_.end(), labels.begin(), labels.end());
    return name;
}

void WhiteIndexBuilder::begin_level(std::size_t nodes, std::size_t edges, std::size_t next_nodes) {
    WhiteIndex::Level& level = index_.levels_.emplace_back();
    level.nodes.reserve(nodes);
    const bool last = static_cast<int>(index_.levels_.size()) == index_.board_.files;
    child_bits_.push_back(last ? 0 : static_cast<int>(std::bit_width(next_nodes)));
    counts_.push_back(last ? 0 : edges);
    // Children alone, until the paths below are counted.
    level.edges = PackedRecords(counts_.back(), child_bits_.back(), 0);
    edges_ = 0;
}

void WhiteIndexBuilder::add_node(std::uint32_t list, std::span<const std::uint32_t> children) {
    WhiteIndex::Level& level = index_.levels_.back();
    level.nodes.push_back({static_cast<std::uint32_t>(edges_), list});
    for (const std::uint32_t child : children) level.edges.append(child, 0);
    edges_ += children.size();
}

// The paths from each node of a level, and the largest `before` among its edges. `below`: the paths
// from each node of the next level; none where this level is the last.
std::vector<std::uint64_t> WhiteIndexBuilder::count_paths(const WhiteIndex::Level& level,
                                                          std::span<const std::uint64_t> below,
                                                          std::uint64_t& most_before) const {
    std::vector<std::uint64_t> paths;
    paths.reserve(level.nodes.size());
    most_before = 0;
    for (const WhiteIndex::NodeRecord& node : level.nodes) {
        const std::size_t count = index_.labels(node).size();
        std::uint64_t sum = below.empty() ? count : 0;
        for (std::size_t i = 0; i < count && !below.empty(); ++i) {
            most_before = std::max(most_before, sum);
            if (__builtin_add_overflow(sum, below[level.edges.first(node.first + i)], &sum)) {
                throw FileError("its diagram has more paths than 64 bits count");
            }
        }
        paths.push_back(sum);
    }
    return paths;
}

WhiteIndex WhiteIndexBuilder::finish(std::span<const std::uint32_t> roots) {
    std::vector<std::uint64_t> paths;
    for (std::size_t k = index_.levels_.size(); k-- > 0;) {
        WhiteIndex::Level& level = index_.levels_[k];
        std::uint64_t most_before = 0;
        std::vector<std::uint64_t> here = count_paths(level, paths, most_before);
        PackedRecords edges(counts_[k], child_bits_[k],
                            static_cast<int>(std::bit_width(most_before)));
        for (const WhiteIndex::NodeRecord& node : level.nodes) {
            if (paths.empty()) break;
            std::uint64_t before = 0;
            for (std::size_t i = 0; i < index_.labels(node).size(); ++i) {
                const std::uint32_t child = level.edges.first(node.first + i);
                edges.append(child, before);
                before += paths[child];
            }
        }
        level.edges = std::move(edges);
        paths = std::move(here);
    }
    index_.lists_.shrink_to_fit();
    for (const std::uint32_t root : roots) {
        index_.roots_.push_back(root);
        index_.sizes_.push_back(root == kNoRoot ? 0 : paths[root]);
    }
    return std::move(index_);
}

}  // namespace hexa
