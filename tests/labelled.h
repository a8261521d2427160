// A board with its index and all its labels, for benchmarks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "made_table.h"

namespace hexa {

struct Labelled {
    explicit Labelled(Board board) : enumerated(board, 2) {
        const Index& index = enumerated.index;
        for (int slice = 0; slice < index.slices(); ++slice) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                labels[{slice, side}].resize(index.size(slice, side));
            }
        }
        class Nobody : public LabelSink {
            [[nodiscard]] bool wants(SetId) const override { return false; }
            void take(SetId, std::uint64_t, std::span<std::uint8_t>) override {}
        } nobody;
        CopyingSink copies(labels, nobody);
        result = sweep(enumerated.columns, enumerated.index, {.threads = 2}, enumerated.budget,
                       enumerated.stop, enumerated.progress, &copies);
    }

    // Made when it is asked for; only the board asked for last is kept.
    static Labelled& of(Board board) {
        static std::unique_ptr<Labelled> last;
        if (!last || last->enumerated.enumeration.board != board) {
            last.reset();
            last = std::make_unique<Labelled>(board);
        }
        return *last;
    }

    Enumerated enumerated;
    Labels labels;
    SweepResult result;
};

}  // namespace hexa
