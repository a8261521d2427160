// Work on exactly so many threads.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include "race.h"

namespace hexa {

// Runs `work()` in an arena of `threads` threads, more than the machine has cores where asked for.
template <typename Work>
void run_on_threads(int threads, Work work) {
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
    // The arena may give the work to a thread of its own.
    race_release(&allow);
    tbb::task_arena(threads).execute([&] {
        race_acquire(&allow);
        work();
        race_release(&allow);
    });
    race_acquire(&allow);
}

}  // namespace hexa
