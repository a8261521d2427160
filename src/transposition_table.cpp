#include "transposition_table.h"

#include <algorithm>
#include <bit>

#include "errors.h"

namespace hexa {
namespace {

constexpr int kFirstBits = 8;

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes) {
    const std::size_t wanted = std::max<std::size_t>(bytes / sizeof(Bucket), 1);
    max_bits_ = static_cast<int>(std::bit_width(wanted)) - 1;
    // Zeroed memory, which the system maps page by page on first use; one bucket more to align.
    for (;; --max_bits_) {
        const std::size_t size = sizeof(Bucket) << max_bits_;
        std::size_t space = size + sizeof(Bucket);
        memory_.reset(std::calloc(1, space));
        if (void* start = memory_.get(); start != nullptr) {
            buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), size, start, space));
            break;
        }
        if (max_bits_ == 0) throw MemoryError("no memory for the smallest table of a search");
    }
    bits_ = std::min(kFirstBits, max_bits_);
}

std::size_t TranspositionTable::bucket_of(const Position& p) const {
    std::uint64_t hash = p.white * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32 ^ p.black) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 32) * 0x94d049bb133111ebu;
    return hash >> 1 >> (63 - bits_);
}

std::optional<Bounds> TranspositionTable::find(const Position& p) const {
    const Bucket& bucket = buckets_[bucket_of(p)];
    for (std::size_t i = 0; i < kSlots; ++i) {
        if (bucket.white[i] == p.white && bucket.black[i] == p.black) {
            return Bounds{bucket.lower[i], bucket.upper[i]};
        }
    }
    return std::nullopt;
}

void TranspositionTable::narrow(const Position& p, Bounds bounds, std::uint64_t visits) {
    Bucket& bucket = buckets_[bucket_of(p)];
    if (bucket.generation != generation_) {
        bucket.generation = generation_;
        bucket.cost.fill(0);
    }
    auto cost = static_cast<std::uint8_t>(std::bit_width(visits));
    std::size_t slot = 0;  // the position's own, else the first empty, else the cheapest
    bool is_new = true;
    for (std::size_t i = 0; i < kSlots; ++i) {
        is_new = bucket.white[i] != p.white || bucket.black[i] != p.black;
        if (!is_new || bucket.white[i] == 0 || bucket.cost[i] < bucket.cost[slot]) slot = i;
        if (!is_new || bucket.white[i] == 0) break;
    }
    if (!is_new) {
        bounds.lower = std::max<Outcome>(bounds.lower, bucket.lower[slot]);
        bounds.upper = std::min<Outcome>(bounds.upper, bucket.upper[slot]);
        cost = std::max(cost, bucket.cost[slot]);
    }
    const bool was_empty = bucket.white[slot] == 0;
    bucket.white[slot] = p.white;
    bucket.black[slot] = p.black;
    bucket.lower[slot] = static_cast<std::int16_t>(bounds.lower);
    bucket.upper[slot] = static_cast<std::int16_t>(bounds.upper);
    bucket.cost[slot] = cost;
    if (was_empty && ++used_ * 2 > kSlots << bits_ && bits_ < max_bits_) grow();
}

void TranspositionTable::grow() {
    const std::size_t old_count = std::size_t{1} << bits_;
    ++bits_;
    for (std::size_t from = old_count; from-- > 0;) {
        const Bucket old = buckets_[from];
        buckets_[from] = {};
        std::array<std::size_t, 2> filled{};
        for (std::size_t i = 0; i < kSlots && old.white[i] != 0; ++i) {
            const std::size_t to = bucket_of({old.white[i], old.black[i], Side::kWhite});
            const std::size_t slot = filled[to - 2 * from]++;
            Bucket& bucket = buckets_[to];
            bucket.white[slot] = old.white[i];
            bucket.black[slot] = old.black[i];
            bucket.lower[slot] = old.lower[i];
            bucket.upper[slot] = old.upper[i];
            bucket.cost[slot] = old.cost[i];
            bucket.generation = old.generation;
        }
    }
}

}  // namespace hexa
