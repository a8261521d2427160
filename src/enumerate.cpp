#include "enumerate.h"

#include <array>
#include <atomic>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/task_group.h>

#include "index_builder.h"
#include "reach.h"
#include "threads.h"

namespace hexa {
namespace {

// The slices of a board as a graph of tasks: a slice is built when the two it comes from are.
class SliceGraph {
public:
    SliceGraph(Board board, const Columns& columns, MemoryBudget& budget, const StopFlag& stop,
               Progress& progress)
        : board_(board),
          columns_(columns),
          budget_(budget),
          stop_(&stop),
          progress_(progress),
          slices_(slice_count(board)),
          waiting_for_(slice_count(board)),
          builders_([this] { return SliceBuilder(board_, columns_, budget_, stop_); }) {
        for (int slice = 0; slice < slice_count(board); ++slice) {
            const Material m = slice_material(board, slice);
            waiting_for_[slice] = (m.white < board.files) + (m.black < board.files);
        }
    }

    // Builds every slice; afterwards `slices` holds them.
    void run(int threads) {
        run_on_threads(threads, [&] {
            tasks_.run_and_wait([this] { build({board_.files, board_.files}); });
        });
        if (failure_) std::rethrow_exception(failure_);
    }

    [[nodiscard]] std::vector<std::optional<SliceSets>>& slices() { return slices_; }
    [[nodiscard]] int built() const { return built_; }

private:
    [[nodiscard]] SliceSets* sets(Material m) {
        if (m.white > board_.files || m.black > board_.files) return nullptr;
        return &*slices_[slice_number(board_, m)];
    }

    void build(Material m) {
        try {
            stop_.check();
            SliceSets made =
                builders_.local().build(sets({m.white + 1, m.black}), sets({m.white, m.black + 1}));
            progress_.add(made.white_to_move + made.black_to_move);
            slices_[slice_number(board_, m)] = std::move(made);
            ++built_;
        } catch (...) {
            const std::lock_guard lock(failure_mutex_);
            if (!failure_) failure_ = std::current_exception();
            stop_.raise();
            return;
        }
        release({m.white - 1, m.black});
        release({m.white, m.black - 1});
    }

    // One of the slices that `m` comes from is built.
    void release(Material m) {
        if (m.white < 0 || m.black < 0) return;
        if (waiting_for_[slice_number(board_, m)].fetch_sub(1) == 1) {
            tasks_.run([this, m] { build(m); });
        }
    }

    Board board_;
    const Columns& columns_;
    MemoryBudget& budget_;
    StopFlag stop_;
    Progress& progress_;
    std::vector<std::optional<SliceSets>> slices_;
    std::vector<std::atomic<int>> waiting_for_;
    std::atomic<int> built_{0};
    tbb::enumerable_thread_specific<SliceBuilder> builders_;
    tbb::task_group tasks_;
    std::mutex failure_mutex_;
    std::exception_ptr failure_;
};

}  // namespace

std::uint64_t Enumeration::unfinished() const {
    std::uint64_t sum = 0;
    for (const SliceCounts& c : counts) sum += c.white_to_move + c.black_to_move;
    return sum;
}

std::uint64_t Enumeration::finished() const {
    std::uint64_t sum = 0;
    for (const SliceCounts& c : counts) sum += c.finished;
    return sum;
}

std::size_t Enumeration::nodes() const {
    std::size_t sum = 0;
    for (int level = 0; level < diagram.levels(); ++level) sum += diagram.node_count(level);
    return sum;
}

std::size_t Enumeration::edges() const {
    std::size_t sum = 0;
    for (int level = 0; level < diagram.levels(); ++level) sum += diagram.edge_count(level);
    return sum;
}

Enumeration enumerate(Board board, const Columns& columns, int threads, MemoryBudget& budget,
                      const StopFlag& stop, Progress& progress) {
    progress.begin("enumerating", "positions", 0);
    int built = 0;
    try {
        std::vector<std::optional<SliceSets>> slices;
        {
            SliceGraph graph(board, columns, budget, stop, progress);
            try {
                graph.run(threads);
            } catch (...) {
                built = graph.built();
                throw;
            }
            built = graph.built();
            slices = std::move(graph.slices());
        }
        DiagramStore store(board.files, budget);
        std::vector<NodeId> roots;  // White's, then Black's, by slice
        std::vector<SliceCounts> counts;
        for (std::optional<SliceSets>& slice : slices) {
            const std::array pair{slice->roots.white, slice->roots.black};
            for (const NodeId root : store.import(slice->diagram, pair)) roots.push_back(root);
            counts.push_back({slice->white_to_move, slice->black_to_move, slice->finished});
            slice.reset();
        }
        Enumeration result{board, store.freeze(roots), {}, std::move(counts)};
        for (std::size_t i = 0; i < roots.size(); i += 2) {
            result.roots.push_back({roots[i], roots[i + 1]});
        }
        return result;
    } catch (const BudgetSpent&) {
        throw MemoryError(
            fmt::format("enumerating {} needs more than the {:.1f} MiB allowed: stopped after {} "
                        "of {} slices and "
                        "{} positions; allow more with --memory",
                        to_string(board), static_cast<double>(budget.limit()) / (1 << 20), built,
                        slice_count(board), progress.done.load()));
    }
}

Index make_index(const Enumeration& enumeration, const Columns& columns, MemoryBudget& budget) {
    const Diagram& diagram = enumeration.diagram;
    try {
        IndexBuilder builder(enumeration.board, columns, budget);
        Buffer<Slot> below(budget);  // node of the level below -> its slot
        for (int level = diagram.levels() - 1; level >= 0; --level) {
            const bool last = level + 1 == diagram.levels();
            const std::size_t nodes = diagram.node_count(level);
            Buffer<Slot> here(budget);
            here.resize(nodes + 1);
            builder.begin_level(nodes, diagram.edge_count(level));
            for (NodeId node = 1; node <= nodes; ++node) {
                for (const Edge edge : diagram.edges(level, node)) {
                    builder.add_edge(edge.label(), last ? kNoSlot : below[edge.child()]);
                }
                here[node] = builder.end_node();
            }
            below = std::move(here);
        }
        std::vector<Index::Roots> roots;
        for (const SidePair& pair : enumeration.roots) {
            roots.push_back({below[pair.white], below[pair.black]});
        }
        return builder.finish(roots);
    } catch (const BudgetSpent&) {
        throw MemoryError(fmt::format(
            "the index of {} needs more than the {:.1f} MiB allowed; allow more with "
            "--memory",
            to_string(enumeration.board), static_cast<double>(budget.limit()) / (1 << 20)));
    }
}

}  // namespace hexa
