// Bytes that can be read at any offset: a file, or memory in tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace hexa {

// Safe to share between threads.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    // Fills `to` from `offset` on, or throws FileError, without a name, where that cannot be done.
    virtual void read(std::uint64_t offset, std::span<std::byte> to) const = 0;
};

// A file, read and not mapped: one that is cut short while it is open gives an error and no signal.
class FileSource : public ByteSource {
public:
    // FileError where the file cannot be opened or is no plain file.
    explicit FileSource(const std::filesystem::path& path);
    ~FileSource() override;
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;

    [[nodiscard]] std::uint64_t size() const override { return size_; }
    void read(std::uint64_t offset, std::span<std::byte> to) const override;

private:
    int descriptor_;
    std::uint64_t size_ = 0;
};

class MemorySource : public ByteSource {
public:
    explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
    void read(std::uint64_t offset, std::span<std::byte> to) const override;

private:
    std::vector<std::byte> bytes_;
};

}  // namespace hexa
