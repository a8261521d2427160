// Any bytes as an unpacked diagram, after two that give the board's files and ranks: an index whose
// ranks lead back to themselves, or a FileError.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "board.h"
#include "columns.h"
#include "diagram_decoder.h"
#include "errors.h"
#include "white_index.h"

namespace hexa {
namespace {

// Made once for each number of ranks: making them takes longer than most inputs.
const Columns& columns_of(int ranks) {
    static std::array<std::unique_ptr<const Columns>, kMaxRanks + 1> known;
    auto& columns = known[static_cast<std::size_t>(ranks)];
    if (!columns) columns = std::make_unique<const Columns>(ranks);
    return *columns;
}

void expect_numbers(const WhiteIndex& index) {
    for (int slice = 0; slice < index.slices(); ++slice) {
        const std::uint64_t size = index.size(slice);
        if (size == 0) continue;
        for (const std::uint64_t rank : {std::uint64_t{0}, size / 3, size - 1}) {
            const WhiteIndex::Place place{slice, rank};
            if (index.rank(index.unrank(place)) != place) std::abort();
        }
    }
}

}  // namespace
}  // namespace hexa

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const hexa::Board board{data[0], data[1]};
    if (!hexa::within_limits(board)) return 0;
    const hexa::Columns& columns = hexa::columns_of(board.ranks);
    try {
        hexa::expect_numbers(
            hexa::decode_diagram(std::as_bytes(std::span(data + 2, size - 2)), board, columns));
    } catch (const hexa::FileError&) {
        return 0;
    }
    return 0;
}
