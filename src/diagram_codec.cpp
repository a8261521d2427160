#include "diagram_codec.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "errors.h"
#include "format.h"
#include "index_builder.h"

namespace hexa {
namespace {

using Bytes = std::vector<std::byte>;

// Seven bits a byte, low ones first; the high bit says that more follow.
void put(Bytes& bytes, std::uint64_t value) {
    for (; value >= 128; value >>= 7) bytes.push_back(static_cast<std::byte>(value | 128));
    bytes.push_back(static_cast<std::byte>(value));
}

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
        if (left() < static_cast<std::size_t>(bytes)) throw FileError("its diagram ends too early");
        const auto value = static_cast<std::uint32_t>(load_le(bytes_.data() + at_, bytes));
        at_ += static_cast<std::size_t>(bytes);
        return value;
    }
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
};

// The pawns that stand on a column state.
Material pawns_on(const Columns& columns, ColumnId label) {
    const ColumnState state = columns.state(label);
    return {std::popcount(state.white), std::popcount(state.black)};
}

// The nodes of one level, in the order in which the level above first names them, each in a class:
// the pawns that stand on this file and those after it. A class and a number within it name a node.
class Classes {
public:
    explicit Classes(Board board) : board_(board), members_(slice_count(board)) {}

    // Adds the next node to a class and returns its number within the class, from 1.
    std::uint32_t add(Material pawns) {
        classes_.push_back(pawns);
        auto& members = members_[slice_number(board_, pawns)];
        members.push_back(static_cast<std::uint32_t>(classes_.size() - 1));
        return static_cast<std::uint32_t>(members.size());
    }
    // The node with this number in the class; FileError where there is none.
    [[nodiscard]] std::uint32_t node(Material pawns, std::uint32_t number) const {
        const auto& members = members_[slice_number(board_, pawns)];
        if (number == 0 || number > members.size()) {
            throw FileError("its diagram names a node that is not there");
        }
        return members[number - 1];
    }
    [[nodiscard]] std::uint32_t newest() const {
        return static_cast<std::uint32_t>(classes_.size() - 1);
    }
    [[nodiscard]] Material pawns(std::uint32_t node) const { return classes_[node]; }
    [[nodiscard]] std::size_t size() const { return classes_.size(); }

private:
    Board board_;
    std::vector<Material> classes_;                    // by node
    std::vector<std::vector<std::uint32_t>> members_;  // by class
};

// A level as it is read, before it becomes part of an index.
struct Level {
    std::vector<std::uint32_t> counts;    // edges, by node
    std::vector<ColumnId> labels;         // by edge
    std::vector<std::uint32_t> children;  // by edge: nodes of the next level
};

Level read_level(Source& source, const Columns& columns, const Classes& here, bool last,
                 Classes& below) {
    Level level;
    const std::uint32_t nodes = source.get();
    const std::uint32_t edges = source.get();
    const int width = static_cast<int>(source.get());
    if (nodes != here.size()) throw FileError("its diagram's nodes do not add up");
    if (width > 4 || (width == 0) != last) throw FileError("its diagram has a bad child width");
    // Every node and every edge takes at least a byte, so what is reserved is less than what is
    // read.
    if (std::uint64_t{nodes} + edges > source.left()) {
        throw FileError("its diagram has more nodes and edges than bytes");
    }
    level.counts.reserve(nodes);
    level.labels.reserve(edges);
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < nodes; ++i) {
        level.counts.push_back(source.get());
        sum += level.counts.back();
        if (level.counts.back() == 0) throw FileError("its diagram has a node without edges");
    }
    if (sum != edges) throw FileError("its diagram's edges do not add up");
    for (const std::uint32_t count : level.counts) {
        std::int64_t label = -1;
        for (std::uint32_t i = 0; i < count; ++i) {
            label += std::int64_t{source.get()} + 1;
            if (label >= columns.size()) {
                throw FileError("its diagram names a column state that is not there");
            }
            level.labels.push_back(static_cast<ColumnId>(label));
        }
    }
    std::size_t edge = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
        for (std::uint32_t i = 0; i < level.counts[node]; ++i, ++edge) {
            const Material on = pawns_on(columns, level.labels[edge]);
            const Material rest{here.pawns(node).white - on.white,
                                here.pawns(node).black - on.black};
            if (rest.white < 0 || rest.black < 0 || (last && rest != Material{})) {
                throw FileError("its diagram's pawns do not add up");
            }
            if (last) continue;
            const std::uint32_t number = source.get_fixed(width);
            if (number == 0) (void)below.add(rest);
            level.children.push_back(number == 0 ? below.newest() : below.node(rest, number));
        }
    }
    return level;
}

}  // namespace

std::vector<std::byte> encode_diagram(const Index& index) {
    const Board board = index.board();
    const Columns columns(board.ranks);
    Bytes result;
    std::vector<Slot> nodes;
    Classes here(board);
    for (int slice = 0; slice < index.slices(); ++slice) {
        const Slot root = index.root(slice, Side::kWhite);
        put(result, root == kNoSlot ? 0 : 1);
        if (root == kNoSlot) continue;
        nodes.push_back(root);
        (void)here.add(slice_material(board, slice));
    }
    for (int level = 0; level < board.files; ++level) {
        const IndexLevel& l = index.level(level);
        const bool last = level + 1 == board.files;
        Bytes counts, gaps;
        std::vector<std::uint32_t> children;
        std::uint32_t largest = 1;
        std::vector<std::uint32_t> numbers(last ? 0 : index.level(level + 1).slots());
        std::vector<Slot> next;
        Classes below(board);
        std::uint64_t edges = 0;
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const Slot node = nodes[n];
            const Material pawns = here.pawns(static_cast<std::uint32_t>(n));
            edges += static_cast<std::uint64_t>(l.edges(node));
            put(counts, static_cast<std::uint64_t>(l.edges(node)));
            int before = -1;
            for (int i = 0; i < l.edges(node); ++i) {
                const ColumnId label = l.labels(node)[i];
                put(gaps, static_cast<std::uint64_t>(label - before - 1));
                before = label;
                if (last) continue;
                const Slot child = l.child(node + 1 + static_cast<Slot>(i));
                children.push_back(numbers[child]);
                if (numbers[child] != 0) continue;
                const Material on = pawns_on(columns, label);
                next.push_back(child);
                numbers[child] = below.add({pawns.white - on.white, pawns.black - on.black});
                largest = std::max(largest, numbers[child]);
            }
        }
        const int width = last ? 0 : (std::bit_width(largest) + 7) / 8;
        put(result, nodes.size());
        put(result, edges);
        put(result, static_cast<std::uint64_t>(width));
        result.insert(result.end(), counts.begin(), counts.end());
        result.insert(result.end(), gaps.begin(), gaps.end());
        for (const std::uint32_t child : children) {
            result.resize(result.size() + static_cast<std::size_t>(width));
            store_le(result.data() + result.size() - width, width, child);
        }
        nodes = std::move(next);
        here = std::move(below);
    }
    return result;
}

Index decode_diagram(std::span<const std::byte> bytes, Board board, const Columns& columns,
                     MemoryBudget& budget) {
    Source source(bytes);
    std::vector<int> occupied;
    Classes here(board);
    for (int slice = 0; slice < slice_count(board); ++slice) {
        const std::uint32_t flag = source.get();
        if (flag > 1) throw FileError("its diagram has a bad root");
        if (flag == 0) continue;
        occupied.push_back(slice);
        (void)here.add(slice_material(board, slice));
    }
    std::vector<Level> levels;
    for (int level = 0; level < board.files; ++level) {
        Classes below(board);
        levels.push_back(read_level(source, columns, here, level + 1 == board.files, below));
        here = std::move(below);
    }
    if (source.left() != 0) throw FileError("there is something after its diagram");

    IndexBuilder builder(board, columns, budget);
    std::vector<Slot> slots;  // of the level below, by node
    for (int i = board.files - 1; i >= 0; --i) {
        const Level& level = levels[i];
        builder.begin_level(level.counts.size(), level.labels.size());
        std::vector<Slot> made;
        made.reserve(level.counts.size());
        std::size_t edge = 0;
        for (const std::uint32_t count : level.counts) {
            for (std::uint32_t k = 0; k < count; ++k, ++edge) {
                builder.add_edge(level.labels[edge],
                                 level.children.empty() ? kNoSlot : slots[level.children[edge]]);
            }
            made.push_back(builder.end_node());
        }
        slots = std::move(made);
        levels.pop_back();
    }
    std::vector<Index::Roots> roots(slice_count(board));
    for (std::size_t i = 0; i < occupied.size(); ++i) roots[occupied[i]].white = slots[i];
    return builder.finish(roots);
}

}  // namespace hexa
