#include "lines.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "errors.h"

namespace hexa {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;
static_assert(kBufferBytes > 2 * kMaxLineBytes);

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

ReadBytes read_descriptor(int descriptor, std::function<void()> before_read) {
    return [descriptor, before_read = std::move(before_read)](char* buffer, std::size_t size) {
        if (before_read) before_read();
        for (;;) {
            const ssize_t got = ::read(descriptor, buffer, size);
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR) {
                throw FileError(fmt::format("cannot read the input: {}", std::strerror(errno)));
            }
        }
    };
}

LineReader::LineReader(ReadBytes read) : read_(std::move(read)), buffer_(kBufferBytes) {}

bool LineReader::refill() {
    if (ended_) return false;
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    const std::size_t got = read_(buffer_.data() + end_, buffer_.size() - end_);
    end_ += got;
    ended_ = got == 0;
    return !ended_;
}

std::string_view LineReader::keep_and_skip_rest(std::string_view beginning) {
    std::memmove(buffer_.data(), beginning.data(), beginning.size());
    char* const scratch = buffer_.data() + beginning.size();
    begin_ = end_ = beginning.size();
    while (!ended_) {
        const std::size_t got = read_(scratch, buffer_.size() - beginning.size());
        ended_ = got == 0;
        begin_ = end_ = beginning.size() + got;
        if (const void* const found = std::memchr(scratch, '\n', got)) {
            begin_ = static_cast<const char*>(found) - buffer_.data() + 1;
            break;
        }
    }
    return {buffer_.data(), beginning.size()};
}

std::optional<Line> LineReader::next() {
    std::size_t searched = 0;  // bytes after begin_ known to hold no line end
    const auto find_line_end = [&]() -> std::optional<std::size_t> {
        const char* const from = buffer_.data() + begin_ + searched;
        const void* const found = std::memchr(from, '\n', end_ - begin_ - searched);
        if (found == nullptr) return std::nullopt;
        return static_cast<const char*>(found) - (buffer_.data() + begin_);
    };

    std::optional<std::size_t> length = find_line_end();
    while (!length && end_ - begin_ <= kMaxLineBytes) {
        searched = end_ - begin_;
        if (!refill()) break;
        length = find_line_end();
    }
    if (!length && end_ == begin_) return std::nullopt;

    Line line;
    line.number = ++number_;
    line.text = {buffer_.data() + begin_, length.value_or(end_ - begin_)};
    begin_ += line.text.size() + (length ? 1 : 0);
    if (line.text.size() > kMaxLineBytes) {
        line.text = line.text.substr(0, kMaxLineBytes);
        line.cut = true;
        if (!length) line.text = keep_and_skip_rest(line.text);
    }
    if (!line.cut && line.text.ends_with('\r')) line.text.remove_suffix(1);
    if (number_ == 1 && line.text.starts_with(kByteOrderMark)) {
        line.text.remove_prefix(kByteOrderMark.size());
    }
    return line;
}

}  // namespace hexa
