// Bytes by the million: an array that is made once, in one size, and asks for huge pages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory.h"

namespace hexa {

// Charged to a budget, which must outlive it. Not initialised. Where there is no more, of the
// budget or of the machine, throws BudgetSpent.
class LargeArray {
public:
    LargeArray() = default;
    LargeArray(std::size_t size, MemoryBudget& budget);
    LargeArray(LargeArray&& from) noexcept;
    LargeArray& operator=(LargeArray&& from) noexcept;
    ~LargeArray();

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::uint8_t* data() { return data_; }
    [[nodiscard]] const std::uint8_t* data() const { return data_; }

private:
    MemoryBudget* budget_ = nullptr;
    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace hexa
