// Scores: the byte that a sweep keeps per position, made so that the best reply is a minimum.
//
//     loss in d  ->        d      0, 2, 4 ..        a quicker loss of the opponent is smaller,
//     win in d   ->  255 - d      254, 252 ..       a slower win of the opponent is smaller.
//
// A side to move picks the child (seen from the opponent) with the smallest score; `score_of_best`
// turns that minimum into its own score. With no child at all the minimum is `kNoChild`, which
// comes out as a loss in 0. All scores are even.
#pragma once

#include <cstdint>

namespace hexa {

using Score = std::uint8_t;

inline constexpr Score kNoChild = 255;
// The minimum over children where one of them is a loss in 0: nothing can be smaller.
inline constexpr Score kLostChild = 0;
inline constexpr Score kWinInOne = 254;
// The largest distance whose parents can still be labelled.
inline constexpr int kMaxDtw = 126;

[[nodiscard]] constexpr Score score_of_best(Score best) {
    return static_cast<Score>(((best < 128 ? 254 : 0) - best) & 0xFE);
}

[[nodiscard]] constexpr Score score_of_dtw(int dtw) {
    return static_cast<Score>(dtw % 2 == 0 ? dtw : 255 - dtw);
}

[[nodiscard]] constexpr int dtw_of_score(Score score) { return score < 128 ? score : 255 - score; }

}  // namespace hexa
