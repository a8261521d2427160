#include "enumerate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include "diagram_store.h"
#include "index_builder.h"
#include "reach.h"
#include "sizes.h"
#include "task_graph.h"
#include "threads.h"

namespace hexa {
namespace {

// Builds every slice and merges it into one store. A slice is built when the two it comes from are,
// and merged, in an order fixed for ever, when the two that come from it are, too: then it is
// freed.
class Enumerator {
public:
    Enumerator(Board board, const Columns& columns, MemoryBudget& budget, const StopFlag& stop,
               Progress& progress, Finished finished)
        : board_(board),
          stop_(&stop),
          progress_(progress),
          slices_(slice_count(board)),
          roots_(2 * slice_count(board)),
          counts_(slice_count(board)),
          merged_(board.files, budget, stop_) {
        builders_.emplace([this, board, &columns, &budget, finished] {
            return SliceBuilder(board, columns, budget, stop_, finished);
        });
    }

    [[nodiscard]] Enumeration run(int threads) {
        const TaskGraph graph = make_graph();
        try {
            run_on_threads(threads, [&] { graph.run([this](int task) { execute(task); }); });
        } catch (const Stopped&) {
            // Of several tasks that end early, the scheduler may pass on one that was only told to.
            const std::lock_guard lock(failure_mutex_);
            if (failure_) std::rethrow_exception(failure_);
            throw;
        }
        builders_.reset();
        Enumeration result{board_, merged_.freeze(roots_), {}, std::move(counts_)};
        for (std::size_t i = 0; i < roots_.size(); i += 2) {
            result.roots.push_back({roots_[i], roots_[i + 1]});
        }
        return result;
    }

    [[nodiscard]] int built() const { return built_; }

private:
    // Tasks 0 .. n-1 build the slices, tasks n .. 2n-1 merge them.
    [[nodiscard]] TaskGraph make_graph() const {
        const int n = slice_count(board_);
        TaskGraph graph;
        for (int task = 0; task < 2 * n; ++task) (void)graph.add_task(1);
        for (int slice = 0; slice < n; ++slice) {
            const Material m = slice_material(board_, slice);
            graph.add_dependency(slice, n + slice);
            if (slice > 0) graph.add_dependency(n + slice, n + slice - 1);
            for (const Material less : {Material{m.white - 1, m.black}, {m.white, m.black - 1}}) {
                if (less.white < 0 || less.black < 0) continue;
                graph.add_dependency(slice, slice_number(board_, less));
                graph.add_dependency(slice_number(board_, less), n + slice);
            }
        }
        return graph;
    }

    void execute(int task) {
        try {
            stop_.check();
            if (task < slice_count(board_)) {
                build(task);
            } else {
                merge(task - slice_count(board_));
            }
        } catch (...) {
            {
                const std::lock_guard lock(failure_mutex_);
                if (!failure_) failure_ = std::current_exception();
            }
            stop_.raise();  // the other threads need not go on either
            throw;
        }
    }

    // The slice with this material, or nullptr where the board has none.
    [[nodiscard]] const SliceSets* sets(Material m) const {
        if (m.white > board_.files || m.black > board_.files) return nullptr;
        return &*slices_[slice_number(board_, m)];
    }

    void build(int slice) {
        const Material m = slice_material(board_, slice);
        slices_[slice] =
            builders_->local().build(sets({m.white + 1, m.black}), sets({m.white, m.black + 1}));
        const SliceSets& made = *slices_[slice];
        counts_[slice] = {made.white_to_move, made.black_to_move, made.finished};
        progress_.add(made.white_to_move + made.black_to_move);
        ++built_;
    }

    void merge(int slice) {
        SliceSets& made = *slices_[slice];
        const std::array roots{made.roots.white, made.roots.black};
        const auto copies = merged_.import(made.diagram, roots);
        std::copy(copies.begin(), copies.end(), roots_.begin() + 2 * slice);
        slices_[slice].reset();
    }

    Board board_;
    StopFlag stop_;
    Progress& progress_;
    std::vector<std::optional<SliceSets>> slices_;
    std::vector<NodeId> roots_;  // White's, then Black's, by slice
    std::vector<SliceCounts> counts_;
    std::atomic<int> built_{0};
    std::mutex failure_mutex_;
    std::exception_ptr failure_;  // what made the first task fail
    DiagramStore merged_;
    std::optional<tbb::enumerable_thread_specific<SliceBuilder>> builders_;
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
                      const StopFlag& stop, Progress& progress, Finished finished) {
    progress.begin("enumerating", "positions", 0);
    std::unique_ptr<Enumerator> enumerator;
    try {
        enumerator = std::make_unique<Enumerator>(board, columns, budget, stop, progress, finished);
        return enumerator->run(threads);
    } catch (const BudgetSpent&) {
        throw MemoryError(fmt::format(
            "enumerating {} needs more than the {} allowed: stopped after {} of {} slices "
            "and {} positions; allow more with --memory",
            to_string(board), size_text(budget.limit()), enumerator ? enumerator->built() : 0,
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
        throw MemoryError(
            fmt::format("the index of {} needs more than the {} allowed; allow more with --memory",
                        to_string(enumeration.board), size_text(budget.limit())));
    }
}

}  // namespace hexa
