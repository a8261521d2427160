#include "large_array.h"

#include <sys/mman.h>

#include <cstdlib>
#include <utility>

namespace hexa {
namespace {

// Large arrays are aligned to, and ask for, huge pages: fewer faults and fewer misses.
constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

LargeArray::LargeArray(std::size_t size, MemoryBudget& budget) : budget_(&budget), size_(size) {
    if (size == 0) return;
    budget.charge(size);
    if (size >= kHugePage) {
        const std::size_t rounded = (size + kHugePage - 1) / kHugePage * kHugePage;
        data_ = static_cast<std::uint8_t*>(std::aligned_alloc(kHugePage, rounded));
        if (data_ != nullptr) madvise(data_, rounded, MADV_HUGEPAGE);
    } else {
        data_ = static_cast<std::uint8_t*>(std::malloc(size));
    }
    if (data_ == nullptr) {
        budget.refund(size);
        throw BudgetSpent("the machine has no more memory to give");
    }
}

LargeArray::LargeArray(LargeArray&& from) noexcept
    : budget_(from.budget_),
      data_(std::exchange(from.data_, nullptr)),
      size_(std::exchange(from.size_, 0)) {}

LargeArray& LargeArray::operator=(LargeArray&& from) noexcept {
    std::swap(budget_, from.budget_);
    std::swap(data_, from.data_);
    std::swap(size_, from.size_);
    return *this;
}

LargeArray::~LargeArray() {
    std::free(data_);
    if (budget_ != nullptr) budget_->refund(size_);
}

}  // namespace hexa
