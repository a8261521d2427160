#include "diagram_store.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace hexa {
namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kFirstUnionLines = 16;
constexpr std::size_t kMostUnionLines = std::size_t{1} << 20;

std::uint32_t hash_edges(const Edge* first, std::size_t count) {
    return static_cast<std::uint32_t>(XXH3_64bits(first, count * sizeof(Edge)));
}

}  // namespace

DiagramStore::DiagramStore(int levels, MemoryBudget& budget, const StopFlag& stop)
    : budget_(&budget), stop_(&stop) {
    levels_.reserve(levels);
    for (int i = 0; i < levels; ++i) reset(levels_.emplace_back(budget));
}

void DiagramStore::reset(Level& level) {
    level.words.clear();
    level.words.push_back(Edge(0, kEmptySet));
    level.nodes = 0;
    level.slots.clear();
    level.slots.resize(kFirstSlots);
    level.unions.clear();
    level.unions.resize(kFirstUnionLines);
}

void DiagramStore::clear() {
    for (Level& level : levels_) {
        if (level.words.size() < level.words.capacity() / 2) level.words = Buffer<Edge>(*budget_);
        reset(level);
    }
}

// The words from `begin` to the end of the level, of which the first is to be the header, become a
// node, or are dropped again where that node exists already.
NodeId DiagramStore::intern_tail(Level& level, std::size_t begin) {
    Edge* const header = level.words.data() + begin;
    const std::size_t count = level.words.size() - begin - 1;
    if (count == 0) {
        level.words.resize(begin);
        return kEmptySet;
    }
    const std::uint32_t hash = hash_edges(header + 1, count);
    const std::size_t mask = level.slots.size() - 1;
    std::size_t i = hash & mask;
    for (; level.slots[i].node != kEmptySet; i = (i + 1) & mask) {
        const Slot slot = level.slots[i];
        if (slot.hash != hash) continue;
        const Edge* const known = level.words.data() + slot.node;
        if (known->label() == count &&
            std::memcmp(known + 1, header + 1, count * sizeof(Edge)) == 0) {
            level.words.resize(begin);
            return slot.node;
        }
    }
    if (level.words.size() > std::numeric_limits<NodeId>::max()) {
        throw BudgetSpent("a level of the diagram has more than 2^32 words");
    }
    stop_->check();
    const NodeId node = static_cast<NodeId>(begin);
    *header = Edge(static_cast<Label>(count), ++level.nodes);
    level.slots[i] = {hash, node};
    if (std::size_t{level.nodes} * 4 > level.slots.size() * 3) grow_slots(level);
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
    const std::size_t begin = l.words.size();
    l.words.extend(1);
    l.words.append(edges.data(), edges.size());
    return intern_tail(l, begin);
}

void DiagramStore::remember_union(Level& level, NodeId a, NodeId b, NodeId result) {
    auto& line = const_cast<UnionLine&>(union_line(level, a, b));
    line.keys[line.next] = union_key(a, b);
    line.results[line.next] = result;
    line.next = line.next + 1 == UnionLine::kEntries ? 0 : line.next + 1;
}

void DiagramStore::grow_unions(Level& level) {
    Buffer<UnionLine> larger(*budget_);
    larger.resize(level.unions.size() * 4);
    std::swap(level.unions, larger);
    for (const UnionLine& line : larger) {
        for (int i = 0; i < UnionLine::kEntries; ++i) {
            const std::uint64_t key = line.keys[i];
            if (key == 0) continue;
            remember_union(level, static_cast<NodeId>(key >> 32), static_cast<NodeId>(key),
                           line.results[i]);
        }
    }
}

// A union that is not remembered; a < b, neither is empty.
NodeId DiagramStore::unite_anew(int level, NodeId a, NodeId b) {
    Level& l = levels_[level];
    const std::size_t begin = l.words.size();
    const std::size_t a_count = l.words[a].label();
    const std::size_t b_count = l.words[b].label();
    l.words.extend(1 + a_count + b_count);
    const Edge* x = l.words.data() + a + 1;
    const Edge* const x_end = x + a_count;
    const Edge* y = l.words.data() + b + 1;
    const Edge* const y_end = y + b_count;
    Edge* out = l.words.data() + begin + 1;
    l.pending.clear();
    // First the labels alone: what has to be united below is fetched meanwhile.
    while (x != x_end && y != y_end) {
        const Edge ex = *x;
        const Edge ey = *y;
        const bool take_x = ex.label() <= ey.label();
        const bool take_y = ey.label() <= ex.label();
        if (take_x && take_y && ex != ey) {
            l.pending.push_back({out, ex.child(), ey.child()});
            prefetch_union(level + 1, ex.child(), ey.child());
        }
        *out++ = take_x ? ex : ey;
        x += take_x;
        y += take_y;
    }
    out = std::copy(x, x_end, out);
    out = std::copy(y, y_end, out);
    const std::size_t count = out - (l.words.data() + begin + 1);

    // Only deeper levels grow meanwhile, so everything stays where it is.
    bool is_a = count == a_count;
    bool is_b = count == b_count;
    for (const Pending& p : l.pending) {
        const NodeId child = unite(level + 1, p.x, p.y);
        is_a &= child == p.x;
        is_b &= child == p.y;
        *p.edge = Edge(p.edge->label(), child);
    }
    NodeId result = is_a ? a : b;
    if (is_a || is_b) {
        l.words.resize(begin);
    } else {
        l.words.resize(begin + 1 + count);
        result = intern_tail(l, begin);
    }
    if (l.unions.size() * UnionLine::kEntries < l.nodes && l.unions.size() < kMostUnionLines) {
        grow_unions(l);
    }
    remember_union(l, a, b, result);
    return result;
}

void DiagramStore::import_node(const Diagram& from, int level, NodeId node,
                               std::vector<Buffer<NodeId>>& copies) {
    if (level == levels() || node == kEmptySet || copies[level][node] != kEmptySet) return;
    for (const Edge edge : from.edges(level, node)) {
        import_node(from, level + 1, edge.child(), copies);
    }
    Level& l = levels_[level];
    const std::size_t begin = l.words.size();
    l.words.extend(1);
    for (const Edge edge : from.edges(level, node)) {
        l.words.push_back(
            level + 1 == levels() ? edge : Edge(edge.label(), copies[level + 1][edge.child()]));
    }
    copies[level][node] = intern_tail(l, begin);
}

std::vector<NodeId> DiagramStore::import(const Diagram& from, std::span<const NodeId> roots) {
    assert(from.levels() == levels());
    std::vector<Buffer<NodeId>> copies;
    copies.reserve(levels());
    for (int level = 0; level < levels(); ++level) {
        copies.emplace_back(*budget_).resize(from.node_count(level) + 1);
    }
    std::vector<NodeId> result;
    for (const NodeId root : roots) {
        import_node(from, 0, root, copies);
        result.push_back(copies[0][root]);
    }
    return result;
}

void DiagramStore::extract_node(Diagram& to, int level, NodeId node,
                                std::vector<Buffer<NodeId>>& copies) const {
    if (level == levels() || node == kEmptySet) return;
    NodeId& copy = copies[level][ordinal(level, node)];
    if (copy != kEmptySet) return;
    stop_->check();
    for (const Edge edge : edges(level, node)) extract_node(to, level + 1, edge.child(), copies);
    for (const Edge edge : edges(level, node)) {
        to.levels_[level].edges.push_back(
            level + 1 == levels()
                ? edge
                : Edge(edge.label(), copies[level + 1][ordinal(level + 1, edge.child())]));
    }
    copy = to.end_node(level);
}

Diagram DiagramStore::extract(std::span<NodeId> roots) const {
    std::vector<Buffer<NodeId>> copies;
    copies.reserve(levels());
    for (int level = 0; level < levels(); ++level) {
        copies.emplace_back(*budget_).resize(node_count(level) + 1);
    }
    Diagram to(levels(), *budget_);
    for (NodeId& root : roots) {
        extract_node(to, 0, root, copies);
        root = copies[0][ordinal(0, root)];
    }
    for (Diagram::Level& level : to.levels_) {
        level.edges.shrink_to_fit();
        level.first.shrink_to_fit();
    }
    return to;
}

Diagram DiagramStore::freeze(std::span<NodeId> roots) {
    Diagram to(levels(), *budget_);
    for (NodeId& root : roots) root = ordinal(0, root);
    for (Level& level : levels_) {
        level.slots = Buffer<Slot>(*budget_);
        level.unions = Buffer<UnionLine>(*budget_);
    }
    for (int i = 0; i < levels(); ++i) {
        to.levels_[i].edges.reserve(edge_count(i));
        to.levels_[i].first.reserve(node_count(i) + 2);
        const Edge* word = levels_[i].words.data() + 1;
        for (NodeId node = 1; node <= levels_[i].nodes; ++node) {
            for (const Edge* const end = word + word->label(); word++ != end;) {
                to.levels_[i].edges.push_back(
                    i + 1 == levels() ? *word : Edge(word->label(), ordinal(i + 1, word->child())));
            }
            to.end_node(i);
            stop_->check();
        }
        reset(levels_[i]);
        levels_[i].words.shrink_to_fit();
    }
    return to;
}

}  // namespace hexa
