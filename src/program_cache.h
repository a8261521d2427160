// Compiled programs, shared by all threads: looked up without locks, compiled by whoever needs one
// first, kept for the whole sweep.
//
// There are hundreds of thousands of them, far more than a processor's caches hold, and a sweep
// needs them in no order that hardware could guess. So a lookup comes in three steps that a caller
// can spread over a batch: `prefetch` the table's line, `peek` at it and fetch the program, `get`
// it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "large_array.h"
#include "memory.h"

namespace hexa {

// Which program: one word.
using ProgramKey = std::uint64_t;

// What a cache takes at least. With no more it compiles most programs again for every use.
inline constexpr std::size_t kLeastCacheBytes = std::size_t{4} << 10;

// Where programs live that a cache has no room for. One thread's.
class PassingPrograms {
public:
    // Room that lasts until `clear`, aligned for anything.
    [[nodiscard]] void* room(std::size_t bytes) {
        pieces_.push_back(std::make_unique<std::byte[]>(bytes));
        return pieces_.back().get();
    }
    void clear() { pieces_.clear(); }

private:
    std::vector<std::unique_ptr<std::byte[]>> pieces_;
};

// A Compiler has a type `Program` with a member `key` and a size that `Program::bytes(draft)` says;
// a type `Draft`, with a flag `passing` where the program leads to one that is only passing; and
// compile(key, draft, passing), to be called by many threads at once.
template <typename Compiler>
class ProgramCache {
public:
    using Program = typename Compiler::Program;

    // The compiler must outlive the cache.
    ProgramCache(Compiler& compiler, MemoryBudget& budget) : compiler_(compiler), budget_(budget) {
        tables_.push_back(std::make_unique<Table>(kFirstEntries, budget));
        newest_ = tables_.back().get();
    }
    ProgramCache(const ProgramCache&) = delete;
    ProgramCache& operator=(const ProgramCache&) = delete;

    void prefetch(ProgramKey key) const {
        const Table& table = *newest_.load(std::memory_order_acquire);
        __builtin_prefetch(&table.entries[hash(key) & table.mask]);
    }
    // The program where it is known and easily found, and its first lines on their way; or nullptr.
    [[nodiscard]] const Program* peek(ProgramKey key) const {
        const Table& table = *newest_.load(std::memory_order_acquire);
        const std::uint64_t h = hash(key);
        const std::uint64_t entry = table.entries[h & table.mask].load(std::memory_order_acquire);
        if (entry == 0 || tag(entry) != tag_of(h)) return nullptr;
        const Program* const program = pointer(entry);
        const char* const bytes = reinterpret_cast<const char*>(program);
        __builtin_prefetch(bytes);
        __builtin_prefetch(bytes + 64);
        __builtin_prefetch(bytes + 128);
        return program;
    }
    // The program; compiles it where nobody has yet. `peeked` may come from `peek`. Where the
    // budget is spent, what is not yet known is made in `passing`.
    [[nodiscard]] const Program& get(ProgramKey key, PassingPrograms& passing,
                                     const Program* peeked = nullptr) {
        bool kept = true;
        return get(key, passing, peeked, kept);
    }
    // The same; sets `kept` to false where the program will not last.
    [[nodiscard]] const Program& get(ProgramKey key, PassingPrograms& passing,
                                     const Program* peeked, bool& kept) {
        if (peeked != nullptr && peeked->key == key) return *peeked;
        return find_or_compile(key, passing, kept);
    }

private:
    static constexpr std::size_t kFirstEntries = kLeastCacheBytes / sizeof(std::uint64_t);
    // A huge page; and what is taken instead where the budget is nearly spent.
    static constexpr std::size_t kArena = std::size_t{2} << 20;
    static constexpr std::size_t kSmallArena = std::size_t{64} << 10;
    static constexpr int kAddressBits = 48;

    // Open addressing. An entry is a program's address and, above it, 16 bits of its key's hash.
    struct Table {
        Table(std::size_t size, MemoryBudget& from) : budget(from), mask(size - 1) {
            budget.charge(size * sizeof(std::uint64_t));
            entries = std::make_unique<std::atomic<std::uint64_t>[]>(size);
        }
        ~Table() { budget.refund((mask + 1) * sizeof(std::uint64_t)); }

        MemoryBudget& budget;
        std::size_t mask;
        std::unique_ptr<std::atomic<std::uint64_t>[]> entries;
        std::atomic<std::size_t> used{0};
    };

    static std::uint64_t hash(ProgramKey key) {
        const std::uint64_t h = key * 0x9e3779b97f4a7c15u;
        return h ^ h >> 32;
    }
    static std::uint64_t tag_of(std::uint64_t h) { return h >> kAddressBits; }
    static std::uint64_t tag(std::uint64_t entry) { return entry >> kAddressBits; }
    static const Program* pointer(std::uint64_t entry) {
        return reinterpret_cast<const Program*>(entry << 16 >> 16);
    }

    [[nodiscard]] static const Program* find(const Table& table, ProgramKey key) {
        const std::uint64_t h = hash(key);
        for (std::size_t i = h & table.mask;; i = (i + 1) & table.mask) {
            const std::uint64_t entry = table.entries[i].load(std::memory_order_acquire);
            if (entry == 0) return nullptr;
            if (tag(entry) == tag_of(h) && pointer(entry)->key == key) return pointer(entry);
        }
    }

    // The program in the table under its key: this one, or one that another thread put there first.
    static const Program* insert(Table& table, const Program* program) {
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
            if (tag(there) == tag_of(h) && pointer(there)->key == program->key) {
                return pointer(there);
            }
        }
    }

    [[nodiscard]] const Program& find_or_compile(ProgramKey key, PassingPrograms& passing,
                                                 bool& kept) {
        if (const Program* known = find(*newest_.load(std::memory_order_acquire), key)) {
            return *known;
        }
        thread_local typename Compiler::Draft draft;
        compiler_.compile(key, draft, passing);
        const std::size_t bytes = Program::bytes(draft);
        Table* const table = draft.passing ? nullptr : table_with_room();
        void* const place = table == nullptr ? nullptr : room(bytes);
        if (place == nullptr) {
            kept = false;
            return *Program::make(passing.room(bytes), key, draft);
        }
        return *insert(*table, Program::make(place, key, draft));
    }

    // The newest table, or a larger one where it is half full; nullptr where the budget is spent. A
    // larger one is filled before anybody sees it; what others put into the old one meanwhile is
    // compiled again, which is only a waste.
    [[nodiscard]] Table* table_with_room() {
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
                if (entry != 0) insert(*larger, pointer(entry));
            }
            tables_.push_back(std::move(larger));
        } catch (const BudgetSpent&) {
            return nullptr;
        }
        newest_.store(tables_.back().get(), std::memory_order_release);
        return tables_.back().get();
    }

    // Room for a program that lasts as long as the cache, or nullptr where the budget is spent.
    [[nodiscard]] void* room(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        if (arenas_.empty() || arena_used_ + bytes > arenas_.back().size()) {
            if (!add_arena(std::max(bytes, kArena)) && !add_arena(std::max(bytes, kSmallArena))) {
                return nullptr;
            }
        }
        void* const place = arenas_.back().data() + arena_used_;
        arena_used_ += bytes;
        return place;
    }

    // False where the budget is spent.
    [[nodiscard]] bool add_arena(std::size_t bytes) {
        try {
            arenas_.emplace_back(bytes, budget_);
        } catch (const BudgetSpent&) {
            return false;
        }
        arena_used_ = 0;
        return true;
    }

    Compiler& compiler_;
    MemoryBudget& budget_;
    std::atomic<Table*> newest_;
    // Grown tables are kept: a thread may still be looking at one. The mutex is for growing, and
    // for the memory that programs live in: both are rare.
    std::mutex mutex_;
    std::vector<std::unique_ptr<Table>> tables_;
    std::vector<LargeArray> arenas_;
    std::size_t arena_used_ = 0;  // of the last
};

}  // namespace hexa
