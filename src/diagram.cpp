#include "diagram.h"

namespace hexa {

Diagram::Diagram(int levels, MemoryBudget& budget) {
    levels_.reserve(levels);
    for (int i = 0; i < levels; ++i) {
        Level& level = levels_.emplace_back(budget);
        level.first.push_back(0);  // kEmptySet has no edges
        level.first.push_back(0);
    }
}

NodeId Diagram::end_node(int level) {
    Level& l = levels_[level];
    l.first.push_back(static_cast<std::uint32_t>(l.edges.size()));
    return static_cast<NodeId>(l.first.size() - 2);
}

void Diagram::drop_level(int level) {
    Level& l = levels_[level];
    l.edges.clear();
    l.edges.shrink_to_fit();
    l.first.resize(2);
    l.first.shrink_to_fit();
}

}  // namespace hexa
