#include "atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "errors.h"

namespace hexa {
namespace {

FileError cannot(const char* what, const std::filesystem::path& path, int error) {
    return FileError(fmt::format("cannot {} {}: {}", what, path.string(),
                                 std::generic_category().message(error)));
}

InputError already_there(const std::filesystem::path& path) {
    return InputError(fmt::format(
        "{} exists already: give another name with -o, or -f to replace it", path.string()));
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path, bool replace)
    : path_(std::move(path)), temporary_(path_.string() + ".tmp"), replace_(replace) {
    if (!replace_ && std::filesystem::exists(std::filesystem::symlink_status(path_))) {
        throw already_there(path_);
    }
    // The lock dies with its owner, so a temporary file that can be locked belongs to nobody. It is
    // looked at again after locking: its owner may have committed it meanwhile.
    for (;;) {
        descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor_ < 0) throw cannot("write", temporary_, errno);
        struct stat mine {};
        struct stat there {};
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            ::close(descriptor_);
            throw FileError(fmt::format("{} is being written by another process", path_.string()));
        }
        if (::fstat(descriptor_, &mine) == 0 && ::stat(temporary_.c_str(), &there) == 0 &&
            mine.st_ino == there.st_ino && mine.st_dev == there.st_dev) {
            break;
        }
        ::close(descriptor_);
    }
    if (::ftruncate(descriptor_, 0) != 0) {
        const int error = errno;
        ::unlink(temporary_.c_str());
        ::close(descriptor_);
        throw cannot("write", temporary_, error);
    }
}

AtomicFile::~AtomicFile() {
    if (descriptor_ < 0) return;
    ::unlink(temporary_.c_str());
    ::close(descriptor_);
}

void AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw cannot("write", temporary_, errno);
        offset += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

void AtomicFile::append(std::span<const std::byte> bytes) {
    write_at(size_, bytes);
    size_ += bytes.size();
}

void AtomicFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes) {
    write_at(offset, bytes);
}

void AtomicFile::commit() {
    if (::fsync(descriptor_) != 0) throw cannot("write", temporary_, errno);
    if (replace_) {
        if (::rename(temporary_.c_str(), path_.c_str()) != 0) throw cannot("write", path_, errno);
    } else {
        if (::link(temporary_.c_str(), path_.c_str()) != 0) {
            if (errno == EEXIST) throw already_there(path_);
            throw cannot("write", path_, errno);
        }
        ::unlink(temporary_.c_str());
    }
    ::close(std::exchange(descriptor_, -1));
    // The name too must survive a crash.
    const auto folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
    const int parent = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent >= 0) {
        ::fsync(parent);
        ::close(parent);
    }
}

}  // namespace hexa
