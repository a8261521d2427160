#include "verify.h"

#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "columns.h"
#include "enumerate.h"
#include "errors.h"
#include "parallel_loop.h"
#include "table.h"
#include "table_labels.h"
#include "text.h"
#include "threads.h"

namespace hexa {
namespace {

constexpr const char* kName = "";

void check_blocks(const Table& table, int threads, const StopFlag& stop, Progress& progress) {
    progress.begin("checking", "blocks", table.blocks());
    run_on_threads(threads, [&] {
        parallel_loop(table.blocks(), [&](std::uint64_t block) {
            stop.check();
            std::vector<std::uint8_t> entries;
            table.read_block(block, entries);
            progress.add(1);
        });
    });
}

// The first position whose label does not follow from its children's.
class FirstWrong {
public:
    void note(const Index::Place& place, std::string what) {
        const std::lock_guard lock(mutex_);
        const auto key = std::tuple(place.slice, place.to_move, place.rank);
        if (!first_ || key < *first_) {
            first_ = key;
            what_ = std::move(what);
        }
    }
    [[nodiscard]] const std::string& what() const { return what_; }

private:
    std::mutex mutex_;
    std::optional<std::tuple<int, Side, std::uint64_t>> first_;
    std::string what_;
};

std::string check_labels(const Table& table, const Index& index, const TableLabels& labels,
                         const StopFlag& stop, Progress& progress) {
    const Board board = index.board();
    const Rules rules(board);
    progress.begin("verifying", "positions", table.header().unfinished);
    FirstWrong wrong;
    for (int slice = 0; slice < index.slices(); ++slice) {
        for (const Side side : {Side::kWhite, Side::kBlack}) {
            const LabelArray& set = labels.set(slice, side);
            for_each_in_parallel(
                index, slice, side, stop, progress, [&](const Position& p, std::uint64_t rank) {
                    const int found = set.data()[rank];
                    const int right = dtw_by_moves(
                        rules, p, [&](const Position& child) { return labels.dtw(child); });
                    if (found == right) return;
                    wrong.note({slice, side, rank},
                               fmt::format("{}: the table says {} plies, its moves say {}",
                                           position_text(board, p), found, right));
                });
        }
    }
    if (!wrong.what().empty()) return wrong.what();
    if (labels.digest() != table.header().digest) {
        return "the digest in its header is not that of its labels";
    }
    return {};
}

}  // namespace

Verdict verify_bytes(std::unique_ptr<ByteSource> source, int threads, const StopFlag& stop,
                     Progress& progress) {
    Verdict verdict;
    try {
        const Table table(std::move(source), kName);
        verdict.board = to_string(table.board());
        check_blocks(table, threads, stop, progress);
        verdict.checked = table.header().white_to_move;
    } catch (const FileError& error) {
        verdict.defect = error.what();
    }
    return verdict;
}

Verdict verify_deep(std::unique_ptr<ByteSource> source, int threads, MemoryBudget& budget,
                    const StopFlag& stop, Progress& progress) {
    Verdict verdict;
    try {
        const Table table(std::move(source), kName);
        verdict.board = to_string(table.board());
        check_blocks(table, threads, stop, progress);
        const Columns columns(table.board().ranks);
        const Enumeration e = enumerate(table.board(), columns, threads, budget, stop, progress);
        if (e.unfinished() != table.header().unfinished) {
            verdict.defect = fmt::format("its header counts {} positions, and there are {}",
                                         table.header().unfinished, e.unfinished());
            return verdict;
        }
        const Index index = make_index(e, columns, budget);
        run_on_threads(threads, [&] {
            const TableLabels labels(table, index, budget, stop, progress);
            verdict.defect = check_labels(table, index, labels, stop, progress);
        });
        verdict.checked = e.unfinished();
    } catch (const FileError& error) {
        verdict.defect = error.what();
    }
    return verdict;
}

}  // namespace hexa
