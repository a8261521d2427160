// Work on exactly so many threads.
#pragma once

#include <stdexcept>
#include <string_view>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include "errors.h"
#include "race.h"

namespace hexa {

// Starts so many threads at once, as a trial, and ends them. MemoryError where the system does not
// grant them: oneTBB would find out on a thread of its own, where nobody can catch what it throws.
void try_threads(int threads);
[[nodiscard]] MemoryError too_many_threads(int threads);

// Runs `work()` in an arena of `threads` threads, more than the machine has cores where asked for.
// MemoryError where the system grants no thread.
template <typename Work>
void run_on_threads(int threads, Work work) {
    try_threads(threads - 1);
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
    // The arena may give the work to a thread of its own.
    race_release(&allow);
    try {
        tbb::task_arena(threads).execute([&] {
            race_acquire(&allow);
            work();
            race_release(&allow);
        });
    } catch (const Error&) {
        throw;
    } catch (const std::runtime_error& error) {
        // oneTBB tells of it in words alone.
        if (!std::string_view(error.what()).starts_with("pthread_create")) throw;
        throw too_many_threads(threads);
    }
    race_acquire(&allow);
}

}  // namespace hexa
