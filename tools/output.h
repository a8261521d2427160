// Standard output as our programs use it: buffered, flushed when they say so, checked always.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace hexa::cli {

// Nobody reads on. No error: the program stops quietly.
class ClosedPipe : public std::exception {};

// Collects text for a file descriptor. What was not flushed is dropped at the end: an error on the
// way out must not print half an answer.
class Output {
public:
    explicit Output(int descriptor) : descriptor_(descriptor) {}

    // Append to it, then call `flush_if_full`.
    [[nodiscard]] std::string& text() { return text_; }
    void flush_if_full();

    // Writes everything out; ClosedPipe where nobody reads, FileError where it cannot be written.
    void flush();

private:
    int descriptor_;
    std::string text_;
};

}  // namespace hexa::cli
