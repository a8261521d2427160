// A loop whose rounds do not depend on each other, on all threads of the current arena.
#pragma once

#include <cstdint>
#include <functional>

namespace hexa {

// Calls body(i) for every i below `count`, each taken by the next thread that is free. The first
// exception that a call throws ends the loop, once the calls under way have returned, and is thrown
// on.
void parallel_loop(std::uint64_t count, const std::function<void(std::uint64_t)>& body);

}  // namespace hexa
