#include "index.h"

#include <emmintrin.h>

#include <bit>

namespace hexa {
namespace {

// The place of `label` among `count` ascending labels, or -1.
// Halves the range until it is a few vectors long, then compares eight at a time.
int find_label(const ColumnId* labels, int count, ColumnId label) {
    const ColumnId* first = labels;
    while (count > 32) {
        const int half = count / 2;
        first += first[half] <= label ? half : 0;
        count -= half;
    }
    const __m128i wanted = _mm_set1_epi16(static_cast<short>(label));
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(first + i));
        const int hits = _mm_movemask_epi8(_mm_cmpeq_epi16(eight, wanted));
        if (hits != 0) {
            return static_cast<int>(first - labels) + i +
                   std::countr_zero(static_cast<unsigned>(hits)) / 2;
        }
    }
    for (; i < count; ++i) {
        if (first[i] == label) return static_cast<int>(first - labels) + i;
    }
    return -1;
}

}  // namespace

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
    Cells white = position.white;
    Cells black = position.black;
    for (const IndexLevel& l : levels_) {
        const ColumnId label =
            columns_->id({static_cast<Ranks>(white & column), static_cast<Ranks>(black & column)});
        const Slot edge = l.find(node, label);
        if (edge == kNoSlot) return std::nullopt;
        place.rank += l.before(edge);
        node = l.child(edge);
        white >>= board_.ranks;
        black >>= board_.ranks;
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
