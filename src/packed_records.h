// Records of a few bits each, side by side without gaps.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace hexa {

static_assert(std::endian::native == std::endian::little);

// Every record is two numbers, of `first_bits` (0 to 32) and `second_bits` (0 to 64) bits. Records
// are appended one after the other, then read in any order.
class PackedRecords {
public:
    PackedRecords() = default;
    // With room for exactly so many records.
    PackedRecords(std::size_t count, int first_bits, int second_bits)
        : first_bits_(first_bits),
          second_bits_(second_bits),
          // Reading takes eight bytes at once, wherever a number begins.
          words_((count * (first_bits + second_bits) + 63) / 64 + 1) {}

    void append(std::uint32_t first, std::uint64_t second) {
        put(first_bits_, first);
        put(second_bits_, second);
    }

    [[nodiscard]] std::uint32_t first(std::size_t record) const {
        return static_cast<std::uint32_t>(get(at(record), first_bits_));
    }
    [[nodiscard]] std::uint64_t second(std::size_t record) const {
        return get(at(record) + first_bits_, second_bits_);
    }
    [[nodiscard]] std::size_t bytes() const { return words_.size() * sizeof words_[0]; }

private:
    // What is certainly there of eight bytes, wherever in the first of them a number begins.
    static constexpr int kAtOnce = 57;

    [[nodiscard]] std::size_t at(std::size_t record) const {
        return record * (first_bits_ + second_bits_);
    }
    [[nodiscard]] std::uint64_t get(std::size_t bit, int bits) const {
        if (bits > kAtOnce) return get(bit, 32) | get(bit + 32, bits - 32) << 32;
        std::uint64_t word = 0;
        std::memcpy(&word, reinterpret_cast<const std::byte*>(words_.data()) + bit / 8,
                    sizeof word);
        return word >> bit % 8 & ((std::uint64_t{1} << bits) - 1);
    }
    // Whole words are only written, never read again: that would stall on the write.
    void put(int bits, std::uint64_t value) {
        open_ |= value << used_;
        used_ += bits;
        words_[word_] = open_;
        if (used_ < 64) return;
        used_ -= 64;
        open_ = used_ == 0 ? 0 : value >> (bits - used_);
        words_[++word_] = open_;
    }

    int first_bits_ = 0;
    int second_bits_ = 0;
    std::vector<std::uint64_t> words_;
    std::size_t word_ = 0;    // the one that is being filled,
    std::uint64_t open_ = 0;  // what is in it
    int used_ = 0;            // and how many bits of it are, less than 64
};

}  // namespace hexa
