#include "board.h"

#include <charconv>

#include <fmt/format.h>

#include "errors.h"
#include "quote.h"

namespace hexa {
namespace {

// What every message about a board's size ends with.
std::string limits() {
    return fmt::format("boards have {} to {} files, {} to {} ranks and at most {} cells", kMinFiles,
                       kMaxFiles, kMinRanks, kMaxRanks, kMaxCells);
}

}  // namespace

Board checked_board(int files, int ranks) {
    const Board board{files, ranks};
    if (!within_limits(board)) {
        throw InputError(
            fmt::format("a {}x{} board is beyond the limits: {}", files, ranks, limits()));
    }
    return board;
}

Board parse_board(std::string_view text) {
    const auto malformed = [&] {
        return InputError(fmt::format("{} is not a board: write files x ranks, such as 5x5; {}",
                                      quote(text), limits()));
    };
    // Digits only: from_chars would also take a minus sign.
    const auto number = [&](std::string_view digits) {
        int value = 0;
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
            throw malformed();
        }
        const char* const end = digits.data() + digits.size();
        if (std::from_chars(digits.data(), end, value).ec != std::errc{}) throw malformed();
        return value;
    };
    const auto cross = text.find('x');
    if (cross == std::string_view::npos) throw malformed();
    return checked_board(number(text.substr(0, cross)), number(text.substr(cross + 1)));
}

std::string to_string(Board board) { return fmt::format("{}x{}", board.files, board.ranks); }

}  // namespace hexa
