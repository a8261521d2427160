#include "kept_entries.h"

namespace hexa {

ArrivalMarks::ArrivalMarks(const Columns& columns) {
    const int before_goal = columns.before_goal(Side::kWhite);
    const int goal = columns.goal(Side::kWhite);
    for (int label = 0; label < columns.size(); ++label) {
        const auto id = static_cast<ColumnId>(label);
        unsigned marks = 0;
        if ((columns.pawns(Side::kWhite, id) >> before_goal & 1) != 0) marks |= kTakes;
        if ((columns.pawns(Side::kBlack, id) >> goal & 1) != 0) marks |= kPrey;
        if (columns.arrives(Side::kWhite, id)) marks |= kArrives;
        marks_.push_back(static_cast<std::uint8_t>(marks));
        const unsigned excluded = kArrives | (marks & kTakes) << 1 | (marks & kPrey) >> 1;
        excluded_after_.push_back(static_cast<std::uint8_t>(excluded));
    }
}

}  // namespace hexa
