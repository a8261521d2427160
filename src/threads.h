// Work on exactly so many threads.
#pragma once

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include "errors.h"
#include "race.h"

namespace hexa {

// Runs `work()` in an arena of `threads` threads, more than the machine has cores where asked for.
// MemoryError where the system grants no thread.
template <typename Work>
void run_on_threads(int threads, Work work) {
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
        throw MemoryError(fmt::format(
            "the system grants no {} threads: give more memory, or fewer threads with -T",
            threads));
    }
    race_acquire(&allow);
}

}  // namespace hexa
