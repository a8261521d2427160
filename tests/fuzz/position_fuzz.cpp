// Any text as a position, and what follows its first line end as a move in it: what is accepted is
// written and read back as the same, and what is not is told in one printable line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "errors.h"
#include "rules.h"
#include "text.h"

namespace hexa {
namespace {

void expect(bool holds) {
    if (!holds) std::abort();
}

bool one_printable_line(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

void try_move(const PositionOnBoard& p, std::string_view text) {
    const Rules rules(p.board);
    if (rules.finished(p.position)) return;
    const MoveList legal = rules.moves(p.position);
    for (const Move move : legal) {
        expect(parse_move(p.board, p.position, move_name(p.board, move)) == move);
    }
    try {
        const Move move = parse_move(p.board, p.position, text);
        expect(std::find(legal.begin(), legal.end(), move) != legal.end());
    } catch (const InputError& error) {
        expect(one_printable_line(error.what()));
    }
}

void try_position(std::string_view text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    try {
        const PositionOnBoard p = parse_position(text.substr(0, end));
        expect(within_limits(p.board));
        expect((p.position.white & p.position.black) == 0);
        const Cells cells = p.board.files * p.board.ranks == 64
                                ? ~Cells{0}
                                : (Cells{1} << (p.board.files * p.board.ranks)) - 1;
        expect(((p.position.white | p.position.black) & ~cells) == 0);
        expect(parse_position(position_text(p.board, p.position)) == p);
        expect(!drawn_board(p.board, p.position).empty());
        if (end < text.size()) try_move(p, text.substr(end + 1));
    } catch (const InputError& error) {
        expect(one_printable_line(error.what()));
        expect(std::string_view(error.what()).starts_with("column "));
    }
}

}  // namespace
}  // namespace hexa

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    hexa::try_position({reinterpret_cast<const char*>(data), size});
    return 0;
}
