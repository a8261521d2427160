#include "closure.h"

namespace hexa {
namespace {

constexpr std::size_t kFirstMemo = 64;

}  // namespace

Closure::Closure(const Columns& columns, DiagramStore& store, MemoryBudget& budget,
                 const StopFlag& stop)
    : columns_(columns), store_(store), budget_(budget), stop_(stop) {
    levels_.reserve(store.levels());
    for (int i = 0; i < store.levels(); ++i) levels_.emplace_back(columns.size(), budget);
    clear();
}

void Closure::clear() {
    for (Level& level : levels_) {
        level.memo.clear();
        level.memo.resize(kFirstMemo);
        level.remembered = 0;
    }
}

// The pair's entry, or the free one where it belongs. The pair of empty sets marks a free entry.
Closure::Closed& Closure::find(Buffer<Closed>& memo, SidePair sets) {
    const std::uint64_t h =
        (std::uint64_t{sets.white} << 32 | sets.black) * std::uint64_t{0x9e3779b97f4a7c15};
    const std::size_t mask = memo.size() - 1;
    std::size_t i = (h >> 32 ^ h) & mask;
    while (memo[i].sets != sets && memo[i].sets != SidePair{}) i = (i + 1) & mask;
    return memo[i];
}

void Closure::remember(Level& level, SidePair sets, SidePair closure) {
    Closed& entry = find(level.memo, sets);
    if (entry.sets == sets) return;
    entry = {sets, closure};
    if (++level.remembered * 4 <= level.memo.size() * 3) return;
    Buffer<Closed> larger(budget_);
    larger.resize(level.memo.size() * 2);
    for (const Closed& closed : level.memo) {
        if (closed.sets != SidePair{}) find(larger, closed.sets) = closed;
    }
    level.memo = std::move(larger);
}

SidePair Closure::close(int level, SidePair sets) {
    if (sets == SidePair{} || level == store_.levels()) return sets;
    Level& l = levels_[level];
    if (const Closed& known = find(l.memo, sets); known.sets == sets) return known.closure;
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
    remember(l, sets, closure);
    remember(l, closure, closure);
    return closure;
}

}  // namespace hexa
