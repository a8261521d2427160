#include "diagram_encoder.h"

#include <algorithm>
#include <bit>

#include "columns.h"
#include "format.h"
#include "material.h"

namespace hexa {
namespace {

using Bytes = std::vector<std::byte>;

// Seven bits a byte, low ones first; the high bit says that more follow.
void put(Bytes& bytes, std::uint64_t value) {
    for (; value >= 128; value >>= 7) bytes.push_back(static_cast<std::byte>(value | 128));
    bytes.push_back(static_cast<std::byte>(value));
}

// The pawns that stand on a column state.
Material pawns_on(const Columns& columns, ColumnId label) {
    const ColumnState state = columns.state(label);
    return {std::popcount(state.white), std::popcount(state.black)};
}

// The nodes of one level, numbered within their classes: the pawns on this file and those after it.
class Classes {
public:
    explicit Classes(Board board) : board_(board), sizes_(slice_count(board)) {}

    // Adds the next node to a class and returns its number within the class, from 1.
    std::uint32_t add(Material pawns) {
        classes_.push_back(pawns);
        return ++sizes_[slice_number(board_, pawns)];
    }
    [[nodiscard]] Material pawns(std::size_t node) const { return classes_[node]; }

private:
    Board board_;
    std::vector<Material> classes_;     // by node
    std::vector<std::uint32_t> sizes_;  // by class
};

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

}  // namespace hexa
