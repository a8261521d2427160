// Work on exactly so many threads.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

namespace hexa {

// Runs `work()` in an arena of `threads` threads, more than the machine has cores where asked for.
template <typename Work>
void run_on_threads(int threads, Work work) {
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
    tbb::task_arena(threads).execute(work);
}

}  // namespace hexa
