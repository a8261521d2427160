#include "task_graph.h"

#include <atomic>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "threads.h"

namespace hexa {
namespace {

void run_graph(const TaskGraph& graph, int threads, const std::function<void(int)>& body) {
    run_on_threads(threads, [&] { graph.run(body); });
}

TEST(TaskGraph, OfNothingRunsNothing) {
    const TaskGraph graph;
    run_graph(graph, 2, [](int) { FAIL(); });
    EXPECT_EQ(graph.work(), 0u);
    EXPECT_EQ(graph.critical_path(), 0u);
}

// A hand-made graph:
//
//     0 (5) --> 1 (10) --> 3 (1)      The longest chain is 0, 1, 3: 16 of 46. Task 4 is alone.
//      \--> 2 (2) ---------^
//     4 (8)     5 (20)
TEST(TaskGraph, KnowsItsWorkAndItsCriticalPath) {
    TaskGraph graph;
    for (const int weight : {5, 10, 2, 1, 8}) graph.add_task(weight);
    graph.add_dependency(0, 1);
    graph.add_dependency(0, 2);
    graph.add_dependency(1, 3);
    graph.add_dependency(2, 3);
    graph.add_dependency(2, 3);
    EXPECT_EQ(graph.tasks(), 5);
    EXPECT_EQ(graph.work(), 26u);
    EXPECT_EQ(graph.critical_path(), 16u);
    graph.remove_dependency(1, 3);
    EXPECT_EQ(graph.critical_path(), 15u);
    graph.add_task(20);
    EXPECT_EQ(graph.work(), 46u);
    EXPECT_EQ(graph.critical_path(), 20u);
}

TEST(TaskGraph, RunsEveryTaskOnceAndInOrder) {
    std::mt19937_64 random(1);
    constexpr int kTasks = 2000;
    TaskGraph graph;
    std::vector<std::vector<int>> before(kTasks);
    for (int t = 0; t < kTasks; ++t) {
        graph.add_task(1);
        for (int i = 0; i < 3 && t > 0; ++i) {
            before[t].push_back(static_cast<int>(random() % t));
            graph.add_dependency(before[t].back(), t);
        }
    }
    for (const int threads : {1, 2, 5}) {
        // Plain ints: the graph alone must order what one task writes and another reads.
        std::vector<int> runs(kTasks);
        std::atomic<int> early{0};
        run_graph(graph, threads, [&](int task) {
            for (const int b : before[task]) early += runs[b] != 1;
            ++runs[task];
        });
        EXPECT_EQ(early, 0);
        EXPECT_EQ(runs, std::vector<int>(kTasks, 1));
    }
}

// A chain's exception stops what comes after it, and is the one the caller sees.
TEST(TaskGraph, ThrowsOnWhatATaskThrew) {
    for (const int threads : {1, 3}) {
        TaskGraph graph;
        constexpr int kTasks = 100;
        for (int t = 0; t < kTasks; ++t) {
            graph.add_task(1);
            if (t > 0) graph.add_dependency(t - 1, t);
        }
        std::atomic<int> ran{0};
        try {
            run_graph(graph, threads, [&](int task) {
                ++ran;
                if (task == 41) throw std::runtime_error("task 41");
            });
            FAIL();
        } catch (const std::runtime_error& e) {
            EXPECT_STREQ(e.what(), "task 41");
        }
        EXPECT_EQ(ran, 42);
    }
}

TEST(TaskGraph, DropsIndependentTasksAfterAnException) {
    TaskGraph graph;
    constexpr int kTasks = 1000;
    for (int t = 0; t < kTasks; ++t) graph.add_task(1);
    std::atomic<int> ran{0};
    EXPECT_THROW(run_graph(graph, 1,
                           [&](int) {
                               ++ran;
                               throw std::runtime_error("the first");
                           }),
                 std::runtime_error);
    EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace hexa
