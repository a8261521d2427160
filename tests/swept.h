// Sweeping in tests: with all that an enumeration has, and a sink that keeps every label.
#pragma once

#include <algorithm>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "enumerated.h"
#include "sweep.h"

namespace hexa {

// Keeps every set's distances.
class Keeper : public LabelSink {
public:
    void take(SetId set, std::uint64_t first, std::span<std::uint8_t> distances) override {
        const std::lock_guard lock(mutex_);
        std::vector<int>& labels = sets_[{set.slice, set.to_move}];
        labels.resize(std::max(labels.size(), first + distances.size()), kNone);
        for (const std::uint8_t distance : distances) {
            EXPECT_EQ(labels[first], kNone);
            labels[first++] = distance;
        }
    }
    [[nodiscard]] int at(const Index::Place& place) const {
        return sets_.at({place.slice, place.to_move}).at(place.rank);
    }
    // How many positions it holds.
    [[nodiscard]] std::uint64_t size() const {
        std::uint64_t sum = 0;
        for (const auto& [set, labels] : sets_) sum += labels.size();
        return sum;
    }

private:
    static constexpr int kNone = -1;
    std::mutex mutex_;
    std::map<std::pair<int, Side>, std::vector<int>> sets_;
};

inline SweepResult sweep_it(Enumerated& e, const SweepOptions& options, LabelSink* sink = nullptr) {
    return sweep(e.columns, e.index, options, e.budget, e.stop, e.progress, sink);
}

}  // namespace hexa
