#include "diagram_decoder.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <xxhash.h>

#include "errors.h"
#include "format.h"
#include "material.h"

namespace hexa {
namespace {

class Source {
public:
    explicit Source(std::span<const std::byte> bytes) : bytes_(bytes) {}

    // A number of at most 32 bits.
    std::uint32_t get() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            const std::uint32_t byte = get_fixed(1);
            value |= std::uint64_t{byte & 127u} << shift;
            if (byte < 128) {
                if (value > std::numeric_limits<std::uint32_t>::max()) break;
                return static_cast<std::uint32_t>(value);
            }
        }
        throw FileError("its diagram holds a number that is too large");
    }
    // A number in so many bytes.
    std::uint32_t get_fixed(int bytes) {
        const std::span taken = take(static_cast<std::size_t>(bytes));
        return static_cast<std::uint32_t>(load_le(taken.data(), bytes));
    }
    std::span<const std::byte> take(std::size_t bytes) {
        if (left() < bytes) throw FileError("its diagram ends too early");
        at_ += bytes;
        return bytes_.subspan(at_ - bytes, bytes);
    }
    // So many numbers of at most 32 bits, as they stand.
    std::span<const std::byte> take_numbers(std::uint32_t count) {
        const std::size_t from = at_;
        for (std::size_t i = at_; count != 0; ++i) {
            if (i == bytes_.size()) throw FileError("its diagram ends too early");
            if ((bytes_[i] & std::byte{128}) == std::byte{0}) {
                --count;
                at_ = i + 1;
            }
        }
        return bytes_.subspan(from, at_ - from);
    }
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
};

// Lists of labels, each made once however often the diagram repeats it.
class Lists {
public:
    struct List {
        std::uint32_t name;
        Material least;  // of the pawns on its column states, white and black for themselves
        Material most;
    };

    Lists(Board board, const Columns& columns) {
        for (int label = 0; label < columns.size(); ++label) {
            const ColumnState state = columns.state(static_cast<ColumnId>(label));
            pawns_.push_back({std::popcount(state.white), std::popcount(state.black)});
            class_steps_.push_back(slice_number(board, pawns_.back()));
        }
    }

    // `gaps`: as they stand in the diagram, `count` of them.
    const List& get(std::span<const std::byte> gaps, std::uint32_t count,
                    WhiteIndexBuilder& builder) {
        const std::string_view key(reinterpret_cast<const char*>(gaps.data()), gaps.size());
        const auto known = lists_.find(key);
        if (known != lists_.end()) return known->second;
        std::vector<ColumnId> labels;
        labels.reserve(count);
        Source source(gaps);
        std::int64_t label = -1;
        Material least{kMaxCells, kMaxCells};
        Material most;
        for (std::uint32_t i = 0; i < count; ++i) {
            label += std::int64_t{source.get()} + 1;
            if (label >= static_cast<std::int64_t>(pawns_.size())) {
                throw FileError("its diagram names a column state that is not there");
            }
            labels.push_back(static_cast<ColumnId>(label));
            const Material on = pawns_[label];
            least = {std::min(least.white, on.white), std::min(least.black, on.black)};
            most = {std::max(most.white, on.white), std::max(most.black, on.black)};
        }
        return lists_.emplace(key, List{builder.add_list(labels), least, most}).first->second;
    }

    // How much smaller than its node's an edge's child's class is, as numbers of slices.
    [[nodiscard]] int class_step(ColumnId label) const { return class_steps_[label]; }

private:
    struct Hash {
        std::size_t operator()(std::string_view key) const {
            return XXH3_64bits(key.data(), key.size());
        }
    };

    std::vector<Material> pawns_;   // by label
    std::vector<int> class_steps_;  // by label
    std::unordered_map<std::string_view, List, Hash> lists_;
};

// The nodes of one level, in the order in which the level above first names them, each in a class:
// the pawns that stand on this file and those after it, as the number of such a slice. A class and
// a number within it name a node.
class Classes {
public:
    explicit Classes(Board board) : members_(slice_count(board)) {}

    // Adds the next node to a class.
    std::uint32_t add(int pawns) {
        const auto node = static_cast<std::uint32_t>(classes_.size());
        classes_.push_back(static_cast<std::uint8_t>(pawns));
        members_[pawns].push_back(node);
        return node;
    }
    // The node with this number, from 1, in the class; FileError where there is none.
    [[nodiscard]] std::uint32_t node(int pawns, std::uint32_t number) const {
        const auto& members = members_[pawns];
        if (number == 0 || number > members.size()) {
            throw FileError("its diagram names a node that is not there");
        }
        return members[number - 1];
    }
    [[nodiscard]] int pawns(std::uint32_t node) const { return classes_[node]; }
    [[nodiscard]] std::size_t size() const { return classes_.size(); }

private:
    static_assert((kMaxFiles + 1) * (kMaxFiles + 1) <= 256);

    std::vector<std::uint8_t> classes_;                // by node
    std::vector<std::vector<std::uint32_t>> members_;  // by class
};

// Adds one level to the index. `here` are its nodes; returns those of the next.
Classes read_level(Source& source, Board board, const Classes& here, bool last, Lists& lists,
                   WhiteIndexBuilder& builder) {
    Classes below(board);
    const std::uint32_t nodes = source.get();
    const std::uint32_t edges = source.get();
    const int width = static_cast<int>(source.get());
    if (nodes != here.size()) throw FileError("its diagram's nodes do not add up");
    if (width > 4 || (width == 0) != last) throw FileError("its diagram has a bad child width");
    // Every node and every edge takes at least a byte, so what is reserved is in proportion to what
    // is read.
    if (std::uint64_t{nodes} + edges > source.left()) {
        throw FileError("its diagram has more nodes and edges than bytes");
    }
    Source counts(source.take_numbers(nodes));
    Source gaps(source.take_numbers(edges));
    Source children(source.take(std::size_t{edges} * width));
    // The next level says how many nodes it has before anything is named by it.
    const std::uint32_t next_nodes = last ? 0 : Source(source).get();
    builder.begin_level(nodes, edges, next_nodes);
    std::vector<std::uint32_t> named;
    std::uint64_t sum = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
        const std::uint32_t count = counts.get();
        sum += count;
        if (count == 0) throw FileError("its diagram has a node without edges");
        if (sum > edges) throw FileError("its diagram's edges do not add up");
        const Lists::List& list = lists.get(gaps.take_numbers(count), count, builder);
        const int pawns = here.pawns(node);
        const Material left = slice_material(board, pawns);
        if (list.most.white > left.white || list.most.black > left.black ||
            (last && list.least != left)) {
            throw FileError("its diagram's pawns do not add up");
        }
        named.clear();
        for (const ColumnId label : builder.list(list.name)) {
            if (last) break;
            const int rest = pawns - lists.class_step(label);
            const std::uint32_t number = children.get_fixed(width);
            named.push_back(number == 0 ? below.add(rest) : below.node(rest, number));
            if (below.size() > next_nodes) throw FileError("its diagram's nodes do not add up");
        }
        builder.add_node(list.name, named);
    }
    if (sum != edges) throw FileError("its diagram's edges do not add up");
    return below;
}

}  // namespace

WhiteIndex decode_diagram(std::span<const std::byte> bytes, Board board, const Columns& columns) {
    Source source(bytes);
    std::vector<std::uint32_t> roots(slice_count(board), WhiteIndexBuilder::kNoRoot);
    Classes here(board);
    for (int slice = 0; slice < slice_count(board); ++slice) {
        const std::uint32_t flag = source.get();
        if (flag > 1) throw FileError("its diagram has a bad root");
        if (flag == 1) roots[slice] = here.add(slice);
    }
    WhiteIndexBuilder builder(board, columns);
    Lists lists(board, columns);
    for (int level = 0; level < board.files; ++level) {
        here = read_level(source, board, here, level + 1 == board.files, lists, builder);
    }
    if (source.left() != 0) throw FileError("there is something after its diagram");
    return builder.finish(roots);
}

}  // namespace hexa
