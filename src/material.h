// A slice's name: how many pawns each side has. Slices are the unit of enumerating, sweeping and
// storing.
#pragma once

#include <vector>

#include "board.h"
#include "rules.h"

namespace hexa {

struct Material {
    int white = 0;
    int black = 0;

    [[nodiscard]] constexpr int total() const { return white + black; }
    friend constexpr bool operator==(const Material&, const Material&) = default;
};

[[nodiscard]] constexpr Material material_of(const Position& p) {
    return {count_cells(p.white), count_cells(p.black)};
}

// Slices are numbered by white pawns, then black pawns: 0 .. slice_count - 1, for every board.
[[nodiscard]] constexpr int slice_count(Board board) {
    return (board.files + 1) * (board.files + 1);
}
[[nodiscard]] constexpr int slice_number(Board board, Material m) {
    return m.white * (board.files + 1) + m.black;
}
[[nodiscard]] constexpr Material slice_material(Board board, int number) {
    return {number / (board.files + 1), number % (board.files + 1)};
}

}  // namespace hexa
