#include "atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
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

// The lock on a temporary file dies with its owner, so one that can be locked belongs to nobody. It
// is looked at again after locking: its owner may have committed or removed it meanwhile.
bool still_there(int descriptor, const std::filesystem::path& temporary, struct stat& mine) {
    struct stat there {};
    return ::fstat(descriptor, &mine) == 0 && ::stat(temporary.c_str(), &there) == 0 &&
           mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

// Removes what a dead writer left; nothing else, and nothing is said where that cannot be done.
void remove_left_over(const std::filesystem::path& temporary) {
    const int descriptor = ::open(temporary.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat mine {};
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && still_there(descriptor, temporary, mine)) {
        ::unlink(temporary.c_str());
    }
    ::close(descriptor);
}

// A new temporary file, locked.
int open_locked(const std::filesystem::path& temporary, const std::filesystem::path& path) {
    for (;;) {
        const int descriptor = ::open(temporary.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) throw cannot("write", temporary, errno);
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            ::close(descriptor);
            throw FileError(fmt::format("{} is being written by another process", path.string()));
        }
        struct stat mine {};
        if (still_there(descriptor, temporary, mine)) {
            // What a dead writer left is not written over: where its last act was to give the file
            // its name, the temporary file is that file.
            if (mine.st_size == 0 && mine.st_nlink == 1) return descriptor;
            if (::unlink(temporary.c_str()) != 0) {
                const int error = errno;
                ::close(descriptor);
                throw cannot("replace", temporary, error);
            }
        }
        ::close(descriptor);
    }
}

// Gives the file its name unless another has it; errno says why not.
bool rename_new(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (errno != EINVAL && errno != ENOSYS) return false;
    // A file system that cannot do so in one step.
    if (::link(from.c_str(), to.c_str()) != 0) return false;
    ::unlink(from.c_str());
    return true;
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path, bool replace)
    : path_(std::move(path)), temporary_(path_.string() + ".tmp"), replace_(replace) {
    if (!replace_ && std::filesystem::exists(std::filesystem::symlink_status(path_))) {
        remove_left_over(temporary_);
        throw already_there(path_);
    }
    descriptor_ = open_locked(temporary_, path_);
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
        if (!rename_new(temporary_, path_)) {
            if (errno == EEXIST) throw already_there(path_);
            throw cannot("write", path_, errno);
        }
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
