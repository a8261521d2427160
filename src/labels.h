// Where labels are kept: arrays of one byte per position, and the shelf on which finished sets wait
// for their last reader.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "large_array.h"
#include "rules.h"
#include "score.h"

namespace hexa {

// A set of a slice: its positions with one side to move.
struct SetId {
    int slice = 0;
    Side to_move = Side::kWhite;
};

// One byte per position of a set.
using LabelArray = LargeArray;

// Finished sets that a later slice still reads. The sweep puts a set on the shelf when its slice is
// done, opens it when a slice that reads it begins, and drops it when nothing will read it again;
// between putting and opening, a shelf may park it compressed or on disk.
class LabelShelf {
public:
    virtual ~LabelShelf() = default;

    virtual void put(SetId set, LabelArray labels) = 0;
    // The labels, in memory until the set is dropped.
    [[nodiscard]] virtual Score* open(SetId set) = 0;
    virtual void drop(SetId set) = 0;
};

// The shelf that keeps everything in memory.
class MemoryShelf : public LabelShelf {
public:
    explicit MemoryShelf(int slices) : arrays_(static_cast<std::size_t>(slices) * 2) {}

    void put(SetId set, LabelArray labels) override { at(set) = std::move(labels); }
    [[nodiscard]] Score* open(SetId set) override { return at(set).data(); }
    void drop(SetId set) override { at(set) = {}; }

private:
    LabelArray& at(SetId set) { return arrays_[set.slice * 2 + static_cast<int>(set.to_move)]; }

    std::vector<LabelArray> arrays_;
};

// Takes the labels of finished sets, in pieces, while the next slices are swept. Called from
// several threads at once, in no particular order, with every piece of a wanted set once.
class LabelSink {
public:
    // Pieces begin at multiples of this rank and are that long, but for a set's last.
    static constexpr std::size_t kPiece = std::size_t{1} << 18;

    virtual ~LabelSink() = default;
    [[nodiscard]] virtual bool wants(SetId) const { return true; }
    // The distances of ranks first, first + 1 .. of the set: a copy that the sink may write to, and
    // that is gone after the call.
    virtual void take(SetId set, std::uint64_t first, std::span<std::uint8_t> distances) = 0;
};

}  // namespace hexa
