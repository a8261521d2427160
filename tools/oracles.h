// One oracle a board, made when a position of that board is first asked about.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "oracle.h"
#include "search.h"
#include "tables.h"

namespace hexa::cli {

class Oracles {
public:
    // `on_long_search` is called when a search has taken `after`; empty: never. `search_bytes`
    // bounds the memory of each oracle's search.
    Oracles(Tables tables, std::chrono::steady_clock::duration after,
            std::function<void()> on_long_search,
            std::size_t search_bytes = Search::kDefaultTableBytes);

    // InputError where the table that was named is of another board. The reference stays valid;
    // only the oracles used last keep what they have searched, so that a batch over many boards
    // needs the memory of a few.
    [[nodiscard]] Oracle& for_board(Board board);

private:
    Tables tables_;
    std::vector<std::shared_ptr<const Table>> asked_;  // by the oracles
    std::list<Oracle> oracles_;                        // used last, first
    std::chrono::steady_clock::duration after_;
    std::function<void()> on_long_search_;
    std::size_t search_bytes_;
};

}  // namespace hexa::cli
