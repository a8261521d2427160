// What is known about pairs of nodes: a hash map that forgets nothing, charged to a budget.
#pragma once

#include <cstddef>
#include <cstdint>

#include "diagram.h"
#include "memory.h"

namespace hexa {

// Keys are any pairs but that of two empty sets. Throws BudgetSpent.
template <typename Value>
class PairMap {
public:
    explicit PairMap(MemoryBudget& budget) : budget_(&budget), entries_(budget) { clear(); }

    // nullptr where nothing is known. Valid until the next insertion.
    [[nodiscard]] const Value* find(NodeId a, NodeId b) const {
        const Entry& entry = entries_[place(entries_, a, b)];
        return is_free(entry) ? nullptr : &entry.value;
    }
    // Does nothing where the pair is known already.
    void insert(NodeId a, NodeId b, const Value& value) {
        Entry& entry = entries_[place(entries_, a, b)];
        if (!is_free(entry)) return;
        entry = {a, b, value};
        if (++size_ * 4 > entries_.size() * 3) grow();
    }
    // Fetches what `find` will look at first, while the caller does something else.
    void prefetch(NodeId a, NodeId b) const {
        __builtin_prefetch(&entries_[hash(a, b) & (entries_.size() - 1)]);
    }
    // Forgets all pairs and keeps the memory.
    void clear() {
        entries_.clear();
        entries_.resize(kFirstSize);
        size_ = 0;
    }

private:
    static constexpr std::size_t kFirstSize = 64;

    struct Entry {
        NodeId a, b;
        Value value;
    };
    [[nodiscard]] static bool is_free(const Entry& entry) { return (entry.a | entry.b) == 0; }
    [[nodiscard]] static std::size_t hash(NodeId a, NodeId b) {
        const std::uint64_t h = (std::uint64_t{a} << 32 | b) * std::uint64_t{0x9e3779b97f4a7c15};
        return h >> 32 ^ h;
    }
    // The pair's entry, or the free one where it belongs.
    [[nodiscard]] static std::size_t place(const Buffer<Entry>& entries, NodeId a, NodeId b) {
        const std::size_t mask = entries.size() - 1;
        std::size_t i = hash(a, b) & mask;
        while ((entries[i].a != a || entries[i].b != b) && !is_free(entries[i])) i = (i + 1) & mask;
        return i;
    }
    void grow() {
        Buffer<Entry> larger(*budget_);
        larger.resize(entries_.size() * 2);
        for (const Entry& entry : entries_) {
            if (!is_free(entry)) larger[place(larger, entry.a, entry.b)] = entry;
        }
        entries_ = std::move(larger);
    }

    MemoryBudget* budget_;
    Buffer<Entry> entries_;  // open addressing, a power of two
    std::size_t size_ = 0;
};

}  // namespace hexa
