#include "parallel_loop.h"

#include <algorithm>
#include <atomic>

#include <oneapi/tbb/task_arena.h>

#include "task_graph.h"

namespace hexa {

// A task a thread, not a round: there may be very many rounds. Not oneTBB's own loop, because
// ThreadSanitizer cannot see what orders that one's tasks; see race.h.
void parallel_loop(std::uint64_t count, const std::function<void(std::uint64_t)>& body) {
    std::atomic<std::uint64_t> next{0};
    TaskGraph graph;
    const auto threads = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    for (std::uint64_t t = 0; t < std::min(threads, count); ++t) graph.add_task(1);
    graph.run([&](int) {
        try {
            for (std::uint64_t i = next++; i < count; i = next++) body(i);
        } catch (...) {
            next = count;
            throw;
        }
    });
}

}  // namespace hexa
