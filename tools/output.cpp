#include "output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "errors.h"

namespace hexa::cli {

void Output::flush_if_full() {
    constexpr std::size_t kFull = std::size_t{1} << 16;
    if (text_.size() >= kFull) flush();
}

void Output::flush() {
    std::string_view rest = text_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EPIPE) {
            throw ClosedPipe();
        } else if (errno != EINTR) {
            throw FileError(fmt::format("cannot write the output: {}", std::strerror(errno)));
        }
    }
    text_.clear();
}

}  // namespace hexa::cli
