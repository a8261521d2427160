#include "threads.h"

#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

namespace hexa {

MemoryError too_many_threads(int threads) {
    return MemoryError(fmt::format(
        "the system grants no {} threads: give more memory, or fewer threads with -T", threads));
}

void try_threads(int threads) {
    std::mutex all_started;  // held until then
    std::vector<std::jthread> trial;
    const std::lock_guard lock(all_started);
    try {
        for (int i = 0; i < threads; ++i) {
            trial.emplace_back([&all_started] { const std::lock_guard wait(all_started); });
        }
    } catch (const std::system_error&) {
        throw too_many_threads(threads + 1);
    }
}

}  // namespace hexa
