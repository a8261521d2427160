// Stopping early: a flag that long work looks at, and what it throws when the flag is up.
#pragma once

#include <atomic>
#include <exception>

namespace hexa {

// Thrown by work that was told to stop. Not an Error: whoever raised the flag knows why.
class Stopped : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

// May be raised from any thread and from a signal handler. A flag with a parent is up when its
// parent is: work that fails in one thread can stop the others without touching the caller's flag.
class StopFlag {
public:
    explicit StopFlag(const StopFlag* parent = nullptr) : parent_(parent) {}

    void raise() noexcept { raised_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool raised() const noexcept {
        return raised_.load(std::memory_order_relaxed) || (parent_ != nullptr && parent_->raised());
    }
    void check() const {
        if (raised()) throw Stopped();
    }

private:
    const StopFlag* parent_;
    std::atomic<bool> raised_{false};
};

}  // namespace hexa
