#include "table_stats.h"

#include <algorithm>

#include "carried_entries.h"

namespace hexa {
namespace {

constexpr std::array kSides{Side::kWhite, Side::kBlack};
constexpr std::size_t kLongestShown = 5;

std::array<std::uint64_t, TableStats::kDistances> histogram(const LabelArray& labels) {
    std::array<std::uint64_t, TableStats::kDistances> counts{};
    for (std::size_t i = 0; i < labels.size(); ++i) ++counts[labels.data()[i]];
    return counts;
}

}  // namespace

TableStats table_stats(const Index& index, const TableLabels& labels, const StopFlag& stop) {
    TableStats stats;
    std::uint64_t white = 0;
    std::uint64_t carried = 0;
    const ArrivalMarks marks{Columns(index.board().ranks)};
    for (int slice = 0; slice < index.slices(); ++slice) {
        TableStats::Slice row{slice_material(index.board(), slice)};
        for (const Side side : kSides) {
            stop.check();
            const LabelArray& set = labels.set(slice, side);
            const auto counts = histogram(set);
            for (int d = 0; d < TableStats::kDistances; ++d) {
                stats.by_distance[d] += counts[d];
                (d % 2 == 1 ? row.wins : row.losses) += counts[d];
            }
        }
        if (row.wins + row.losses != 0) stats.by_material.push_back(row);
        const LabelArray& set = labels.set(slice, Side::kWhite);
        white += set.size();
        carried += carried_entries(index, marks, slice, 0, {set.data(), set.size()}).carried;
    }
    stats.free_entries = white - carried;
    for (int d = TableStats::kDistances - 1; d >= 0 && stats.longest.size() < kLongestShown; --d) {
        if (stats.by_distance[d] != 0) stats.longest.push_back({d, stats.by_distance[d], {}});
    }
    for (TableStats::Longest& longest : stats.longest) {
        const auto first_in = [&](int slice, Side side) {
            const LabelArray& set = labels.set(slice, side);
            const Score* const end = set.data() + set.size();
            const Score* const at = std::find(set.data(), end, longest.dtw);
            if (at == end) return false;
            longest.first =
                index.unrank({slice, side, static_cast<std::uint64_t>(at - set.data())});
            return true;
        };
        bool found = false;
        for (int slice = 0; slice < index.slices() && !found; ++slice) {
            for (const Side side : kSides) found = found || first_in(slice, side);
        }
    }
    return stats;
}

}  // namespace hexa
