// Remembers bounds on the outcomes of positions, within a fixed amount of memory.
//
// A position's two sets are its key, stored and compared in full: what is found is never another
// position's. A bucket is one cache line with room for three; a new position takes the place of
// the one that cost least to search, those of earlier searches first.
//
// The table starts small, so that short searches stay in the cache, and grows in place up to the
// memory it reserved. A bucket is chosen by the leading bits of a hash, so with twice the buckets
// those of bucket i go to 2i and 2i+1: from the last bucket down, nothing is overwritten.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "outcome.h"
#include "rules.h"

namespace hexa {

class TranspositionTable {
public:
    // Holds `bytes` rounded down to a power of two (one bucket at least), or less where the system
    // grants less; MemoryError where it grants nothing. Only reserves them: memory is taken as
    // positions come in.
    explicit TranspositionTable(std::size_t bytes);

    // Positions must have White to move and a white pawn.
    [[nodiscard]] std::optional<Bounds> find(const Position& p) const;
    void prefetch(const Position& p) const { __builtin_prefetch(&buckets_[bucket_of(p)]); }
    // Narrows what is known of the position. `visits`: how many positions that took to find out.
    void narrow(const Position& p, Bounds bounds, std::uint64_t visits);

    // From here on, what is in the table counts as an earlier search's.
    void begin_search() { ++generation_; }

private:
    static constexpr std::size_t kSlots = 3;

    struct alignas(64) Bucket {
        std::array<Cells, kSlots> white;  // 0: the slot is empty
        std::array<Cells, kSlots> black;
        std::array<std::int16_t, kSlots> lower;
        std::array<std::int16_t, kSlots> upper;
        std::array<std::uint8_t, kSlots> cost;  // bit width of the visits
        std::uint8_t generation;                // of the search that wrote here last
    };
    static_assert(sizeof(Bucket) == 64);

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    [[nodiscard]] std::size_t bucket_of(const Position& p) const;
    void grow();

    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;  // aligned, inside memory_
    int bits_ = 0;               // 2^bits_ buckets are in use
    int max_bits_ = 0;
    std::size_t used_ = 0;  // slots that are not empty
    std::uint8_t generation_ = 0;
};

}  // namespace hexa
