// Compiled tail programs, shared by all threads: looked up without locks, compiled by whoever needs
// one first, kept for the whole sweep.
//
// There are hundreds of thousands of them, far more than a processor's caches hold, and a sweep
// needs them in no order that hardware could guess. So a lookup comes in three steps that a caller
// can spread over a batch: `prefetch` the table's line, `peek` at it and fetch the program, `get`
// it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "columns.h"
#include "index.h"
#include "memory.h"
#include "tail.h"

namespace hexa {

// What a cache takes at least. With no more it compiles most programs again for every use.
inline constexpr std::size_t kLeastProgramBytes = std::size_t{8} << 10;

template <typename Number>
class TailCache {
public:
    using Program = TailProgram<Number>;

    TailCache(const Columns& columns, const Index& index, MemoryBudget& budget);
    TailCache(const TailCache&) = delete;
    TailCache& operator=(const TailCache&) = delete;

    [[nodiscard]] int level() const { return compiler_.level(); }
    [[nodiscard]] std::size_t size() const { return size_.load(std::memory_order_relaxed); }

    void prefetch(TailKey key) const {
        const Table& table = *newest_.load(std::memory_order_acquire);
        __builtin_prefetch(&table.entries[hash(key) & table.mask]);
    }
    // The program where it is known and easily found, and its first lines on their way; or nullptr.
    [[nodiscard]] const Program* peek(TailKey key) const {
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
    // budget is spent, what is not yet known is compiled for one use: valid until this thread's
    // next call.
    [[nodiscard]] const Program& get(TailKey key, const Program* peeked = nullptr) {
        if (peeked != nullptr && peeked->key == key) return *peeked;
        return find_or_compile(key);
    }

private:
    // Open addressing. An entry is a program's address and, above it, 16 bits of its key's hash.
    struct Table {
        Table(std::size_t size, MemoryBudget& budget);
        ~Table();
        MemoryBudget& budget;
        std::size_t mask;
        std::unique_ptr<std::atomic<std::uint64_t>[]> entries;
        std::atomic<std::size_t> used{0};
    };

    static constexpr int kAddressBits = 48;
    static std::uint64_t hash(TailKey key) {
        const std::uint64_t h = key * 0x9e3779b97f4a7c15u;
        return h ^ h >> 32;
    }
    static std::uint64_t tag_of(std::uint64_t h) { return h >> kAddressBits; }
    static std::uint64_t tag(std::uint64_t entry) { return entry >> kAddressBits; }
    static const Program* pointer(std::uint64_t entry) {
        return reinterpret_cast<const Program*>(entry << 16 >> 16);
    }

    [[nodiscard]] static const Program* find(const Table& table, TailKey key);
    // The program in the table under its key: this one, or one that another thread put there first.
    [[nodiscard]] static const Program* insert(Table& table, const Program* program);
    [[nodiscard]] const Program& find_or_compile(TailKey key);
    [[nodiscard]] Table* table_with_room();
    [[nodiscard]] void* room(std::size_t bytes);

    TailCompiler<Number> compiler_;
    MemoryBudget& budget_;
    std::atomic<std::size_t> size_{0};
    std::atomic<Table*> newest_;
    // Grown tables are kept: a thread may still be looking at one. The mutex is for growing, and
    // for the memory that programs live in: both are rare.
    std::mutex mutex_;
    std::vector<std::unique_ptr<Table>> tables_;
    std::vector<Buffer<char>> arenas_;
};

}  // namespace hexa
