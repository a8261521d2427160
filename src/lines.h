// Lines out of a stream of bytes, one at a time, in constant memory however long they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace hexa {

// Longer lines are cut; no position comes near it.
inline constexpr std::size_t kMaxLineBytes = 4096;

// Reads up to `size` bytes into `buffer` and says how many; 0 only at the end of the stream.
using ReadBytes = std::function<std::size_t(char* buffer, std::size_t size)>;

// Bytes of a file descriptor; calls `before_read` ahead of every read, since that may wait: the
// moment for a coprocess to send the answers it holds. FileError where the descriptor fails.
[[nodiscard]] ReadBytes read_descriptor(int descriptor, std::function<void()> before_read = {});

struct Line {
    std::string_view text;     // without its line end (LF or CRLF); valid until the next `next`
    std::uint64_t number = 0;  // counted from 1
    bool cut = false;          // longer than kMaxLineBytes: `text` is its beginning
};

// A byte order mark at the very beginning is skipped, as editors on some systems put one there.
class LineReader {
public:
    explicit LineReader(ReadBytes read);

    // The next line, or nothing at the end. A last line without a line end counts.
    [[nodiscard]] std::optional<Line> next();

private:
    // Takes in more bytes behind the ones not handed out yet; false at the end.
    bool refill();
    // Reads on to the line's end, and moves its beginning to where later reads leave it alone.
    std::string_view keep_and_skip_rest(std::string_view beginning);

    ReadBytes read_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;  // first byte not handed out
    std::size_t end_ = 0;    // one past the last byte read
    std::uint64_t number_ = 0;
    bool ended_ = false;
};

}  // namespace hexa
