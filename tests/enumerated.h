// An enumeration and its index, with everything that they need to live.
#pragma once

#include <memory>

#include "columns.h"
#include "enumerate.h"
#include "index.h"
#include "memory.h"

namespace hexa {

struct Enumerated {
    explicit Enumerated(Board board, int threads = 1)
        : columns(board.ranks),
          enumeration(
              enumerate(board, columns, threads, budget, stop, progress, Finished::kCounted)),
          index(make_index(enumeration, columns, budget)) {}

    MemoryBudget budget;
    StopFlag stop;
    Progress progress;
    Columns columns;
    Enumeration enumeration;
    Index index;
};

}  // namespace hexa
