// A graph of tasks with dependencies, run on oneTBB.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "stop.h"

namespace hexa {

// Tasks are numbers. Build it, then run it once; what one task wrote, its successors may read.
class TaskGraph {
public:
    // A task with a weight (any unit of work).
    int add_task(std::uint64_t weight);
    // `after` starts only when `before` has ended. Adding one twice is harmless.
    void add_dependency(int before, int after);
    // For tests that show what a missing dependency does.
    void remove_dependency(int before, int after);

    [[nodiscard]] std::uint64_t weight(int task) const { return weights_[task]; }
    [[nodiscard]] int tasks() const { return static_cast<int>(weights_.size()); }
    [[nodiscard]] std::span<const std::pair<int, int>> dependencies() const { return edges_; }

    // The sum of all weights, and the largest sum along any chain of dependencies. Their ratio is
    // how many threads the graph can keep busy.
    [[nodiscard]] std::uint64_t work() const;
    [[nodiscard]] std::uint64_t critical_path() const;

    // Runs body(task) for every task on the threads of the current arena. Where a body throws, the
    // tasks not yet begun are dropped and the first exception is thrown on.
    void run(const std::function<void(int)>& body) const;

private:
    // Successors by task: list[first[t] .. first[t + 1]).
    struct Successors {
        std::vector<std::uint32_t> first;
        std::vector<int> list;
    };
    [[nodiscard]] Successors successors() const;

    std::vector<std::uint64_t> weights_;
    std::vector<std::pair<int, int>> edges_;
};

}  // namespace hexa
