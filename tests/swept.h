// Sweeping in tests: with all that an enumeration has, and a sink that keeps every label.
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include <gtest/gtest.h>

#include "enumerated.h"
#include "sweep.h"

namespace hexa {

// Keeps every set's distances.
class Keeper : public LabelSink {
public:
    void take(SetId set, LabelArray distances) override {
        const std::lock_guard lock(mutex_);
        EXPECT_TRUE(sets_.emplace(std::pair(set.slice, set.to_move), std::move(distances)).second);
    }
    [[nodiscard]] int at(const Index::Place& place) const {
        return sets_.at({place.slice, place.to_move}).data()[place.rank];
    }
    [[nodiscard]] std::size_t sets() const { return sets_.size(); }

private:
    std::mutex mutex_;
    std::map<std::pair<int, Side>, LabelArray> sets_;
};

inline SweepResult sweep_it(Enumerated& e, const SweepOptions& options, LabelSink* sink = nullptr) {
    return sweep(e.columns, e.index, options, e.budget, e.stop, e.progress, sink);
}

}  // namespace hexa
