#include "closure.h"

namespace hexa {

Closure::Closure(const Columns& columns, DiagramStore& store, MemoryBudget& budget,
                 const StopFlag& stop)
    : columns_(columns), store_(store), stop_(stop) {
    levels_.reserve(store.levels());
    for (int i = 0; i < store.levels(); ++i) levels_.emplace_back(columns.size(), budget);
}

void Closure::clear() {
    for (Level& level : levels_) level.closed.clear();
}

SidePair Closure::close(int level, SidePair sets) {
    if (sets == SidePair{} || level == store_.levels()) return sets;
    Level& l = levels_[level];
    if (const SidePair* known = l.closed.find(sets.white, sets.black)) return *known;
    stop_.check();

    for (const Edge edge : store_.edges(level, sets.white)) {
        l.white[edge.label()] = edge.child();
        l.waiting.insert(edge.label());
    }
    for (const Edge edge : store_.edges(level, sets.black)) {
        l.black[edge.label()] = edge.child();
        l.waiting.insert(edge.label());
    }
    const bool last = level + 1 == store_.levels();
    const auto join = [&](NodeId& into, NodeId set) {
        into = last ? kTerminal : store_.unite(level + 1, into, set);
    };
    l.white_edges.clear();
    l.black_edges.clear();
    for (int c = l.waiting.pop_first(); c >= 0; c = l.waiting.pop_first()) {
        const Label label = static_cast<Label>(c);
        const SidePair below = close(level + 1, {l.white[c], l.black[c]});
        l.white[c] = kEmptySet;
        l.black[c] = kEmptySet;
        if (below.white != kEmptySet) {
            l.white_edges.emplace_back(label, below.white);
            for (const ColumnId next : columns_.steps(Side::kWhite, label)) {
                join(l.black[next], below.white);
                l.waiting.insert(next);
            }
        }
        if (below.black != kEmptySet) {
            l.black_edges.emplace_back(label, below.black);
            for (const ColumnId next : columns_.steps(Side::kBlack, label)) {
                join(l.white[next], below.black);
                l.waiting.insert(next);
            }
        }
    }
    const SidePair closure{store_.make(level, l.white_edges), store_.make(level, l.black_edges)};
    l.closed.insert(sets.white, sets.black, closure);
    l.closed.insert(closure.white, closure.black, closure);
    return closure;
}

}  // namespace hexa
