// Where hexaprobe's tables come from: the file that was named, or the folders they are looked for
// in.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board.h"
#include "table.h"

namespace hexa::cli {

// The folders in which tables are looked for, in this order: those of $HEXATABLE_PATH, separated by
// colons, then ./tables, then the current one.
[[nodiscard]] std::vector<std::filesystem::path> table_folders();

class Tables {
public:
    // Only the table in this file. FileError where it cannot be used.
    [[nodiscard]] static Tables named(const std::filesystem::path& file);
    // `WxH.hxt` from the first folder that has one. One that cannot be used is passed over, and
    // `warn` told why.
    [[nodiscard]] static Tables found_in(std::vector<std::filesystem::path> folders,
                                         std::function<void(std::string_view)> warn);

    // The board of the named table; nothing where none was named.
    [[nodiscard]] std::optional<Board> named_board() const;

    // The table of the board, or none. InputError where the named one is of another board. Opens
    // files, so ask once a board.
    [[nodiscard]] std::shared_ptr<const Table> for_board(Board board) const;

private:
    Tables() = default;

    std::filesystem::path file_;
    std::shared_ptr<const Table> named_;
    std::vector<std::filesystem::path> folders_;
    std::function<void(std::string_view)> warn_;
};

}  // namespace hexa::cli
