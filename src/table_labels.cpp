#include "table_labels.h"

#include <algorithm>

#include <fmt/format.h>

#include "digest.h"
#include "errors.h"
#include "parallel_loop.h"
#include "text.h"

namespace hexa {

int dtw_by_moves(const Rules& rules, const Position& position,
                 const std::function<int(const Position&)>& dtw_of) {
    int quickest_win = 0;
    int slowest_loss = 0;
    for (const Move move : rules.moves(position)) {
        const Position child = Rules::after(position, move);
        const int d = rules.finished(child) ? 0 : dtw_of(child);
        if (d < 0) return -1;
        if (d % 2 == 1) {
            slowest_loss = std::max(slowest_loss, d + 1);
        } else if (quickest_win == 0 || d + 1 < quickest_win) {
            quickest_win = d + 1;
        }
    }
    return quickest_win != 0 ? quickest_win : slowest_loss;
}

void for_each_in_parallel(const Index& index, int slice, Side to_move, const StopFlag& stop,
                          Progress& progress,
                          const std::function<void(const Position&, std::uint64_t)>& visit) {
    constexpr std::uint64_t kRange = 16384;
    const std::uint64_t size = index.size(slice, to_move);
    parallel_loop((size + kRange - 1) / kRange, [&](std::uint64_t range) {
        stop.check();
        const std::uint64_t first = range * kRange;
        const std::uint64_t last = std::min(size, first + kRange);
        std::uint64_t rank = first;
        index.for_range(slice, to_move, first, last,
                        [&](const Position& position) { visit(position, rank++); });
        progress.add(last - first);
    });
}

TableLabels::TableLabels(const Table& table, const Index& index, MemoryBudget& budget,
                         const StopFlag& stop, Progress& progress)
    : index_(index) {
    const Rules rules(index.board());
    std::uint64_t positions = 0;
    try {
        for (int slice = 0; slice < index.slices(); ++slice) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                sets_.emplace_back(index.size(slice, side), budget);
                positions += index.size(slice, side);
            }
        }
    } catch (const BudgetSpent&) {
        throw MemoryError(fmt::format(
            "all labels of {} take more memory than is allowed; allow more with --memory",
            to_string(index.board())));
    }
    progress.begin("reading", "positions", positions);
    const auto missing = [&](const Position& p) {
        return FileError(fmt::format("the table lacks {}, which a game leads to",
                                     position_text(index.board(), p)));
    };
    for (const Side side : {Side::kWhite, Side::kBlack}) {
        for (int slice = 0; slice < index.slices(); ++slice) {
            Score* const labels = sets_[slice * 2 + static_cast<int>(side)].data();
            for_each_in_parallel(
                index, slice, side, stop, progress, [&](const Position& p, std::uint64_t rank) {
                    const int d =
                        side == Side::kWhite
                            ? table.dtw(p).value_or(-1)
                            : dtw_by_moves(rules, p, [&](const Position& c) { return dtw(c); });
                    if (d < 0) throw missing(p);
                    labels[rank] = static_cast<Score>(d);
                });
        }
    }
}

int TableLabels::dtw(const Position& position) const {
    const auto place = index_.rank(position);
    return place ? set(place->slice, place->to_move).data()[place->rank] : -1;
}

std::uint64_t TableLabels::digest() const {
    LabelDigest digest;
    for (const LabelArray& labels : sets_)
        digest.add(LabelDigest::of_set(labels.data(), labels.size()));
    return digest.value();
}

}  // namespace hexa
