#include "images.h"

#include <bit>

namespace hexa {
namespace {

constexpr int kKinds = 2;

template <typename Function>
void for_each_rank(Ranks ranks, Function function) {
    for (unsigned rest = ranks; rest != 0; rest &= rest - 1) function(std::countr_zero(rest));
}

}  // namespace

Images::Level::Level(int labels, std::size_t nodes, int ranks, MemoryBudget& budget)
    : deep(labels), cross(labels), used(labels), copies(budget), entered(budget), left(budget) {
    copies.resize(nodes);
    entered.resize(nodes * ranks);
    left.resize(nodes * ranks);
    for (int kind = 0; kind < kKinds; ++kind) images.emplace_back(budget).resize(nodes);
}

Images::Images(const Columns& columns, Side mover, const Diagram& from, DiagramStore& to,
               MemoryBudget& budget, const StopFlag& stop)
    : columns_(columns),
      mover_(mover),
      forward_(mover == Side::kWhite ? 1 : -1),
      from_(from),
      to_(to),
      stop_(stop) {
    for (int level = 0; level < from.levels(); ++level) {
        levels_.emplace_back(2 * columns.size(), from.node_count(level) + 1, columns.ranks(),
                             budget);
    }
}

void Images::gather(int level, std::vector<NodeId>& sets, Label label, NodeId set) {
    if (set == kEmptySet) return;
    levels_[level].used.insert(label);
    sets[label] = level + 1 == to_.levels() ? kTerminal : to_.unite(level + 1, sets[label], set);
}

NodeId Images::take_gathered(int level) {
    Level& l = levels_[level];
    l.edges.clear();
    for (int label = l.used.pop_first(); label >= 0; label = l.used.pop_first()) {
        const NodeId set = level + 1 == to_.levels()
                               ? kTerminal
                               : to_.unite(level + 1, l.deep[label], l.cross[label]);
        l.edges.emplace_back(static_cast<Label>(label), set);
        l.deep[label] = kEmptySet;
        l.cross[label] = kEmptySet;
    }
    return to_.make(level, l.edges);
}

NodeId Images::image(Kind kind, int level, NodeId node) {
    const bool arriving = kind == Kind::kArrival;
    const int last_file = arriving ? last_arrival_file(from_.levels()) : from_.levels() - 1;
    if (level > last_file || node == kEmptySet) return kEmptySet;
    Level& l = levels_[level];
    NodeId& result = l.images[static_cast<int>(kind)][node];
    if (result != 0) return result - 1;
    stop_.check();

    const Side enemy = other(mover_);
    const int goal = columns_.goal(mover_);
    const bool last = level + 1 == from_.levels();
    for (const Edge edge : from_.edges(level, node)) {
        const ColumnId here = edge.label();
        gather(level, l.deep, here, image(kind, level + 1, edge.child()));
        if (last) continue;
        if (level < last_file) {
            for_each_rank(columns_.pawns(mover_, here), [&](int rank) {
                const int to = rank + forward_;
                if ((to == goal) != arriving) return;
                gather(level, l.cross, columns_.without(mover_, here, rank),
                       entered(level + 1, edge.child(), to));
            });
        }
        for_each_rank(columns_.pawns(enemy, here), [&](int to) {
            const int rank = to - forward_;
            if ((to == goal) != arriving || rank < 0 || rank >= columns_.ranks()) return;
            const Label label = arriving
                                    ? arrival_label(columns_, columns_.without(enemy, here, to))
                                    : columns_.captured(here, to);
            gather(level, l.cross, label, left(level + 1, edge.child(), rank));
        });
    }
    const NodeId made = take_gathered(level);
    result = made + 1;
    return made;
}

// The suffixes in whose first file the mover captures on `rank`.
NodeId Images::entered(int level, NodeId node, int rank) {
    Level& l = levels_[level];
    NodeId& result = l.entered[std::size_t{node} * columns_.ranks() + rank];
    if (result != 0) return result - 1;
    const Side enemy = other(mover_);
    l.edges.clear();
    for (const Edge edge : from_.edges(level, node)) {
        if ((columns_.pawns(enemy, edge.label()) >> rank & 1) == 0) continue;
        const Label label =
            rank == columns_.goal(mover_)
                ? arrival_label(columns_, columns_.without(enemy, edge.label(), rank))
                : columns_.captured(edge.label(), rank);
        l.edges.emplace_back(label, copy(level + 1, edge.child()));
    }
    const NodeId made = to_.make(level, l.edges);
    result = made + 1;
    return made;
}

// The suffixes whose first file the mover's pawn on `rank` has left.
NodeId Images::left(int level, NodeId node, int rank) {
    Level& l = levels_[level];
    NodeId& result = l.left[std::size_t{node} * columns_.ranks() + rank];
    if (result != 0) return result - 1;
    l.edges.clear();
    for (const Edge edge : from_.edges(level, node)) {
        if ((columns_.pawns(mover_, edge.label()) >> rank & 1) == 0) continue;
        l.edges.emplace_back(columns_.without(mover_, edge.label(), rank),
                             copy(level + 1, edge.child()));
    }
    const NodeId made = to_.make(level, l.edges);
    result = made + 1;
    return made;
}

NodeId Images::copy(int level, NodeId node) {
    if (level == from_.levels() || node == kEmptySet) return node;
    Level& l = levels_[level];
    NodeId& result = l.copies[node];
    if (result != 0) return result - 1;
    for (const Edge edge : from_.edges(level, node)) (void)copy(level + 1, edge.child());
    l.edges.clear();
    for (const Edge edge : from_.edges(level, node)) {
        l.edges.emplace_back(edge.label(), copy(level + 1, edge.child()));
    }
    const NodeId made = to_.make(level, l.edges);
    result = made + 1;
    return made;
}

}  // namespace hexa
