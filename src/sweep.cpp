#include "sweep.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <xxhash.h>

#include "sweep_slice.h"
#include "threads.h"

namespace hexa {
namespace {

constexpr std::array kSides{Side::kWhite, Side::kBlack};
// Files whose column states make a task, and how many files a sweep below them needs at least.
constexpr int kTaskFiles = 2;
constexpr int kFilesBelow = 3;

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

// What is known of a set when it is done.
struct SetSummary {
    std::uint64_t wins = 0;
    int longest = 0;
    std::uint64_t longest_rank = 0;
    std::uint64_t hash = 0;
};

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
          summaries_(static_cast<std::size_t>(index.slices()) * 2) {}

    SweepResult run() {
        SweepResult result;
        run_on_threads(options_.threads, [&] {
            for (int total = 0; total <= 2 * board_.files; ++total) {
                sweep_total(total, result);
                retire_total(total - 1);
            }
            retire_total(2 * board_.files);
        });
        summarise(result);
        return result;
    }

private:
    struct Task {
        int slice;
        std::array<ColumnId, kTaskFiles> prefix;
        std::uint64_t positions;
    };

    [[nodiscard]] Block opened(Material m, Side to_move) {
        if (m.white < 0 || m.black < 0) return {};
        const int slice = slice_number(board_, m);
        const Slot root = index_.root(slice, to_move);
        if (root == kNoSlot) return {};
        return {root, shelf_.open({slice, to_move})};
    }

    void sweep_total(int total, SweepResult& result) {
        std::vector<Task> tasks;
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
            add_tasks(slice, tasks, graph);
        }
        if (options_.adjust_graph) options_.adjust_graph(graph);
        result.work += graph.work();
        result.critical_path += graph.critical_path();
        graph.run([&](int number) {
            stop_.check();
            const Task& task = tasks[number];
            sweepers_.local().sweep(blocks[task.slice], task.prefix.data(), task_files());
            progress_.add(task.positions);
        });
        for (const int slice : slices) {
            for (const Side side : kSides) {
                shelf_.put({slice, side}, std::move(arrays[slice][static_cast<int>(side)]));
            }
        }
    }

    [[nodiscard]] int task_files() const {
        return std::clamp(board_.files - kFilesBelow, 0, kTaskFiles);
    }

    // The tasks of a slice: its prefixes, both sides to move together.
    void add_tasks(int slice, std::vector<Task>& tasks, TaskGraph& graph) {
        const std::size_t first = tasks.size();
        add_prefixes({slice, {}, 0}, 0, index_.root(slice, Side::kWhite),
                     index_.root(slice, Side::kBlack), tasks);
        for (std::size_t t = first; t < tasks.size(); ++t) graph.add_task(tasks[t].positions);
        // They come in ascending order, so a prefix is found by halving.
        const auto find = [&](const std::array<ColumnId, kTaskFiles>& prefix) {
            const auto at = std::lower_bound(
                tasks.begin() + first, tasks.end(), prefix,
                [](const Task& task, const auto& wanted) { return task.prefix < wanted; });
            return at != tasks.end() && at->prefix == prefix ? static_cast<int>(at - tasks.begin())
                                                             : -1;
        };
        for (std::size_t t = first; t < tasks.size(); ++t) {
            for (int file = 0; file < task_files(); ++file) {
                for (const Side side : kSides) {
                    for (const ColumnId next : columns_.steps(side, tasks[t].prefix[file])) {
                        auto prefix = tasks[t].prefix;
                        prefix[file] = next;
                        const int before = find(prefix);
                        if (before >= 0) graph.add_dependency(before, static_cast<int>(t));
                    }
                }
            }
        }
    }

    void add_prefixes(Task task, int level, Slot white, Slot black, std::vector<Task>& tasks) {
        if (white == kNoSlot && black == kNoSlot) return;
        const IndexLevel& l = index_.level(level);
        if (level == task_files()) {
            task.positions = l.paths(white) + l.paths(black);
            tasks.push_back(task);
            return;
        }
        int w = 0;
        int b = 0;
        while (w < l.edges(white) || b < l.edges(black)) {
            constexpr int kNone = std::numeric_limits<int>::max();
            const int next_white = w < l.edges(white) ? l.labels(white)[w] : kNone;
            const int next_black = b < l.edges(black) ? l.labels(black)[b] : kNone;
            const int label = std::min(next_white, next_black);
            const Slot in_white = next_white == label ? l.child(white + 1 + w++) : kNoSlot;
            const Slot in_black = next_black == label ? l.child(black + 1 + b++) : kNoSlot;
            task.prefix[level] = static_cast<ColumnId>(label);
            add_prefixes(task, level + 1, in_white, in_black, tasks);
        }
    }

    // Takes the sets of a total off the shelf and hands them on.
    void retire_total(int total) {
        if (total < 0) return;
        const auto slices = slices_of_total(board_, total);
        tbb::parallel_for(std::size_t{0}, slices.size() * 2, [&](std::size_t i) {
            const SetId set{slices[i / 2], kSides[i % 2]};
            LabelArray labels = shelf_.take(set);
            SetSummary& summary = summaries_[set.slice * 2 + i % 2];
            const LabelSummary seen = kernels_.to_dtw(labels.data(), labels.size());
            summary.wins = seen.wins;
            summary.longest = seen.longest;
            if (labels.size() != 0) {
                summary.longest_rank = static_cast<const Score*>(std::memchr(
                                           labels.data(), seen.longest, labels.size())) -
                                       labels.data();
            }
            summary.hash = XXH3_64bits(labels.data(), labels.size());
            if (const auto start = index_.rank(Rules(board_).start());
                start->slice == set.slice && start->to_move == set.to_move) {
                start_ = labels.data()[start->rank];
            }
            if (sink_ != nullptr) sink_->take(set, std::move(labels));
        });
    }

    void summarise(SweepResult& result) const {
        std::vector<XXH64_canonical_t> hashes(summaries_.size());
        bool any = false;
        for (std::size_t i = 0; i < summaries_.size(); ++i) {
            const SetId set{static_cast<int>(i / 2), kSides[i % 2]};
            const std::uint64_t size = index_.size(set.slice, set.to_move);
            result.wins += summaries_[i].wins;
            result.losses += size - summaries_[i].wins;
            if (size != 0 && (!any || summaries_[i].longest > result.longest)) {
                any = true;
                result.longest = summaries_[i].longest;
                result.longest_at = {set.slice, set.to_move, summaries_[i].longest_rank};
            }
            XXH64_canonicalFromHash(&hashes[i], summaries_[i].hash);
        }
        if (result.longest > kMaxDtw) {
            throw Error(ExitStatus::kCheckFailed,
                        fmt::format("{} has a distance of {} plies, more than a label can hold",
                                    to_string(board_), result.longest));
        }
        result.start = start_;
        result.digest = XXH3_64bits(hashes.data(), hashes.size() * sizeof(hashes[0]));
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
    TailCache<Number> programs_;
    tbb::enumerable_thread_specific<SliceSweeper<Number>> sweepers_;
    std::vector<SetSummary> summaries_;
    int start_ = 0;
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
    const std::uint64_t needed = sweep_memory(index);
    const std::uint64_t used = budget.used();
    if (budget.limit() < used || budget.limit() - used < needed) {
        throw MemoryError(fmt::format(
            "labelling {} needs {} bytes of memory, {} for the index and {} for labels, and {} are "
            "allowed: allow more with --memory",
            to_string(index.board()), used + needed, used, needed, budget.limit()));
    }
    const int tail_level = std::max(0, index.board().files - 2);
    if (index.level(tail_level).slots() >> kTailSlotBits != 0) {
        throw MemoryError(
            fmt::format("{} is too large to label: its diagram has more than 2^{} slots "
                        "for the last two files",
                        to_string(index.board()), kTailSlotBits));
    }
    const std::size_t program_bytes = budget.limit() - used - needed;
    if (longest_tail(index) <= std::numeric_limits<std::uint16_t>::max()) {
        return Sweep<std::uint16_t>(columns, index, options, budget, program_bytes, stop, progress,
                                    sink)
            .run();
    }
    return Sweep<std::uint32_t>(columns, index, options, budget, program_bytes, stop, progress,
                                sink)
        .run();
}

}  // namespace hexa
