// Memory that is counted: a budget that several arrays share, and an array that charges it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "errors.h"

namespace hexa {

// Thrown by a budget that is spent. Whoever knows how far the work came turns it into a
// MemoryError.
class BudgetSpent : public MemoryError {
public:
    using MemoryError::MemoryError;
};

// How much memory a piece of work may take. Threads may share one.
class MemoryBudget {
public:
    explicit MemoryBudget(std::size_t limit = std::numeric_limits<std::size_t>::max())
        : limit_(limit) {}
    MemoryBudget(const MemoryBudget&) = delete;
    MemoryBudget& operator=(const MemoryBudget&) = delete;

    // Takes `bytes` from what is left, or throws BudgetSpent and takes nothing.
    void charge(std::size_t bytes) {
        const std::size_t now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
        if (now > limit_) {
            used_.fetch_sub(bytes, std::memory_order_relaxed);
            throw BudgetSpent("the memory allowed is used up");
        }
        std::size_t peak = peak_.load(std::memory_order_relaxed);
        while (peak < now && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
        }
    }
    void refund(std::size_t bytes) noexcept { used_.fetch_sub(bytes, std::memory_order_relaxed); }

    [[nodiscard]] std::size_t limit() const { return limit_; }
    [[nodiscard]] std::size_t used() const { return used_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::size_t peak() const { return peak_.load(std::memory_order_relaxed); }

private:
    std::size_t limit_;
    std::atomic<std::size_t> used_{0};
    std::atomic<std::size_t> peak_{0};
};

// A growing array of plain values, charged to a budget by its capacity. Grows by realloc, which
// moves large blocks without copying them. The budget must outlive it. Running out, of the budget
// or of the machine, throws BudgetSpent and leaves the array as it was.
template <typename T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    explicit Buffer(MemoryBudget& budget) : budget_(&budget) {}
    Buffer(Buffer&& from) noexcept
        : budget_(from.budget_),
          data_(std::exchange(from.data_, nullptr)),
          size_(std::exchange(from.size_, 0)),
          capacity_(std::exchange(from.capacity_, 0)) {}
    Buffer& operator=(Buffer&& from) noexcept {
        std::swap(budget_, from.budget_);
        std::swap(data_, from.data_);
        std::swap(size_, from.size_);
        std::swap(capacity_, from.capacity_);
        return *this;
    }
    ~Buffer() {
        std::free(data_);
        budget_->refund(capacity_ * sizeof(T));
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T* data() { return data_; }
    [[nodiscard]] const T* data() const { return data_; }
    [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
    [[nodiscard]] T* begin() { return data_; }
    [[nodiscard]] T* end() { return data_ + size_; }
    [[nodiscard]] const T* begin() const { return data_; }
    [[nodiscard]] const T* end() const { return data_ + size_; }
    [[nodiscard]] T& back() { return data_[size_ - 1]; }

    void push_back(T value) {
        if (size_ == capacity_) grow(size_ + 1);
        data_[size_++] = value;
    }
    void append(const T* values, std::size_t count) {
        if (size_ + count > capacity_) grow(size_ + count);
        if (count != 0) std::memcpy(data_ + size_, values, count * sizeof(T));
        size_ += count;
    }
    // New elements are zero.
    void resize(std::size_t size) {
        if (size > capacity_) reallocate(size);
        if (size > size_)
            std::memset(static_cast<void*>(data_ + size_), 0, (size - size_) * sizeof(T));
        size_ = size;
    }
    // New elements hold nothing in particular: the caller writes them.
    void extend(std::size_t count) {
        if (size_ + count > capacity_) grow(size_ + count);
        size_ += count;
    }
    void reserve(std::size_t capacity) {
        if (capacity > capacity_) reallocate(capacity);
    }
    void clear() { size_ = 0; }
    // Gives back what is not used.
    void shrink_to_fit() {
        if (size_ < capacity_) reallocate(size_);
    }

private:
    static constexpr std::size_t kSmallest = 4096 / sizeof(T) + 1;

    // Half as much again: a compromise between copies and slack.
    void grow(std::size_t wanted) {
        reallocate(std::max({wanted, capacity_ + capacity_ / 2, kSmallest}));
    }
    void reallocate(std::size_t capacity) {
        if (capacity > capacity_) budget_->charge((capacity - capacity_) * sizeof(T));
        if (capacity == 0) {
            std::free(std::exchange(data_, nullptr));
        } else {
            T* const moved = moved_block(capacity);
            if (moved == nullptr) {
                if (capacity > capacity_) budget_->refund((capacity - capacity_) * sizeof(T));
                throw BudgetSpent("the machine has no more memory to give");
            }
            data_ = moved;
        }
        if (capacity < capacity_) budget_->refund((capacity_ - capacity) * sizeof(T));
        capacity_ = capacity;
    }

    // The contents in a block of another size, or nullptr.
    T* moved_block(std::size_t capacity) {
        if constexpr (alignof(T) <= alignof(std::max_align_t)) {
            return static_cast<T*>(std::realloc(data_, capacity * sizeof(T)));
        } else {
            void* const block = std::aligned_alloc(alignof(T), capacity * sizeof(T));
            if (block != nullptr && data_ != nullptr) {
                std::memcpy(block, data_, std::min(size_, capacity) * sizeof(T));
                std::free(data_);
            }
            return static_cast<T*>(block);
        }
    }

    MemoryBudget* budget_;
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace hexa
