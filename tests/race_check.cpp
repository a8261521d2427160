// Sweeps a board on two threads so that ThreadSanitizer can look on. With --remove-one, a pair of
// tasks in each graph loses the dependency between them: what the second reads, the first may still
// write, and a race check that means something must say so.
#include <cstring>
#include <queue>
#include <vector>

#include "enumerated.h"
#include "sweep.h"

namespace {

using namespace hexa;

std::vector<bool> reachable_from(const TaskGraph& graph, std::vector<int> tasks) {
    std::vector<std::vector<int>> next(graph.tasks());
    for (const auto& [before, after] : graph.dependencies()) next[before].push_back(after);
    std::vector<bool> reached(graph.tasks());
    while (!tasks.empty()) {
        const int task = tasks.back();
        tasks.pop_back();
        if (reached[task]) continue;
        reached[task] = true;
        tasks.insert(tasks.end(), next[task].begin(), next[task].end());
    }
    return reached;
}

// Removes the dependency between the heaviest two tasks that have one, and makes the two wait for
// everything that can be done before them: then they begin at the same time. Were they not at work
// at once, what the scheduler does between tasks could order them by chance.
void remove_one(TaskGraph& graph) {
    const auto lighter = [&](const std::pair<int, int>& d) {
        return std::min(graph.weight(d.first), graph.weight(d.second));
    };
    const auto all = graph.dependencies();
    if (all.empty()) return;
    const auto [before, after] =
        *std::max_element(all.begin(), all.end(),
                          [&](const auto& a, const auto& b) { return lighter(a) < lighter(b); });
    graph.remove_dependency(before, after);
    const std::vector<bool> later = reachable_from(graph, {before, after});
    for (int task = 0; task < graph.tasks(); ++task) {
        if (later[task]) continue;
        graph.add_dependency(task, before);
        graph.add_dependency(task, after);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const bool removing = argc == 2 && std::strcmp(argv[1], "--remove-one") == 0;
    SweepOptions options{.threads = 2};
    if (removing) options.adjust_graph = remove_one;
    Enumerated e({5, 4}, 2);
    for (int round = 0; round < 5; ++round) {
        (void)sweep(e.columns, e.index, options, e.budget, e.stop, e.progress, nullptr);
    }
}
