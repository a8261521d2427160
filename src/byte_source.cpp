#include "byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include "errors.h"

namespace hexa {
namespace {

FileError system_failure(int error) {
    return FileError(fmt::format("it cannot be read: {}", std::generic_category().message(error)));
}

constexpr const char* kCutShort = "its end is missing";

}  // namespace

FileSource::FileSource(const std::filesystem::path& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw system_failure(errno);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor_);
        throw FileError("it is no plain file");
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
}

FileSource::~FileSource() { ::close(descriptor_); }

void FileSource::read(std::uint64_t offset, std::span<std::byte> to) const {
    while (!to.empty()) {
        const ssize_t got = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw system_failure(errno);
        if (got == 0) throw FileError(kCutShort);
        offset += static_cast<std::uint64_t>(got);
        to = to.subspan(static_cast<std::size_t>(got));
    }
}

void MemorySource::read(std::uint64_t offset, std::span<std::byte> to) const {
    if (offset > bytes_.size() || to.size() > bytes_.size() - offset) throw FileError(kCutShort);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
}

}  // namespace hexa
