#include "quote.h"

#include <cstddef>

#include <fmt/format.h>

namespace hexa {

std::string quote(std::string_view text) {
    constexpr std::size_t kShown = 24;
    std::string result = "'";
    for (const char c : text.substr(0, kShown)) {
        if (c >= ' ' && c <= '~' && c != '\\') {
            result += c;
        } else {
            result += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
        }
    }
    result += text.size() > kShown ? "...'" : "'";
    return result;
}

}  // namespace hexa
