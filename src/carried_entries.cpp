#include "carried_entries.h"

#include <algorithm>

#include "near_end.h"

namespace hexa {
namespace {

// The generator's index as KeptEntries walks it.
class Tree {
public:
    using Node = Slot;

    explicit Tree(const Index& index) : index_(index) {}

    [[nodiscard]] std::span<const ColumnId> labels(int level, Slot node) const {
        const IndexLevel& l = index_.level(level);
        return {l.labels(node), static_cast<std::size_t>(l.edges(node))};
    }
    [[nodiscard]] Slot child(int level, Slot node, std::size_t i) const {
        return index_.level(level).child(node + 1 + static_cast<Slot>(i));
    }
    [[nodiscard]] std::uint64_t before(int level, Slot node, std::size_t i) const {
        return index_.level(level).before(node + 1 + static_cast<Slot>(i));
    }

private:
    const Index& index_;
};

// In place of a free entry until it is known what it shall hold; no distance that is carried.
constexpr std::uint8_t kFree = 0;

struct Collect {
    CarriedEntries* entries;
    const std::uint8_t* distances;
    std::uint64_t first;

    void operator()(std::uint64_t rank, bool kept) const {
        if (!kept) return;
        const std::uint8_t distance = distances[rank - first];
        const bool free = distance <= kNearEnd;
        entries->carried += !free;
        entries->bytes.push_back(free ? kFree : distance);
    }
};

}  // namespace

CarriedEntries carried_entries(const Index& index, const ArrivalMarks& marks, int slice,
                               std::uint64_t first, std::span<const std::uint8_t> distances) {
    CarriedEntries entries;
    if (distances.empty()) return entries;
    const Tree tree(index);
    KeptEntries walk(tree, index.board(), marks);
    walk.for_each(index.root(slice, Side::kWhite), first, first + distances.size(),
                  Collect{&entries, distances.data(), first});
    // Those before the first that is not free hold what it holds.
    const auto known = std::find_if(entries.bytes.begin(), entries.bytes.end(),
                                    [](std::uint8_t entry) { return entry != kFree; });
    std::uint8_t last = known == entries.bytes.end() ? kFree : *known;
    for (std::uint8_t& entry : entries.bytes) {
        if (entry == kFree) entry = last;
        last = entry;
    }
    return entries;
}

}  // namespace hexa
