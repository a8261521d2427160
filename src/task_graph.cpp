#include "task_graph.h"

#include <algorithm>
#include <exception>
#include <mutex>

#include <oneapi/tbb/task_group.h>

#include "race.h"

namespace hexa {
namespace {

// One run of a graph. A task is started by the last of those it waits for, so no thread ever waits.
class Run {
public:
    Run(int tasks, const std::vector<std::uint32_t>& first, const std::vector<int>& list,
        const std::function<void(int)>& body)
        : first_(first), list_(list), body_(body), waiting_for_(tasks) {
        for (const int after : list) waiting_for_[after].fetch_add(1, std::memory_order_relaxed);
    }

    void all() {
        std::vector<int> ready;
        for (std::size_t t = 0; t < waiting_for_.size(); ++t) {
            if (waiting_for_[t].load(std::memory_order_relaxed) == 0) {
                ready.push_back(static_cast<int>(t));
            }
        }
        for (const int task : ready) start(task);
        tasks_.wait();
        race_acquire(this);
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void start(int task) {
        start_task(tasks_, &waiting_for_[task], [this, task] { execute(task); });
    }

    void execute(int task) {
        if (!abandoned_.load(std::memory_order_relaxed)) {
            try {
                body_(task);
                for (std::uint32_t i = first_[task]; i < first_[task + 1]; ++i) {
                    const int after = list_[i];
                    if (waiting_for_[after].fetch_sub(1, std::memory_order_acq_rel) == 1) {
                        start(after);
                    }
                }
            } catch (...) {
                abandoned_ = true;
                const std::lock_guard lock(failure_mutex_);
                if (!failure_) failure_ = std::current_exception();
            }
        }
        race_release(this);
    }

    const std::vector<std::uint32_t>& first_;
    const std::vector<int>& list_;
    const std::function<void(int)>& body_;
    std::vector<std::atomic<int>> waiting_for_;
    std::atomic<bool> abandoned_{false};
    std::mutex failure_mutex_;
    std::exception_ptr failure_;
    tbb::task_group tasks_;
};

}  // namespace

int TaskGraph::add_task(std::uint64_t weight) {
    weights_.push_back(weight);
    return tasks() - 1;
}

void TaskGraph::add_dependency(int before, int after) { edges_.emplace_back(before, after); }

void TaskGraph::remove_dependency(int before, int after) {
    std::erase(edges_, std::pair(before, after));
}

auto TaskGraph::successors() const -> Successors {
    Successors result;
    result.first.resize(weights_.size() + 1);
    for (const auto& [before, after] : edges_) ++result.first[before + 1];
    for (std::size_t t = 0; t < weights_.size(); ++t) result.first[t + 1] += result.first[t];
    result.list.resize(edges_.size());
    std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
    for (const auto& [before, after] : edges_) result.list[next[before]++] = after;
    return result;
}

std::uint64_t TaskGraph::work() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t weight : weights_) sum += weight;
    return sum;
}

std::uint64_t TaskGraph::critical_path() const {
    const Successors next = successors();
    std::vector<int> waiting_for(weights_.size());
    for (const int after : next.list) ++waiting_for[after];
    std::vector<int> order;
    for (int t = 0; t < tasks(); ++t) {
        if (waiting_for[t] == 0) order.push_back(t);
    }
    std::vector<std::uint64_t> begin(weights_.size());
    std::uint64_t longest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int t = order[i];
        const std::uint64_t end = begin[t] + weights_[t];
        longest = std::max(longest, end);
        for (std::uint32_t k = next.first[t]; k < next.first[t + 1]; ++k) {
            const int after = next.list[k];
            begin[after] = std::max(begin[after], end);
            if (--waiting_for[after] == 0) order.push_back(after);
        }
    }
    return longest;
}

void TaskGraph::run(const std::function<void(int)>& body) const {
    const Successors next = successors();
    Run(tasks(), next.first, next.list, body).all();
}

}  // namespace hexa
