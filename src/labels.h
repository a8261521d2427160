// Where labels are kept: arrays of one byte per position, and the shelf on which finished sets wait
// for their last reader.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "memory.h"
#include "rules.h"
#include "score.h"

namespace hexa {

// A set of a slice: its positions with one side to move.
struct SetId {
    int slice = 0;
    Side to_move = Side::kWhite;
};

// One byte per position of a set, charged to a budget. Not initialised.
class LabelArray {
public:
    LabelArray() = default;
    LabelArray(std::size_t size, MemoryBudget& budget);
    LabelArray(LabelArray&& from) noexcept;
    LabelArray& operator=(LabelArray&& from) noexcept;
    ~LabelArray();

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] Score* data() { return data_; }
    [[nodiscard]] const Score* data() const { return data_; }

private:
    MemoryBudget* budget_ = nullptr;
    Score* data_ = nullptr;
    std::size_t size_ = 0;
};

// Finished sets that a later slice still reads. The sweep puts a set on the shelf when its slice is
// done, opens it when a slice that reads it begins, and takes it off when nothing will read it
// again; between putting and opening, a shelf may park it compressed or on disk.
class LabelShelf {
public:
    virtual ~LabelShelf() = default;

    virtual void put(SetId set, LabelArray labels) = 0;
    // The labels, in memory until the set is taken off.
    [[nodiscard]] virtual Score* open(SetId set) = 0;
    [[nodiscard]] virtual LabelArray take(SetId set) = 0;
};

// The shelf that keeps everything in memory.
class MemoryShelf : public LabelShelf {
public:
    explicit MemoryShelf(int slices) : arrays_(static_cast<std::size_t>(slices) * 2) {}

    void put(SetId set, LabelArray labels) override { at(set) = std::move(labels); }
    [[nodiscard]] Score* open(SetId set) override { return at(set).data(); }
    [[nodiscard]] LabelArray take(SetId set) override { return std::move(at(set)); }

private:
    LabelArray& at(SetId set) { return arrays_[set.slice * 2 + static_cast<int>(set.to_move)]; }

    std::vector<LabelArray> arrays_;
};

// Takes each set's distances, in no particular order of sets, once nothing will read them again.
// Called from several threads at once.
class LabelSink {
public:
    virtual ~LabelSink() = default;
    virtual void take(SetId set, LabelArray distances) = 0;
};

}  // namespace hexa
