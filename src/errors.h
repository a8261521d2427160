// What can go wrong, as types. Thrown where it is noticed; only `main` turns one into a line on
// stderr and an exit status.
#pragma once

#include <stdexcept>
#include <string>

namespace hexa {

// The programs' exit statuses, as promised to their users.
enum class ExitStatus : int {
    kFine = 0,
    kCheckFailed = 1,
    kBadInput = 2,
    kFileOrMemory = 3,
    kInterrupted = 130,
    kTerminated = 143,
};

// Base of all our errors: one line that says what is wrong, where, and what would be right.
class Error : public std::runtime_error {
public:
    Error(ExitStatus status, const std::string& message)
        : std::runtime_error(message), status_(status) {}

    [[nodiscard]] ExitStatus status() const noexcept { return status_; }

private:
    ExitStatus status_;
};

// The caller asked wrongly: a malformed position, a board beyond the limits, a bad option.
class InputError : public Error {
public:
    explicit InputError(const std::string& message) : Error(ExitStatus::kBadInput, message) {}
};

// A file cannot be read or written, or what is in it is damaged.
class FileError : public Error {
public:
    explicit FileError(const std::string& message) : Error(ExitStatus::kFileOrMemory, message) {}
};

// The memory allowed does not suffice.
class MemoryError : public Error {
public:
    explicit MemoryError(const std::string& message) : Error(ExitStatus::kFileOrMemory, message) {}
};

}  // namespace hexa
