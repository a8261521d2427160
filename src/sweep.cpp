#include "sweep.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include "set_summary.h"
#include "sizes.h"
#include "slice_tasks.h"
#include "sweep_slice.h"
#include "threads.h"

namespace hexa {
namespace {

constexpr std::array kSides{Side::kWhite, Side::kBlack};
// A set is summarised so many times as fast as it is swept, roughly: for the weights of tasks.
constexpr std::uint64_t kSummarySpeed = 32;

std::vector<int> slices_of_total(Board board, int total) {
    std::vector<int> slices;
    for (int slice = 0; slice < slice_count(board); ++slice) {
        if (slice_material(board, slice).total() == total) slices.push_back(slice);
    }
    return slices;
}

std::uint64_t positions_of_total(const Index& index, int total) {
    std::uint64_t sum = 0;
    for (const int slice : slices_of_total(index.board(), total)) {
        for (const Side side : kSides) sum += index.size(slice, side);
    }
    return sum;
}

// The longest block pair that a tail program may have to number.
std::uint64_t longest_tail(const Index& index) {
    const IndexLevel& l = index.level(std::max(0, index.board().files - 2));
    std::uint64_t longest = 0;
    for (Slot node = 1; node < l.slots(); node += 1 + l.edges(node)) {
        longest = std::max(longest, l.paths(node));
    }
    return 2 * longest;
}

template <typename Number>
class Sweep {
public:
    Sweep(const Columns& columns, const Index& index, const SweepOptions& options,
          MemoryBudget& budget, std::size_t program_bytes, const StopFlag& stop, Progress& progress,
          LabelSink* sink)
        : columns_(columns),
          index_(index),
          board_(index.board()),
          options_(options),
          kernels_(options.kernels != nullptr ? *options.kernels : usable_kernels().back()),
          budget_(budget),
          stop_(stop),
          progress_(progress),
          sink_(sink),
          shelf_(index.slices()),
          program_budget_(program_bytes),
          programs_(columns, index, program_budget_),
          sweepers_([this] { return SliceSweeper<Number>(columns_, index_, programs_, kernels_); }),
          summaries_(static_cast<std::size_t>(index.slices()) * 2),
          start_(index.rank(Rules(index.board()).start()).value()) {}

    SweepResult run() {
        SweepResult result;
        run_on_threads(options_.threads, [&] {
            // One more than there are: what is left to do about the last joins an empty total.
            for (int total = 0; total <= 2 * board_.files + 1; ++total) sweep_total(total, result);
        });
        report(result);
        return result;
    }

private:
    struct Piece {
        SetId set;
        std::uint64_t first;
        std::size_t size;
    };

    [[nodiscard]] Block opened(Material m, Side to_move) {
        if (m.white < 0 || m.black < 0) return {};
        const int slice = slice_number(board_, m);
        const Slot root = index_.root(slice, to_move);
        if (root == kNoSlot) return {};
        return {root, shelf_.open({slice, to_move})};
    }

    // Sweeps the slices of a total and meanwhile summarises those of the total before, which are
    // only read now, and hands them on; then drops them.
    void sweep_total(int total, SweepResult& result) {
        std::vector<SliceTask> tasks;
        TaskGraph graph;
        std::vector<SliceBlocks> blocks(index_.slices());
        std::vector<std::array<LabelArray, 2>> arrays(index_.slices());
        const auto slices = slices_of_total(board_, total);
        for (const int slice : slices) {
            const Material m = slice_material(board_, slice);
            for (const Side side : kSides) {
                const int s = static_cast<int>(side);
                arrays[slice][s] = LabelArray(index_.size(slice, side), budget_);
                blocks[slice].own[s] = {index_.root(slice, side), arrays[slice][s].data()};
            }
            blocks[slice].captured = {opened({m.white, m.black - 1}, Side::kBlack),
                                      opened({m.white - 1, m.black}, Side::kWhite)};
            add_slice_tasks(columns_, index_, slice, tasks, graph);
        }
        const int sweeps = graph.tasks();
        const auto done = sets_of_total(total - 1);
        for (const SetId set : done) {
            graph.add_task(index_.size(set.slice, set.to_move) / kSummarySpeed);
        }
        const int summaries = graph.tasks();
        if (options_.adjust_graph) options_.adjust_graph(graph);
        result.work += graph.work();
        result.critical_path += graph.critical_path();
        const auto pieces = pieces_of(done);
        for (const Piece& piece : pieces) graph.add_task(piece.size);
        graph.run([&](int number) {
            stop_.check();
            if (number >= summaries) {
                hand_on(pieces[number - summaries]);
                return;
            }
            if (number >= sweeps) {
                summarise(done[number - sweeps]);
                return;
            }
            const SliceTask& task = tasks[number];
            sweepers_.local().sweep(blocks[task.slice], task.prefix.data(), task_files(board_));
            progress_.add(task.positions);
        });
        for (const int slice : slices) {
            for (const Side side : kSides) {
                shelf_.put({slice, side}, std::move(arrays[slice][static_cast<int>(side)]));
            }
        }
        for (const SetId set : done) shelf_.drop(set);
    }

    // What the sink wants of these sets.
    [[nodiscard]] std::vector<Piece> pieces_of(const std::vector<SetId>& sets) const {
        std::vector<Piece> pieces;
        if (sink_ == nullptr) return pieces;
        for (const SetId set : sets) {
            if (!sink_->wants(set)) continue;
            const std::uint64_t size = index_.size(set.slice, set.to_move);
            for (std::uint64_t first = 0; first < size; first += LabelSink::kPiece) {
                pieces.push_back(
                    {set, first, std::min<std::uint64_t>(LabelSink::kPiece, size - first)});
            }
        }
        return pieces;
    }

    [[nodiscard]] std::vector<SetId> sets_of_total(int total) const {
        std::vector<SetId> sets;
        for (const int slice : slices_of_total(board_, total)) {
            for (const Side side : kSides) sets.push_back({slice, side});
        }
        return sets;
    }

    void summarise(SetId set) {
        const Score* const scores = shelf_.open(set);
        summaries_[set.slice * 2 + static_cast<int>(set.to_move)] =
            summarise_set(kernels_, {scores, index_.size(set.slice, set.to_move)});
        if (set.slice == start_.slice && set.to_move == start_.to_move) {
            start_dtw_ = dtw_of_score(scores[start_.rank]);
        }
    }

    void hand_on(const Piece& piece) {
        const Score* const scores = shelf_.open(piece.set) + piece.first;
        std::vector<Score>& copy = copies_.local();
        copy.assign(scores, scores + piece.size);
        (void)kernels_.to_dtw(copy.data(), copy.size());
        sink_->take(piece.set, piece.first, copy);
    }

    void report(SweepResult& result) const {
        bool any = false;
        for (std::size_t i = 0; i < summaries_.size(); ++i) {
            const SetSummary& summary = summaries_[i];
            const SetId set{static_cast<int>(i / 2), kSides[i % 2]};
            const std::uint64_t size = index_.size(set.slice, set.to_move);
            result.wins += summary.wins;
            result.losses += size - summary.wins;
            if (size != 0 && (!any || summary.longest > result.longest)) {
                any = true;
                result.longest = summary.longest;
                result.longest_at = {set.slice, set.to_move, summary.longest_rank};
            }
        }
        if (result.longest > kMaxDtw) {
            throw Error(ExitStatus::kCheckFailed,
                        fmt::format("{} has a distance of {} plies, more than a label can hold",
                                    to_string(board_), result.longest));
        }
        result.start = start_dtw_;
        result.digest = digest_of(summaries_);
    }

    const Columns& columns_;
    const Index& index_;
    Board board_;
    const SweepOptions& options_;
    const Kernels& kernels_;
    MemoryBudget& budget_;
    const StopFlag& stop_;
    Progress& progress_;
    LabelSink* sink_;
    MemoryShelf shelf_;
    MemoryBudget program_budget_;
    SweepPrograms<Number> programs_;
    tbb::enumerable_thread_specific<SliceSweeper<Number>> sweepers_;
    tbb::enumerable_thread_specific<std::vector<Score>> copies_;
    std::vector<SetSummary> summaries_;
    Index::Place start_;
    int start_dtw_ = 0;
};

}  // namespace

std::uint64_t sweep_memory(const Index& index) {
    std::uint64_t most = 0;
    for (int total = 1; total <= 2 * index.board().files; ++total) {
        most =
            std::max(most, positions_of_total(index, total - 1) + positions_of_total(index, total));
    }
    return most;
}

SweepResult sweep(const Columns& columns, const Index& index, const SweepOptions& options,
                  MemoryBudget& budget, const StopFlag& stop, Progress& progress, LabelSink* sink) {
    std::uint64_t positions = 0;
    for (int total = 0; total <= 2 * index.board().files; ++total) {
        positions += positions_of_total(index, total);
    }
    progress.begin("sweeping", "positions", positions);
    const std::uint64_t labels = sweep_memory(index);
    const std::uint64_t needed = labels + least_program_bytes(index);
    const std::uint64_t used = budget.used();
    if (budget.limit() < used || budget.limit() - used < needed) {
        throw MemoryError(fmt::format(
            "labelling {} needs {} of memory, {} of it for labels, and {} are allowed; allow more "
            "with --memory",
            to_string(index.board()), size_text(used + needed), size_text(labels),
            size_text(budget.limit())));
    }
    for (int files = 2; files <= 3; ++files) {
        if (index.level(std::max(0, index.board().files - files)).slots() >> kProgramSlotBits !=
            0) {
            throw MemoryError(fmt::format(
                "{} is too large to label: its diagram has more than 2^{} slots for the last files",
                to_string(index.board()), kProgramSlotBits));
        }
    }
    const std::size_t program_bytes = budget.limit() - used - labels;
    if (!options.wide_programs &&
        longest_tail(index) <= std::numeric_limits<std::uint16_t>::max()) {
        return Sweep<std::uint16_t>(columns, index, options, budget, program_bytes, stop, progress,
                                    sink)
            .run();
    }
    return Sweep<std::uint32_t>(columns, index, options, budget, program_bytes, stop, progress,
                                sink)
        .run();
}

}  // namespace hexa
