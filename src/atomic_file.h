// A file that appears whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace hexa {

// Writes to `PATH.tmp` beside the file and renames it when it is complete and on the disk. Whatever
// happens before that (an error, a signal, a crash) leaves the file as it was; what a crash leaves
// of the temporary file, the next writer removes. All failures are FileErrors that name the
// file.
class AtomicFile {
public:
    // FileError where another process is writing the same file. Without `replace`, the file must
    // not exist, now or when it is committed: InputError.
    AtomicFile(std::filesystem::path path, bool replace);
    // Removes the temporary file unless it was committed.
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void append(std::span<const std::byte> bytes);
    // Writes over bytes that were appended before.
    void overwrite(std::uint64_t offset, std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t size() const { return size_; }
    void commit();

private:
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    bool replace_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace hexa
