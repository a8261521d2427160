#include "tail_cache.h"

#include <algorithm>

namespace hexa {
namespace {

constexpr std::size_t kFirstEntries = kLeastProgramBytes / sizeof(std::uint64_t);
constexpr std::size_t kArena = std::size_t{1} << 20;

}  // namespace

template <typename Number>
TailCache<Number>::Table::Table(std::size_t size, MemoryBudget& from)
    : budget(from), mask(size - 1) {
    budget.charge(size * sizeof(std::uint64_t));
    entries = std::make_unique<std::atomic<std::uint64_t>[]>(size);
}

template <typename Number>
TailCache<Number>::Table::~Table() {
    budget.refund((mask + 1) * sizeof(std::uint64_t));
}

template <typename Number>
TailCache<Number>::TailCache(const Columns& columns, const Index& index, MemoryBudget& budget)
    : compiler_(columns, index), budget_(budget) {
    tables_.push_back(std::make_unique<Table>(kFirstEntries, budget));
    newest_ = tables_.back().get();
}

template <typename Number>
auto TailCache<Number>::find(const Table& table, TailKey key) -> const Program* {
    const std::uint64_t h = hash(key);
    for (std::size_t i = h & table.mask;; i = (i + 1) & table.mask) {
        const std::uint64_t entry = table.entries[i].load(std::memory_order_acquire);
        if (entry == 0) return nullptr;
        if (tag(entry) == tag_of(h) && pointer(entry)->key == key) return pointer(entry);
    }
}

template <typename Number>
auto TailCache<Number>::insert(Table& table, const Program* program) -> const Program* {
    const std::uint64_t h = hash(program->key);
    const std::uint64_t entry =
        tag_of(h) << kAddressBits | reinterpret_cast<std::uint64_t>(program);
    for (std::size_t i = h & table.mask;; i = (i + 1) & table.mask) {
        std::uint64_t there = table.entries[i].load(std::memory_order_acquire);
        if (there == 0 &&
            table.entries[i].compare_exchange_strong(there, entry, std::memory_order_acq_rel)) {
            table.used.fetch_add(1, std::memory_order_relaxed);
            return program;
        }
        if (tag(there) == tag_of(h) && pointer(there)->key == program->key) return pointer(there);
    }
}

// The newest table, or a larger one where it is half full; nullptr where the budget is spent. A
// larger one is filled before anybody sees it; what others put into the old one meanwhile is
// compiled again, which is only a waste.
template <typename Number>
auto TailCache<Number>::table_with_room() -> Table* {
    const auto has_room = [](const Table& table) {
        return table.used.load(std::memory_order_relaxed) * 2 < table.mask;
    };
    Table* table = newest_.load(std::memory_order_acquire);
    if (has_room(*table)) return table;
    const std::lock_guard lock(mutex_);
    table = newest_.load(std::memory_order_acquire);
    if (has_room(*table)) return table;
    try {
        auto larger = std::make_unique<Table>((table->mask + 1) * 4, budget_);
        for (std::size_t i = 0; i <= table->mask; ++i) {
            const std::uint64_t entry = table->entries[i].load(std::memory_order_acquire);
            if (entry != 0) (void)insert(*larger, pointer(entry));
        }
        tables_.push_back(std::move(larger));
    } catch (const BudgetSpent&) {
        return nullptr;
    }
    newest_.store(tables_.back().get(), std::memory_order_release);
    return tables_.back().get();
}

// Room for a program that lasts as long as the cache, or nullptr where the budget is spent.
template <typename Number>
void* TailCache<Number>::room(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (arenas_.empty() || arenas_.back().size() + bytes > arenas_.back().capacity()) {
        try {
            Buffer<char> arena(budget_);
            arena.reserve(std::max(bytes, kArena));
            arenas_.push_back(std::move(arena));
        } catch (const BudgetSpent&) {
            return nullptr;
        }
    }
    void* const place = arenas_.back().end();
    arenas_.back().extend(bytes);
    return place;
}

template <typename Number>
auto TailCache<Number>::find_or_compile(TailKey key) -> const Program& {
    if (const Program* known = find(*newest_.load(std::memory_order_acquire), key)) return *known;

    thread_local TailDraft<Number> draft;
    compiler_.compile(key, draft);
    const std::size_t bytes = Program::bytes(draft.pairs.size(), draft.lost.size());
    Table* const table = table_with_room();
    void* const place = table == nullptr ? nullptr : room(bytes);
    if (place == nullptr) {
        thread_local std::vector<std::uint64_t> passing;
        passing.resize(bytes / sizeof(std::uint64_t) + 1);
        return *Program::make(passing.data(), key, draft);
    }
    const Program* const mine = Program::make(place, key, draft);
    const Program* const shared = insert(*table, mine);
    if (shared == mine) size_.fetch_add(1, std::memory_order_relaxed);
    return *shared;
}

template class TailCache<std::uint16_t>;
template class TailCache<std::uint32_t>;

}  // namespace hexa
