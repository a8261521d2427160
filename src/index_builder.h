// Builds an index from a diagram that is read out node by node: from the generator's store or from
// a table file.
#pragma once

#include <cstddef>
#include <span>

#include "columns.h"
#include "index.h"
#include "memory.h"

namespace hexa {

// Levels are added from the last file to the first, so that a node's children are there before it:
//
//     for each level, the last first:
//         begin_level(nodes, edges)
//         for each node: add_edge(label, child)..., end_node() -> its slot
//     finish(roots)
//
// Nodes get their slots in the order in which they are added. Throws BudgetSpent where the budget
// does not suffice. `columns` and `budget` must outlive the index.
class IndexBuilder {
public:
    IndexBuilder(Board board, const Columns& columns, MemoryBudget& budget);

    // Exactly so many nodes and edges follow.
    void begin_level(std::size_t nodes, std::size_t edges);
    // Labels of one node ascend. `child` is a slot of the level begun before; on the last file it
    // is of no meaning.
    void add_edge(ColumnId label, Slot child);
    // The node's slot; kNoSlot where it got no edges.
    Slot end_node();
    // `roots`, by slice number, are slots of the first file's level.
    [[nodiscard]] Index finish(std::span<const Index::Roots> roots);

private:
    void append(ColumnId label, Slot child, std::uint64_t before);

    Index index_;
    int level_;
    Slot node_ = kNoSlot;      // the node that has got edges and waits for its end
    std::uint64_t paths_ = 0;  // under its edges so far
};

}  // namespace hexa
