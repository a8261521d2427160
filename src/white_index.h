// The index of a table's reader: the positions with White to move as numbers without gaps, and
// back, in as little memory as a quick answer allows.
//
//     node      first edge, list of labels          many nodes have the same labels: the lists
//     list      how many labels, then the labels    are shared
//     edge      child, before                       in as many bits as the level needs
//
// `before` is how many paths the node's edges before this one have; the rank of a position is the
// sum of `before` along its path. On the last level an edge's place in its list is all there is to
// know. The generator has an index of its own (index.h): larger, quicker to go through, with both
// sides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board.h"
#include "columns.h"
#include "packed_records.h"
#include "rules.h"

namespace hexa {

// Made by a WhiteIndexBuilder, then immutable; safe to share between threads. Positions that it is
// asked about have White to move and are not finished.
class WhiteIndex {
public:
    struct Place {
        int slice = 0;
        std::uint64_t rank = 0;

        friend bool operator==(const Place&, const Place&) = default;
    };

    [[nodiscard]] Board board() const { return board_; }
    [[nodiscard]] int slices() const { return static_cast<int>(sizes_.size()); }
    // How many positions the slice has.
    [[nodiscard]] std::uint64_t size(int slice) const { return sizes_[slice]; }

    // Where a position stands, or nothing where it is in no set.
    [[nodiscard]] std::optional<Place> rank(const Position& position) const;
    // The same for the position or its mirror, whichever has the smaller tuple of column states: in
    // sets that hold the mirrors of their positions, the one with the smaller rank.
    [[nodiscard]] std::optional<Place> rank_of_smaller(const Position& position) const;
    // The position at a place, whose rank must be below the slice's size.
    [[nodiscard]] Position unrank(const Place& place) const;

    // The diagram itself: nodes are named by numbers on their level.
    using Node = std::uint32_t;
    // Of a slice that has positions.
    [[nodiscard]] Node root(int slice) const { return roots_[slice]; }
    [[nodiscard]] std::span<const ColumnId> labels(int level, Node node) const {
        return labels(levels_[level].nodes[node]);
    }
    // Of a node's edge i, on all levels but the last.
    [[nodiscard]] Node child(int level, Node node, std::size_t i) const {
        return levels_[level].edges.first(levels_[level].nodes[node].first + i);
    }
    [[nodiscard]] std::uint64_t before(int level, Node node, std::size_t i) const {
        return levels_[level].edges.second(levels_[level].nodes[node].first + i);
    }

    // Memory that it holds.
    [[nodiscard]] std::size_t bytes() const;

private:
    friend class WhiteIndexBuilder;
    using Tuple = std::array<ColumnId, kMaxFiles>;

    struct NodeRecord {
        std::uint32_t first;  // its first edge; of no meaning on the last level
        std::uint32_t list;   // in lists_
    };
    struct Level {
        std::vector<NodeRecord> nodes;
        PackedRecords edges;  // child and before; none on the last level
    };

    WhiteIndex(Board board, const Columns& columns) : board_(board), columns_(&columns) {}

    [[nodiscard]] Tuple tuple_of(const Position& position) const;
    [[nodiscard]] std::optional<Place> rank(int slice, const Tuple& tuple) const;
    // -1 where the board has no such slice.
    [[nodiscard]] int slice_of(const Position& position) const;
    [[nodiscard]] std::span<const ColumnId> labels(const NodeRecord& node) const {
        return {lists_.data() + node.list + 1, lists_[node.list]};
    }

    Board board_;
    const Columns* columns_;
    std::vector<ColumnId> lists_;
    std::vector<Level> levels_;
    std::vector<std::uint32_t> roots_;  // by slice: a node of level 0, where the size is not 0
    std::vector<std::uint64_t> sizes_;  // by slice
};

// Builds the index of a diagram that is read from the first file to the last:
//
//     for each level, the first file's first:
//         begin_level(nodes, edges, nodes of the next level)
//         for each node: add_node(list, children)
//     finish(roots)
class WhiteIndexBuilder {
public:
    // `columns` must outlive the index.
    WhiteIndexBuilder(Board board, const Columns& columns);

    // A list of labels, at least one, ascending. Returns its name. Throws FileError, without a
    // file's name, where there are too many.
    std::uint32_t add_list(std::span<const ColumnId> labels);
    [[nodiscard]] std::span<const ColumnId> list(std::uint32_t name) const {
        return {index_.lists_.data() + name + 1, index_.lists_[name]};
    }
    // Exactly so many nodes and edges follow; children are below `next_nodes`.
    void begin_level(std::size_t nodes, std::size_t edges, std::size_t next_nodes);
    // As many children as the list has labels: the number of each on its level, in the order in
    // which nodes are added there. On the last level there are none.
    void add_node(std::uint32_t list, std::span<const std::uint32_t> children);
    // `roots`, by slice: nodes of the first level, or kNoRoot. Throws FileError, without a file's
    // name, where there are 2^64 paths from a node or more.
    [[nodiscard]] WhiteIndex finish(std::span<const std::uint32_t> roots);

    static constexpr std::uint32_t kNoRoot = 0xFFFFFFFF;

private:
    [[nodiscard]] std::vector<std::uint64_t> count_paths(const WhiteIndex::Level& level,
                                                         std::span<const std::uint64_t> below,
                                                         std::uint64_t& most_before) const;

    WhiteIndex index_;
    std::size_t edges_ = 0;            // added to the level so far
    std::vector<int> child_bits_;      // by level
    std::vector<std::size_t> counts_;  // edges, by level
};

}  // namespace hexa
