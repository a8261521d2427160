// Amounts of memory as text, and how much of it there is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hexa {

// Bytes, or a number with K, M, G or T (powers of 1024); a fraction such as 1.5G is fine.
// InputError, which quotes the text, otherwise.
[[nodiscard]] std::uint64_t parse_size(std::string_view text);

// Such as `1.4 GiB`; bytes below 1 KiB.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

// What this process may still take without being killed: of the machine's memory, of its control
// group's and of its own limit, less a margin.
[[nodiscard]] std::uint64_t available_memory();

}  // namespace hexa
