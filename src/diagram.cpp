#include "diagram.h"

#include <cassert>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace hexa {
namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kMostUnions = std::size_t{1} << 22;
constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15u;

std::uint32_t hash_edges(const Edge* first, const Edge* last) {
    return static_cast<std::uint32_t>(
        XXH3_64bits(first, static_cast<std::size_t>(last - first) * sizeof(Edge)));
}

}  // namespace

DiagramStore::DiagramStore(int levels, MemoryBudget& budget) : budget_(&budget) {
    levels_.reserve(levels);
    for (int i = 0; i < levels; ++i) reset(levels_.emplace_back(budget));
}

void DiagramStore::reset(Level& level) {
    level.edges.clear();
    level.first.clear();
    level.first.push_back(0);  // kEmptySet has no edges
    level.first.push_back(0);
    level.slots.clear();
    level.slots.resize(kFirstSlots);
    level.unions.clear();
    level.unions.resize(kFirstSlots);
}

void DiagramStore::clear() {
    for (Level& level : levels_) reset(level);
}

void DiagramStore::freeze() {
    for (Level& level : levels_) {
        level.edges.shrink_to_fit();
        level.first.shrink_to_fit();
        level.slots.resize(0);
        level.slots.shrink_to_fit();
        level.unions.resize(0);
        level.unions.shrink_to_fit();
    }
}

// The edges from `begin` to the end of the level become a node, or are dropped again where that
// node exists already.
NodeId DiagramStore::intern_tail(Level& level, std::size_t begin) {
    const Edge* const first = level.edges.data() + begin;
    const Edge* const last = level.edges.data() + level.edges.size();
    if (first == last) return kEmptySet;
    const std::uint32_t hash = hash_edges(first, last);
    const std::size_t mask = level.slots.size() - 1;
    std::size_t i = hash & mask;
    for (; level.slots[i].node != kEmptySet; i = (i + 1) & mask) {
        const Slot slot = level.slots[i];
        if (slot.hash != hash) continue;
        const std::size_t known = level.first[slot.node];
        if (level.first[slot.node + 1] - known == static_cast<std::size_t>(last - first) &&
            std::memcmp(level.edges.data() + known, first, (last - first) * sizeof(Edge)) == 0) {
            level.edges.resize(begin);
            return slot.node;
        }
    }
    if (level.edges.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw BudgetSpent("a level of the diagram has more than 2^32 edges");
    }
    const NodeId node = static_cast<NodeId>(level.first.size() - 1);
    level.first.push_back(static_cast<std::uint32_t>(level.edges.size()));
    level.slots[i] = {hash, node};
    if (std::size_t{node} * 4 > level.slots.size() * 3) grow_slots(level);
    return node;
}

void DiagramStore::grow_slots(Level& level) {
    Buffer<Slot> larger(*budget_);
    larger.resize(level.slots.size() * 2);
    const std::size_t mask = larger.size() - 1;
    for (const Slot slot : level.slots) {
        if (slot.node == kEmptySet) continue;
        std::size_t i = slot.hash & mask;
        while (larger[i].node != kEmptySet) i = (i + 1) & mask;
        larger[i] = slot;
    }
    level.slots = std::move(larger);
}

NodeId DiagramStore::make(int level, std::span<const Edge> edges) {
    Level& l = levels_[level];
    const std::size_t begin = l.edges.size();
    l.edges.append(edges.data(), edges.size());
    return intern_tail(l, begin);
}

std::size_t DiagramStore::union_slot(const Level& level, NodeId a, NodeId b) {
    const std::uint64_t h = (std::uint64_t{a} << 32 | b) * kMix;
    return (h >> 32 ^ h) & (level.unions.size() - 1);
}

void DiagramStore::grow_unions(Level& level) {
    Buffer<Union> larger(*budget_);
    larger.resize(level.unions.size() * 4);
    std::swap(level.unions, larger);
    for (const Union& u : larger) {
        if (u.result != kEmptySet) level.unions[union_slot(level, u.a, u.b)] = u;
    }
}

NodeId DiagramStore::unite(int level, NodeId a, NodeId b) {
    if (a == b || b == kEmptySet) return a;
    if (a == kEmptySet) return b;
    if (a > b) std::swap(a, b);
    Level& l = levels_[level];
    const Union known = l.unions[union_slot(l, a, b)];
    if (known.a == a && known.b == b) return known.result;

    // Only deeper levels grow before the tail is interned, so both edge lists stay where they are
    // once the tail has room.
    const std::size_t begin = l.edges.size();
    const std::size_t most = (l.first[a + 1] - l.first[a]) + (l.first[b + 1] - l.first[b]);
    l.edges.extend(most);
    const Edge* x = l.edges.data() + l.first[a];
    const Edge* const x_end = l.edges.data() + l.first[a + 1];
    const Edge* y = l.edges.data() + l.first[b];
    const Edge* const y_end = l.edges.data() + l.first[b + 1];
    Edge* out = l.edges.data() + begin;
    while (x != x_end && y != y_end) {
        const Edge ex = *x;
        const Edge ey = *y;
        const bool take_x = ex.label() <= ey.label();
        const bool take_y = ey.label() <= ex.label();
        Edge edge = take_x ? ex : ey;
        if (take_x && take_y && ex != ey) {
            edge = Edge(ex.label(), unite(level + 1, ex.child(), ey.child()));
        }
        *out++ = edge;
        x += take_x;
        y += take_y;
    }
    out = std::copy(x, x_end, out);
    out = std::copy(y, y_end, out);
    l.edges.resize(out - l.edges.data());
    const NodeId result = intern_tail(l, begin);
    if (l.unions.size() < l.first.size() && l.unions.size() < kMostUnions) grow_unions(l);
    l.unions[union_slot(l, a, b)] = {a, b, result};
    return result;
}

void DiagramStore::visit(const DiagramStore& from, int level, NodeId node,
                         std::vector<Buffer<NodeId>>& copies) {
    if (level == levels() || node == kEmptySet || copies[level][node] != kEmptySet) return;
    for (const Edge edge : from.edges(level, node)) visit(from, level + 1, edge.child(), copies);
    Level& l = levels_[level];
    const std::size_t begin = l.edges.size();
    for (const Edge edge : from.edges(level, node)) {
        l.edges.push_back(
            level + 1 == levels() ? edge : Edge(edge.label(), copies[level + 1][edge.child()]));
    }
    copies[level][node] = intern_tail(l, begin);
}

std::vector<NodeId> DiagramStore::import(const DiagramStore& from, std::span<const NodeId> roots) {
    assert(from.levels() == levels());
    std::vector<Buffer<NodeId>> copies;
    copies.reserve(levels());
    for (int level = 0; level < levels(); ++level) {
        copies.emplace_back(*budget_).resize(from.levels_[level].first.size());
    }
    std::vector<NodeId> result;
    for (const NodeId root : roots) {
        visit(from, 0, root, copies);
        result.push_back(copies[0][root]);
    }
    return result;
}

}  // namespace hexa
