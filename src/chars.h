// Small questions about characters and blanks, shared by everything that reads text.
#pragma once

#include <cstddef>
#include <string_view>

namespace hexa {

inline constexpr std::string_view kBlanks = " \t";

[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[nodiscard]] constexpr std::string_view without_trailing_blanks(std::string_view text) {
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

[[nodiscard]] constexpr std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return without_trailing_blanks(text.substr(begin));
}

// Digits and nothing else, at least one.
[[nodiscard]] constexpr bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The first character with all its bytes, where `text` is UTF-8; its first byte otherwise.
[[nodiscard]] constexpr std::string_view first_character(std::string_view text) {
    constexpr std::size_t kLongest = 4;
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    std::size_t length = 1;
    while (length < text.size() && length < kLongest && continues(text[length])) ++length;
    return text.substr(0, length);
}

}  // namespace hexa
