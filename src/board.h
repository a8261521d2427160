// The size of a board, and the limits within which everything here works.
#pragma once

#include <string>
#include <string_view>

namespace hexa {

inline constexpr int kMinFiles = 1;
inline constexpr int kMaxFiles = 10;
inline constexpr int kMinRanks = 3;
inline constexpr int kMaxRanks = 10;
inline constexpr int kMaxCells = 64;

// A board of `files` columns by `ranks` rows. A plain value; `checked_board` makes valid ones.
struct Board {
    int files = 0;
    int ranks = 0;

    [[nodiscard]] constexpr int cells() const { return files * ranks; }
    friend constexpr bool operator==(const Board&, const Board&) = default;
};

[[nodiscard]] constexpr bool within_limits(Board board) {
    return board.files >= kMinFiles && board.files <= kMaxFiles && board.ranks >= kMinRanks &&
           board.ranks <= kMaxRanks && board.cells() <= kMaxCells;
}

// The board, or an InputError that names the limits.
[[nodiscard]] Board checked_board(int files, int ranks);

// Parses `WxH`, such as `5x5`; InputError where it is anything else or beyond the limits.
[[nodiscard]] Board parse_board(std::string_view text);

// `WxH`.
[[nodiscard]] std::string to_string(Board board);

}  // namespace hexa
