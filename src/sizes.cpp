#include "sizes.h"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>

#include <fmt/format.h>

#include "errors.h"
#include "quote.h"

namespace hexa {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::string_view kUnits = "KMGT";

// The first number in a file, or `otherwise` where there is none.
std::uint64_t number_in(const char* path, std::uint64_t otherwise) {
    std::ifstream in(path);
    std::uint64_t number = 0;
    return in >> number ? number : otherwise;
}

std::uint64_t machine_memory() {
    std::ifstream in("/proc/meminfo");
    std::string name;
    std::uint64_t kibibytes = 0;
    while (in >> name >> kibibytes) {
        if (name == "MemAvailable:") return kibibytes * 1024;
        in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return kUnlimited;
}

std::uint64_t group_memory() {
    const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max", kUnlimited);
    const std::uint64_t used = number_in("/sys/fs/cgroup/memory.current", 0);
    return limit == kUnlimited ? limit : limit - std::min(limit, used);
}

std::uint64_t address_space() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
    return limit.rlim_cur;
}

}  // namespace

std::uint64_t parse_size(std::string_view text) {
    const auto malformed = [&] {
        return InputError(fmt::format(
            "{} is not a size; write bytes, or a number with K, M, G or T, such as 512M or 16G",
            quote(text)));
    };
    std::string_view digits = text;
    double unit = 1;
    if (!digits.empty()) {
        if (const auto at = kUnits.find(digits.back()); at != std::string_view::npos) {
            for (std::size_t i = 0; i <= at; ++i) unit *= 1024;
            digits.remove_suffix(1);
        }
    }
    if (digits.empty() || digits.find_first_not_of("0123456789.") != std::string_view::npos) {
        throw malformed();
    }
    double number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size()) throw malformed();
    const double bytes = number * unit;
    if (bytes < 1 || bytes >= 0x1p63) throw malformed();
    return static_cast<std::uint64_t>(bytes);
}

std::string size_text(std::uint64_t bytes) {
    constexpr std::uint64_t kStep = 1024;
    if (bytes < kStep) return fmt::format("{} bytes", bytes);
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (value /= kStep; value >= kStep && unit + 1 < kUnits.size(); ++unit) value /= kStep;
    return fmt::format("{:.1f} {}iB", value, kUnits[unit]);
}

std::uint64_t available_memory() {
    constexpr std::uint64_t kLeast = std::uint64_t{64} << 20;
    const std::uint64_t most = std::min({machine_memory(), group_memory(), address_space()});
    // The rest is for code, stacks, what allocators waste and everybody else.
    return std::max(most - most / 16, kLeast) - kLeast / 2;
}

}  // namespace hexa
