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
#include "label_set.h"
#include "memory.h"
#include "stop.h"

namespace hexa {

// Makes the images of sets of one store, whose labels are column states, as sets of another store.
// In images under arrivals, the file with the arrived pawn has the label `arrival_label`.
// One thread at a time. Throws BudgetSpent and Stopped.
class Images {
public:
    // `mover` is the side to move in the sets.
    Images(const Columns& columns, Side mover, const DiagramStore& from, DiagramStore& to,
           MemoryBudget& budget, const StopFlag& stop);

    // The unfinished positions after a capture.
    [[nodiscard]] NodeId captures(NodeId root) { return image(Kind::kCapture, 0, root); }
    // The finished positions after a capture, and after a step.
    [[nodiscard]] NodeId arriving_captures(NodeId root) {
        return image(Kind::kArrivingCapture, 0, root);
    }
    [[nodiscard]] NodeId arriving_steps(NodeId root) { return image(Kind::kArrivingStep, 0, root); }

    // How many labels a store that takes images needs.
    [[nodiscard]] static int labels(const Columns& columns) { return 2 * columns.size(); }

private:
    enum class Kind { kCapture, kArrivingCapture, kArrivingStep };

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
    // The label of a file on whose goal rank a pawn has arrived, and which is `rest` without it.
    [[nodiscard]] Label arrival_label(ColumnId rest) const {
        return static_cast<Label>(columns_.size() + rest);
    }

    const Columns& columns_;
    Side mover_;
    int forward_;
    const DiagramStore& from_;
    DiagramStore& to_;
    const StopFlag& stop_;
    std::vector<Level> levels_;
};

}  // namespace hexa
