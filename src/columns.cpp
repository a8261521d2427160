#include "columns.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace hexa {
namespace {

int advances(ColumnState state, int ranks) {
    int sum = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        if ((state.white >> rank & 1) != 0) sum += rank;
        if ((state.black >> rank & 1) != 0) sum += ranks - 1 - rank;
    }
    return sum;
}

}  // namespace

Columns::Columns(int ranks) : ranks_(ranks), ids_(std::size_t{1} << (2 * ranks), kNoColumn) {
    const int top = 1 << (ranks - 1);
    for (int white = 0; white < top; ++white) {
        for (int black = 0; black < 2 * top; black += 2) {
            if ((white & black) == 0) {
                states_.push_back({static_cast<Ranks>(white), static_cast<Ranks>(black)});
            }
        }
    }
    const auto key = [&](ColumnState s) {
        return std::tuple(advances(s, ranks), s.white, s.black);
    };
    std::sort(states_.begin(), states_.end(),
              [&](ColumnState a, ColumnState b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < states_.size(); ++i) {
        ids_[static_cast<std::size_t>(states_[i].white) << ranks_ | states_[i].black] =
            static_cast<ColumnId>(i);
    }
    auto& [white_steps, black_steps] = steps_;
    for (const ColumnState s : states_) {
        const Ranks occupied = s.white | s.black;
        white_steps.first.push_back(static_cast<std::uint32_t>(white_steps.all.size()));
        black_steps.first.push_back(static_cast<std::uint32_t>(black_steps.all.size()));
        for (int rank = 0; rank + 1 < ranks; ++rank) {
            const Ranks here = static_cast<Ranks>(1 << rank);
            const Ranks above = static_cast<Ranks>(2 << rank);
            const Ranks both = here | above;
            if ((s.white & here) != 0 && (occupied & above) == 0 && rank + 2 < ranks) {
                white_steps.all.push_back(id({static_cast<Ranks>(s.white ^ both), s.black}));
            }
            if ((s.black & above) != 0 && (occupied & here) == 0 && rank > 0) {
                black_steps.all.push_back(id({s.white, static_cast<Ranks>(s.black ^ both)}));
            }
        }
    }
    white_steps.first.push_back(static_cast<std::uint32_t>(white_steps.all.size()));
    black_steps.first.push_back(static_cast<std::uint32_t>(black_steps.all.size()));
}

}  // namespace hexa
