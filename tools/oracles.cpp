#include "oracles.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hexa::cli {

Oracles::Oracles(Tables tables, std::chrono::steady_clock::duration after,
                 std::function<void()> on_long_search, std::size_t search_bytes)
    : tables_(std::move(tables)),
      after_(after),
      on_long_search_(std::move(on_long_search)),
      search_bytes_(search_bytes) {}

Oracle& Oracles::for_board(Board board) {
    constexpr std::ptrdiff_t kSearching = 2;
    if (!oracles_.empty() && oracles_.front().board() == board) return oracles_.front();
    const auto known = std::find_if(oracles_.begin(), oracles_.end(),
                                    [&](const Oracle& oracle) { return oracle.board() == board; });
    if (known != oracles_.end()) {
        oracles_.splice(oracles_.begin(), oracles_, known);
    } else {
        if (auto table = tables_.for_board(board)) {
            oracles_.emplace_front(*table, search_bytes_);
            asked_.push_back(std::move(table));
        } else {
            oracles_.emplace_front(board, Oracle::Lookup{}, search_bytes_);
        }
        if (on_long_search_) oracles_.front().on_long_search(after_, on_long_search_);
    }
    if (std::ssize(oracles_) > kSearching) {
        std::next(oracles_.begin(), kSearching)->forget_searches();
    }
    return oracles_.front();
}

}  // namespace hexa::cli
