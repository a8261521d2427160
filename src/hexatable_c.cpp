// The C interface on top of the C++ one: no exception leaves this file.
#include <algorithm>
#include <exception>
#include <new>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "errors.h"
#include "hexatable.h"
#include "oracle.h"
#include "table.h"
#include "text.h"

struct hexatable {
    hexa::Table table;
};

namespace {

using namespace hexa;  // NOLINT(google-build-using-namespace): what is below is C's, not hexa's

// The longest text of a position has no empty cell, a slash between ranks, a space and a side.
static_assert(HEXATABLE_POSITION_BYTES >= kMaxCells + kMaxRanks - 1 + 2 + 1);
static_assert(HEXATABLE_MOVE_BYTES >= std::string_view("a10xb10").size() + 1);
static_assert(HEXATABLE_MOST_MOVES >= 3 * kMaxCells);

// Not an error of ours: no game leads to the position.
class Unreachable : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override {
        return "no game leads from the start to this position, so the table does not hold it";
    }
};

// Copies as much as fits, and a final zero.
void copy_text(std::string_view text, char* to, std::size_t bytes) {
    if (to == nullptr || bytes == 0) return;
    const std::size_t length = std::min(text.size(), bytes - 1);
    text.copy(to, length);
    to[length] = '\0';
}

// Runs `work`, and turns whatever it throws into a status and a line.
template <typename Work>
hexatable_status guarded(char* error, std::size_t error_bytes, Work work) noexcept {
    const auto failed = [&](hexatable_status status, std::string_view what) {
        copy_text(what, error, std::min<std::size_t>(error_bytes, HEXATABLE_ERROR_BYTES));
        return status;
    };
    try {
        copy_text({}, error, error_bytes);
        work();
        return HEXATABLE_OK;
    } catch (const Unreachable& unreachable) {
        return failed(HEXATABLE_UNREACHABLE, unreachable.what());
    } catch (const InputError& wrong) {
        return failed(HEXATABLE_BAD_INPUT, wrong.what());
    } catch (const MemoryError& memory) {
        return failed(HEXATABLE_NO_MEMORY, memory.what());
    } catch (const std::bad_alloc&) {
        return failed(HEXATABLE_NO_MEMORY, "the memory does not suffice");
    } catch (const std::exception& other) {
        return failed(HEXATABLE_BAD_FILE, other.what());
    } catch (...) {
        return failed(HEXATABLE_BAD_FILE, "something unknown went wrong");
    }
}

void require(const void* pointer, const char* name) {
    if (pointer == nullptr) throw InputError(fmt::format("{} is NULL; it must not be", name));
}

Position parse_for(const Table& table, const char* text) {
    const PositionOnBoard parsed = parse_position(text);
    if (parsed.board != table.board()) {
        throw InputError(fmt::format(
            "the position is of {}, and the table of {}; ask a table of {}",
            to_string(parsed.board), to_string(table.board()), to_string(parsed.board)));
    }
    return parsed.position;
}

// From the rules or the table, never by search.
hexatable_outcome outcome_for_side_to_move(const Table& table, const Position& p) {
    const Rules rules(table.board());
    if (rules.finished(p)) return {rules.arrived(p, p.to_move) ? 1 : -1, 0};
    const auto dtw = table.dtw(p);
    if (!dtw) throw Unreachable();
    return {*dtw % 2 == 1 ? 1 : -1, *dtw};
}

// The moves of a position that a game leads to. An oracle must not be shared between threads, but
// one that never searches is cheap to make.
std::vector<MoveOutcome> sorted_moves(const Table& table, const Position& p) {
    Oracle oracle(table.board(), [&table](const Position& after) {
        const auto dtw = table.dtw(after);
        if (!dtw) throw FileError("the table lacks a position that a game leads to");
        return dtw;
    });
    return oracle.moves(p);
}

}  // namespace

int hexatable_api_version(void) { return HEXATABLE_API_VERSION; }

hexatable_status hexatable_open(const char* path, hexatable** table, char* error,
                                size_t error_bytes) {
    return guarded(error, error_bytes, [&] {
        require(path, "path");
        require(table, "table");
        *table = new hexatable{Table::open(path)};
    });
}

void hexatable_close(hexatable* table) { delete table; }

hexatable_status hexatable_board(const hexatable* table, int* files, int* ranks, char* error,
                                 size_t error_bytes) {
    return guarded(error, error_bytes, [&] {
        require(table, "table");
        const Board board = table->table.board();
        if (files != nullptr) *files = board.files;
        if (ranks != nullptr) *ranks = board.ranks;
    });
}

hexatable_status hexatable_probe(const hexatable* table, const char* position,
                                 hexatable_outcome* outcome, char* error, size_t error_bytes) {
    return guarded(error, error_bytes, [&] {
        require(table, "table");
        require(position, "position");
        require(outcome, "outcome");
        const Position p = parse_for(table->table, position);
        *outcome = outcome_for_side_to_move(table->table, p);
    });
}

hexatable_status hexatable_moves(const hexatable* table, const char* position,
                                 hexatable_move* moves, size_t capacity, size_t* count, char* error,
                                 size_t error_bytes) {
    return guarded(error, error_bytes, [&] {
        require(table, "table");
        require(position, "position");
        require(count, "count");
        if (capacity > 0) require(moves, "moves");
        const Table& source = table->table;
        const Position p = parse_for(source, position);
        // A position that no game leads to is refused, even where its moves lead back to games.
        (void)outcome_for_side_to_move(source, p);
        const std::vector<MoveOutcome> legal = sorted_moves(source, p);
        for (std::size_t i = 0; i < std::min(capacity, legal.size()); ++i) {
            copy_text(legal[i].name, moves[i].name, sizeof moves[i].name);
            copy_text(position_text(source.board(), legal[i].after), moves[i].position,
                      sizeof moves[i].position);
            const Verdict& verdict = legal[i].verdict;
            moves[i].outcome = {verdict.result == Result::kWin ? 1 : -1, verdict.dtw};
        }
        *count = legal.size();
    });
}
