// The closure of a slice under quiet moves, in one ascending pass per level.
//
// For a pair (suffixes with White to move, suffixes with Black to move) of sets on a level:
//
//     for each column state c of this file, ascending:
//         close the pair of sets below c                        (the files after this one)
//         White's set below c joins Black's set below every c' that a white step turns c into,
//         Black's set below c joins White's set below every c' that a black step turns c into.
//
// There is no loop to a fixpoint: a quiet move leads to a larger column state, so when the pass
// comes to c, everything that can ever enter c has entered, and what leaves c never comes back.
#pragma once

#include <vector>

#include "columns.h"
#include "diagram_store.h"
#include "label_set.h"
#include "memory.h"
#include "pair_map.h"
#include "stop.h"

namespace hexa {

// Two sets of one level: with White to move, with Black to move.
struct SidePair {
    NodeId white = kEmptySet;
    NodeId black = kEmptySet;

    friend constexpr bool operator==(const SidePair&, const SidePair&) = default;
};

// Closes pairs of sets in a store whose labels are column states. Remembers every pair it closed.
// One thread at a time. Throws BudgetSpent and Stopped.
class Closure {
public:
    Closure(const Columns& columns, DiagramStore& store, MemoryBudget& budget,
            const StopFlag& stop);

    // The closure of two sets of level 0.
    [[nodiscard]] SidePair close(SidePair sets) { return close(0, sets); }

    // Forgets all pairs: to be called when the store is cleared.
    void clear();

private:
    struct Level {
        Level(int labels, MemoryBudget& budget)
            : white(labels), black(labels), waiting(labels), closed(budget) {}

        std::vector<NodeId> white, black;  // label -> set below it
        LabelSet waiting;                  // labels not yet closed
        std::vector<Edge> white_edges, black_edges;
        PairMap<SidePair> closed;
    };

    [[nodiscard]] SidePair close(int level, SidePair sets);

    const Columns& columns_;
    DiagramStore& store_;
    const StopFlag& stop_;
    std::vector<Level> levels_;
};

}  // namespace hexa
