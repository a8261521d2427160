#include "rules.h"

namespace hexa {

MoveList Rules::moves(const Position& p) const {
    MoveList list;
    if (finished(p)) return list;
    const bool white = p.to_move == Side::kWhite;
    const int forward = white ? 1 : -1;
    const Cells steps_to = steps(p);
    const Cells left_to = left_captures(p);
    const Cells right_to = right_captures(p);
    for (Cells own = p.own() & ~goal(p.to_move); own != 0; own &= own - 1) {
        const int from = first_cell(own);
        const auto try_move = [&](int to, Cells targets, bool capture) {
            if (to >= 0 && to < board_.cells() && (targets >> to & 1) != 0) {
                list.push(
                    {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), capture});
            }
        };
        try_move(from - board_.ranks + forward, left_to, true);
        try_move(from + forward, steps_to, false);
        try_move(from + board_.ranks + forward, right_to, true);
    }
    return list;
}

Position Rules::mirror(const Position& p) const {
    const Cells column = (Cells{1} << board_.ranks) - 1;
    Position mirrored{0, 0, p.to_move};
    for (int file = 0; file < board_.files; ++file) {
        const int from = cell(file, 0);
        const int to = cell(board_.files - 1 - file, 0);
        mirrored.white |= (p.white >> from & column) << to;
        mirrored.black |= (p.black >> from & column) << to;
    }
    return mirrored;
}

Position Rules::colour_flip(const Position& p) const {
    const auto upside_down = [&](Cells cells) {
        Cells turned = 0;
        for (; cells != 0; cells &= cells - 1) {
            const int from = first_cell(cells);
            turned |= Cells{1} << cell(file_of(from), board_.ranks - 1 - rank_of(from));
        }
        return turned;
    };
    return {upside_down(p.black), upside_down(p.white), other(p.to_move)};
}

}  // namespace hexa
