// How far long work has come: written by the work, read by whoever shows it.
#pragma once

#include <atomic>
#include <cstdint>

namespace hexa {

// All members may be read at any time from another thread; they need not be of the same instant.
struct Progress {
    std::atomic<const char*> phase{""};  // a string literal
    std::atomic<const char*> unit{""};   // what is counted, likewise
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint64_t> total{0};  // 0: not known

    void begin(const char* new_phase, const char* new_unit, std::uint64_t new_total) {
        done = 0;
        total = new_total;
        unit = new_unit;
        phase = new_phase;
    }
    void add(std::uint64_t count) { done.fetch_add(count, std::memory_order_relaxed); }
};

}  // namespace hexa
