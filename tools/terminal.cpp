#include "terminal.h"

#include <unistd.h>

#include <cstdlib>

#include <fmt/format.h>

#include "errors.h"
#include "quote.h"

namespace hexa::cli {

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

ColourChoice parse_colour_choice(std::string_view text) {
    if (text == "auto") return ColourChoice::kAuto;
    if (text == "always") return ColourChoice::kAlways;
    if (text == "never") return ColourChoice::kNever;
    throw InputError(
        fmt::format("--color {} is no choice; write auto, always or never", quote(text)));
}

bool use_colour(ColourChoice choice, int descriptor) {
    if (choice != ColourChoice::kAuto) return choice == ColourChoice::kAlways;
    const char* const no_colour = std::getenv("NO_COLOR");
    if (no_colour != nullptr && *no_colour != '\0') return false;
    const char* const term = std::getenv("TERM");
    if (term == nullptr || std::string_view(term) == "dumb") return false;
    return is_terminal(descriptor);
}

Palette palette(bool colour) {
    if (!colour) return {};
    constexpr std::string_view kReset = "\x1b[0m";
    constexpr std::string_view kBold = "\x1b[1m";
    constexpr std::string_view kFaint = "\x1b[2m";
    Palette colours;
    colours.good = "\x1b[32m";
    colours.bad = "\x1b[31m";
    colours.unsure = "\x1b[33m";
    colours.strong = kBold;
    colours.faint = kFaint;
    colours.reset = kReset;
    colours.board = {kBold, "\x1b[1;36m", kFaint, kReset};
    return colours;
}

}  // namespace hexa::cli
