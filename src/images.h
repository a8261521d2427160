// Images of sets of positions under the moves that leave a slice: captures, which lead to a slice
// with one pawn less, and arrivals on the goal rank, which finish the game.
//
// A capture changes two neighbouring files. With the set below a column state known as a node, the
// change to the second file is one operation on that node: the enemy on a rank is captured there
// (`entered`), or the capturing pawn leaves it (`left`). Both keep the order of labels.
#pragma once

#include <vector>

#include "columns.h"
#include "diagram.h"
#include "diagram_store.h"
#include "label_set.h"
#include "memory.h"
#include "stop.h"

namespace hexa {

// Makes the images of sets of one store, whose labels are column states, as sets of another store.
//
// Finished positions are made only where a pawn arrives on one of the files 0 .. last_arrival_file:
// what can be reached is the same in the mirror, so the rest need not be looked at. The file with
// the arrived pawn has the label `arrival_label`.
// One thread at a time. Throws BudgetSpent and Stopped.
class Images {
public:
    // `mover` is the side to move in the sets.
    Images(const Columns& columns, Side mover, const Diagram& from, DiagramStore& to,
           MemoryBudget& budget, const StopFlag& stop);

    // The unfinished positions after a capture.
    [[nodiscard]] NodeId captures(NodeId root) { return image(Kind::kCapture, 0, root); }
    // The finished positions after a capture.
    [[nodiscard]] NodeId arriving_captures(NodeId root) { return image(Kind::kArrival, 0, root); }

    // The middle file, or the one left of the middle.
    [[nodiscard]] static int last_arrival_file(int files) { return (files - 1) / 2; }
    // The label of a file on whose goal rank a pawn has arrived, and which is `rest` without it.
    [[nodiscard]] static Label arrival_label(const Columns& columns, ColumnId rest) {
        return static_cast<Label>(columns.size() + rest);
    }
    [[nodiscard]] static bool is_arrival(const Columns& columns, Label label) {
        return label >= columns.size();
    }
    [[nodiscard]] static ColumnId without_arrival(const Columns& columns, Label label) {
        return static_cast<ColumnId>(label - columns.size());
    }

private:
    enum class Kind { kCapture, kArrival };

    struct Level {
        Level(int labels, std::size_t nodes, int ranks, MemoryBudget& budget);

        std::vector<NodeId> deep, cross;  // label -> set below it; by where the move is made
        LabelSet used;
        std::vector<Edge> edges;
        // Results by node of the source, plus one; 0: not made yet.
        std::vector<Buffer<NodeId>> images;  // by kind
        Buffer<NodeId> copies;
        Buffer<NodeId> entered, left;  // by node and rank
    };

    [[nodiscard]] NodeId image(Kind kind, int level, NodeId node);
    [[nodiscard]] NodeId entered(int level, NodeId node, int rank);
    [[nodiscard]] NodeId left(int level, NodeId node, int rank);
    [[nodiscard]] NodeId copy(int level, NodeId node);
    void gather(int level, std::vector<NodeId>& sets, Label label, NodeId set);
    [[nodiscard]] NodeId take_gathered(int level);

    const Columns& columns_;
    Side mover_;
    int forward_;
    const Diagram& from_;
    DiagramStore& to_;
    const StopFlag& stop_;
    std::vector<Level> levels_;
};

}  // namespace hexa
