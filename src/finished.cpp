#include "finished.h"

#include <algorithm>

#include "images.h"

namespace hexa {
namespace {

// The child under a label, or the empty set.
NodeId child_under(std::span<const Edge> edges, Label label) {
    const auto edge = std::lower_bound(edges.begin(), edges.end(), label,
                                       [](Edge e, Label wanted) { return e.label() < wanted; });
    return edge != edges.end() && edge->label() == label ? edge->child() : kEmptySet;
}

}  // namespace

FinishedCounter::FinishedCounter(const Columns& columns, Side winner, const DiagramStore& store,
                                 MemoryBudget& budget)
    : columns_(columns),
      winner_(winner),
      store_(store),
      last_file_(Images::last_arrival_file(store.levels())),
      paths_(store, budget) {
    for (int level = 0; level < store.levels(); ++level) {
        if (level <= last_file_) {
            steps_.emplace_back(budget).resize(store.node_count(level) + 1);
            arrivals_.emplace_back(budget).resize(store.node_count(level) + 1);
            both_.emplace_back(budget);
        }
        common_.emplace_back(budget);
    }
}

std::uint64_t FinishedCounter::count(NodeId unfinished, NodeId captures) {
    return steps(0, unfinished) + arrivals(0, captures) - both(0, unfinished, captures);
}

std::uint64_t FinishedCounter::steps(int level, NodeId unfinished) {
    if (level > last_file_ || unfinished == kEmptySet) return 0;
    std::uint64_t& known = steps_[level][store_.ordinal(level, unfinished)];
    if (known != 0) return known - 1;
    std::uint64_t count = 0;
    for (const Edge edge : store_.edges(level, unfinished)) {
        count += steps(level + 1, edge.child());
        if (columns_.arrives(winner_, edge.label())) {
            count += weight(level) * paths_(level + 1, edge.child());
        }
    }
    known = count + 1;
    return count;
}

std::uint64_t FinishedCounter::arrivals(int level, NodeId finished) {
    if (finished == kEmptySet) return 0;
    std::uint64_t& known = arrivals_[level][store_.ordinal(level, finished)];
    if (known != 0) return known - 1;
    std::uint64_t count = 0;
    for (const Edge edge : store_.edges(level, finished)) {
        count += Images::is_arrival(columns_, edge.label())
                     ? weight(level) * paths_(level + 1, edge.child())
                     : arrivals(level + 1, edge.child());
    }
    known = count + 1;
    return count;
}

std::uint64_t FinishedCounter::both(int level, NodeId unfinished, NodeId finished) {
    if (unfinished == kEmptySet || finished == kEmptySet) return 0;
    if (const auto* known = both_[level].find(unfinished, finished)) return *known;
    const auto sources = store_.edges(level, unfinished);
    std::uint64_t count = 0;
    for (const Edge edge : store_.edges(level, finished)) {
        if (!Images::is_arrival(columns_, edge.label())) {
            count += both(level + 1, child_under(sources, edge.label()), edge.child());
            continue;
        }
        const ColumnId rest = Images::without_arrival(columns_, edge.label());
        const ColumnId before = columns_.with(winner_, rest, columns_.before_goal(winner_));
        if (before == kNoColumn) continue;
        count += weight(level) * common(level + 1, child_under(sources, before), edge.child());
    }
    both_[level].insert(unfinished, finished, count);
    return count;
}

std::uint64_t FinishedCounter::common(int level, NodeId a, NodeId b) {
    if (a == b) return paths_(level, a);
    if (a == kEmptySet || b == kEmptySet) return 0;
    if (a > b) std::swap(a, b);
    if (const auto* known = common_[level].find(a, b)) return *known;
    const auto x_edges = store_.edges(level, a);
    const auto y_edges = store_.edges(level, b);
    std::uint64_t count = 0;
    for (auto x = x_edges.begin(), y = y_edges.begin(); x != x_edges.end() && y != y_edges.end();) {
        const Edge ex = *x;
        const Edge ey = *y;
        if (ex.label() == ey.label()) count += common(level + 1, ex.child(), ey.child());
        x += ex.label() <= ey.label();
        y += ey.label() <= ex.label();
    }
    common_[level].insert(a, b, count);
    return count;
}

}  // namespace hexa
