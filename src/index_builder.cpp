#include "index_builder.h"

#include <limits>

namespace hexa {
namespace {

constexpr std::uint64_t kNarrow = std::numeric_limits<std::uint32_t>::max();

}  // namespace

IndexBuilder::IndexBuilder(Board board, const Columns& columns, MemoryBudget& budget)
    : index_(board, columns), level_(board.files) {
    index_.levels_.reserve(board.files);
    for (int i = 0; i < board.files; ++i) index_.levels_.emplace_back(budget);
}

void IndexBuilder::begin_level(std::size_t nodes, std::size_t edges) {
    IndexLevel& level = index_.levels_[--level_];
    const std::size_t slots = nodes + edges + 1;
    if (slots > kNarrow) throw BudgetSpent("a level of the index has more than 2^32 slots");
    level.labels_.reserve(slots);
    level.records_.reserve(slots);
    append(0, {}, 0);  // kNoSlot
}

void IndexBuilder::append(ColumnId label, Slot child, std::uint64_t before) {
    IndexLevel& level = index_.levels_[level_];
    if (before > kNarrow && level.wide_.empty()) {
        // The level's counts outgrow 32 bits: all of them move to 64.
        level.wide_.reserve(level.labels_.capacity());
        for (const IndexLevel::Record r : level.records_) level.wide_.push_back(r.before);
    }
    level.labels_.push_back(label);
    level.records_.push_back({child, static_cast<std::uint32_t>(before)});
    if (!level.wide_.empty()) level.wide_.push_back(before);
}

void IndexBuilder::add_edge(ColumnId label, Slot child) {
    if (node_ == kNoSlot) {
        node_ = static_cast<Slot>(index_.levels_[level_].slots());
        paths_ = 0;
        append(0, {}, 0);
    }
    append(label, child, paths_);
    const bool last = level_ + 1 == index_.board_.files;
    const std::uint64_t more = last ? 1 : index_.levels_[level_ + 1].paths(child);
    if (paths_ > std::numeric_limits<std::uint64_t>::max() - more) {
        throw BudgetSpent("a node of the index has more than 2^64 paths");
    }
    paths_ += more;
}

Slot IndexBuilder::end_node() {
    const Slot node = std::exchange(node_, kNoSlot);
    if (node == kNoSlot) return node;
    IndexLevel& level = index_.levels_[level_];
    level.labels_[node] = static_cast<ColumnId>(level.slots() - node - 1);
    level.records_[node] = {static_cast<Slot>(paths_), static_cast<std::uint32_t>(paths_ >> 32)};
    return node;
}

Index IndexBuilder::finish(std::span<const Index::Roots> roots) {
    index_.roots_.assign(roots.begin(), roots.end());
    return std::move(index_);
}

}  // namespace hexa
