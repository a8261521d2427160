#include "tables.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "errors.h"

namespace hexa::cli {

namespace fs = std::filesystem;

std::vector<fs::path> table_folders() {
    std::vector<fs::path> folders;
    if (const char* const list = std::getenv("HEXATABLE_PATH")) {
        std::string_view rest = list;
        while (!rest.empty()) {
            const std::size_t colon = std::min(rest.find(':'), rest.size());
            if (colon > 0) folders.emplace_back(rest.substr(0, colon));
            rest.remove_prefix(std::min(colon + 1, rest.size()));
        }
    }
    folders.emplace_back("tables");
    folders.emplace_back();
    return folders;
}

Tables Tables::named(const fs::path& file) {
    Tables tables;
    tables.file_ = file;
    tables.named_ = std::make_shared<const Table>(Table::open(file));
    return tables;
}

Tables Tables::found_in(std::vector<fs::path> folders, std::function<void(std::string_view)> warn) {
    Tables tables;
    tables.folders_ = std::move(folders);
    tables.warn_ = std::move(warn);
    return tables;
}

std::optional<Board> Tables::named_board() const {
    if (!named_) return std::nullopt;
    return named_->board();
}

std::shared_ptr<const Table> Tables::for_board(Board board) const {
    if (named_) {
        if (named_->board() == board) return named_;
        throw InputError(fmt::format("{} is a table of {}, and this is {}; name one of {} or none",
                                     file_.string(), to_string(named_->board()), to_string(board),
                                     to_string(board)));
    }
    for (const fs::path& folder : folders_) {
        const fs::path file = folder / (to_string(board) + ".hxt");
        std::error_code error;
        // A folder that cannot be looked into has no table for us.
        if (!fs::exists(file, error)) continue;
        try {
            auto table = std::make_shared<const Table>(Table::open(file));
            if (table->board() == board) return table;
            warn_(fmt::format("table {}: it is of {}; passed over", file.string(),
                              to_string(table->board())));
        } catch (const FileError& damaged) {
            warn_(fmt::format("{}; passed over", damaged.what()));
        }
    }
    return nullptr;
}

}  // namespace hexa::cli
