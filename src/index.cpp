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

// Walks down the diagram, one level for all positions before the next, and asks for the nodes of
// the next level together.
template <std::size_t N>
std::array<std::optional<Index::Place>, N> Index::rank_all(
    const std::array<Position, N>& positions) const {
    std::array<std::optional<Place>, N> places;
    const Material material = material_of(positions[0]);
    if (material.white > board_.files || material.black > board_.files) return places;
    const Place start{slice_number(board_, material), positions[0].to_move, 0};
    places.fill(start);
    std::array<Slot, N> nodes;
    nodes.fill(root(start.slice, start.to_move));
    const Cells column = (Cells{1} << board_.ranks) - 1;
    int shift = 0;
    for (const IndexLevel& l : levels_) {
        for (std::size_t i = 0; i < N; ++i) l.prefetch(nodes[i]);
        for (std::size_t i = 0; i < N; ++i) {
            // The empty set has no edges: a position that fell out of the diagram stays outside.
            const Slot edge = l.find(
                nodes[i], columns_->id({static_cast<Ranks>(positions[i].white >> shift & column),
                                        static_cast<Ranks>(positions[i].black >> shift & column)}));
            if (edge == kNoSlot) {
                places[i].reset();
                nodes[i] = kNoSlot;
                continue;
            }
            if (places[i]) places[i]->rank += l.before(edge);
            nodes[i] = l.child(edge);
        }
        shift += board_.ranks;
    }
    return places;
}

std::optional<Index::Place> Index::rank(const Position& position) const {
    return rank_all<1>({position})[0];
}

std::array<std::optional<Index::Place>, 2> Index::rank(const Position& a, const Position& b) const {
    return rank_all<2>({a, b});
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
