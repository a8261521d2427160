// Quoting what a user wrote inside an error message: short, printable, on one line.
#pragma once

#include <string>
#include <string_view>

namespace hexa {

// `text` between single quotes: bytes outside printable ASCII (and the backslash) as \xNN, and cut
// after a few characters with `...`. Takes the same time however long `text` is.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace hexa
