// Positions so close to their end that a look of three plies tells the distance: what a table need
// not hold.
#pragma once

#include <optional>

#include "rules.h"

namespace hexa {

// The largest distance that the look tells.
inline constexpr int kNearEnd = 3;

// The distance of an unfinished position where it is at most kNearEnd, else nothing.
[[nodiscard]] std::optional<int> near_end(const Rules& rules, const Position& position);

}  // namespace hexa
