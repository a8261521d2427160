#include "index.h"

#include "find_label.h"

namespace hexa {

Slot IndexLevel::find(Slot node, ColumnId label) const {
    const int i = find_label(labels(node), edges(node), label);
    return i < 0 ? kNoSlot : node + 1 + static_cast<Slot>(i);
}

Slot IndexLevel::find_path(Slot node, std::uint64_t number) const {
    Slot first = node + 1;
    Slot count = static_cast<Slot>(edges(node));
    while (count > 1) {
        const Slot half = count / 2;
        first += before(first + half) <= number ? half : 0;
        count -= half;
    }
    return first;
}

std::size_t IndexLevel::bytes() const {
    return labels_.size() * sizeof(ColumnId) + records_.size() * sizeof(Record) +
           wide_.size() * sizeof(std::uint64_t);
}

std::optional<Index::Place> Index::rank(const Position& position) const {
    const Material material = material_of(position);
    if (material.white > board_.files || material.black > board_.files) return std::nullopt;
    Place place{slice_number(board_, material), position.to_move, 0};
    Slot node = root(place.slice, place.to_move);
    const Cells column = (Cells{1} << board_.ranks) - 1;
    int shift = 0;
    for (const IndexLevel& l : levels_) {
        const Slot edge =
            l.find(node, columns_->id({static_cast<Ranks>(position.white >> shift & column),
                                       static_cast<Ranks>(position.black >> shift & column)}));
        if (edge == kNoSlot) return std::nullopt;
        place.rank += l.before(edge);
        node = l.child(edge);
        shift += board_.ranks;
    }
    return place;
}

Position Index::unrank(const Place& place) const {
    Position position{0, 0, place.to_move};
    Slot node = root(place.slice, place.to_move);
    std::uint64_t number = place.rank;
    int shift = 0;
    for (const IndexLevel& l : levels_) {
        const Slot edge = l.find_path(node, number);
        const ColumnState state = columns_->state(l.label(edge));
        position.white |= Cells{state.white} << shift;
        position.black |= Cells{state.black} << shift;
        number -= l.before(edge);
        node = l.child(edge);
        shift += board_.ranks;
    }
    return position;
}

std::size_t Index::bytes() const {
    std::size_t sum = 0;
    for (const IndexLevel& l : levels_) sum += l.bytes();
    return sum;
}

}  // namespace hexa
