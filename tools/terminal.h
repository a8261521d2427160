// Whether someone is looking, and the colours to show them.
#pragma once

#include <string_view>

#include "text.h"

namespace hexa::cli {

[[nodiscard]] bool is_terminal(int descriptor);

enum class ColourChoice { kAuto, kAlways, kNever };

// `auto`, `always` or `never`; InputError otherwise.
[[nodiscard]] ColourChoice parse_colour_choice(std::string_view text);

// What `--color` asked for; left to itself, colour goes to a terminal that can show it, unless
// NO_COLOR is set to anything.
[[nodiscard]] bool use_colour(ColourChoice choice, int descriptor);

// Escape sequences, all empty without colour.
struct Palette {
    std::string_view good;
    std::string_view bad;
    std::string_view unsure;
    std::string_view strong;
    std::string_view faint;
    std::string_view reset;
    BoardColours board;
};

[[nodiscard]] Palette palette(bool colour);

}  // namespace hexa::cli
