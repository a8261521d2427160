// Answers to questions about positions of one board: from the rules where the game is over, from a
// table where one holds the position, by exact search otherwise.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board.h"
#include "rules.h"
#include "search.h"

namespace hexa {

class Table;

enum class Result : std::uint8_t { kLoss, kWin, kUnknown };
enum class Source : std::uint8_t { kRules, kTable, kSearch };

// `win`, `loss`, `unknown`; `rules`, `table`, `search`.
[[nodiscard]] std::string_view result_name(Result result);
[[nodiscard]] std::string_view source_name(Source source);

// How a position ends for one side, and in how many plies; the distance of an unknown one is 0.
struct Verdict {
    Result result = Result::kUnknown;
    int dtw = 0;

    [[nodiscard]] bool known() const { return result != Result::kUnknown; }
    friend constexpr bool operator==(const Verdict&, const Verdict&) = default;
};

struct Answer {
    Verdict verdict;  // for the side to move
    Source source = Source::kRules;
    std::optional<bool> reachable;  // from the start; nothing where no table can tell
};

struct MoveOutcome {
    Move move;
    std::string name;
    Position after;
    Verdict verdict;  // for the side that makes the move, counted from before it
};

// One perfect game from a position on.
struct PerfectLine {
    std::vector<std::string> moves;
    bool complete = true;  // false: the search limit cut it short
};

// Everything there is to say about a position.
struct FullAnswer {
    Answer answer;
    std::vector<MoveOutcome> moves;  // best first
    PerfectLine line;                // where it was asked for

    // Nothing in it is unknown.
    [[nodiscard]] bool complete() const;
};

// Not safe to share between threads: it searches with a memory of its own, made when first needed.
class Oracle {
public:
    // The DTW of an unfinished position, or nothing where the table does not hold it, because it
    // cannot be reached from the start. May throw FileError where the table is damaged.
    using Lookup = std::function<std::optional<int>(const Position&)>;

    // An empty `lookup` stands for no table. `search_bytes` bounds a search's memory.
    explicit Oracle(Board board, Lookup lookup = {},
                    std::size_t search_bytes = Search::kDefaultTableBytes);
    // Asks the table, which must outlive the oracle, and asks it no more than it must.
    explicit Oracle(const Table& table, std::size_t search_bytes = Search::kDefaultTableBytes);

    // Called once a search, whichever, has taken `after`; for telling someone who waits.
    void on_long_search(std::chrono::steady_clock::duration after, std::function<void()> call);

    [[nodiscard]] Board board() const { return rules_.board(); }
    [[nodiscard]] bool has_table() const { return static_cast<bool>(lookup_); }
    // Gives back the search's memory; the next search begins afresh.
    void forget_searches() { search_.reset(); }

    // The position itself. Unknown only where a search came to its limits.
    [[nodiscard]] Answer ask(const Position& position, const SearchLimits& limits = {});

    // The answers of `ask`, `moves` and, with a line, `line`, for less than they cost one by one.
    [[nodiscard]] FullAnswer ask_everything(const Position& position, bool with_line,
                                            const SearchLimits& limits = {});

    // Every legal move, best first: wins, the quickest first; unknown ones; losses, the slowest
    // first; ties by name.
    [[nodiscard]] std::vector<MoveOutcome> moves(const Position& position,
                                                 const SearchLimits& limits = {});

    // The move that a perfect player makes: the winner hurries, the loser delays, ties by name.
    // Nothing where there is no move, or where a search came to its limits.
    [[nodiscard]] std::optional<MoveOutcome> best_move(const Position& position,
                                                       const SearchLimits& limits = {});

    // Perfect moves from the position to the end.
    [[nodiscard]] PerfectLine line(const Position& position, const SearchLimits& limits = {});

private:
    [[nodiscard]] std::optional<int> search(const Position& position, const SearchLimits& limits);
    [[nodiscard]] std::vector<MoveOutcome> legal_moves(const Position& position) const;
    // As `ask`, but says nothing of whether a finished position can be reached.
    [[nodiscard]] Answer resolve(const Position& position, const SearchLimits& limits);
    // Whether `table_` is there and holds the unfinished position.
    [[nodiscard]] bool in_table(const Position& position) const;
    // The verdict on a position that a move leads to, from one that is `in_table` or not.
    [[nodiscard]] Verdict resolve_after(const Position& after, bool from_table,
                                        const SearchLimits& limits);
    [[nodiscard]] std::vector<MoveOutcome> judged_moves(const Position& position, bool held,
                                                        const SearchLimits& limits);
    // The first move by name that keeps the verdict on the position, which must be known.
    [[nodiscard]] std::optional<MoveOutcome> keeping_move(const Position& position,
                                                          const Verdict& verdict, bool held,
                                                          const SearchLimits& limits);
    void extend(PerfectLine& line, Position position, Verdict verdict, bool held,
                const SearchLimits& limits);
    [[nodiscard]] std::optional<bool> reachable_finished(const Position& position) const;

    Rules rules_;
    Lookup lookup_;
    const Table* table_ = nullptr;  // what `lookup_` asks, where that is a whole table
    std::size_t search_bytes_;
    std::unique_ptr<Search> search_;
    std::chrono::steady_clock::duration long_search_{};
    std::function<void()> on_long_search_;
};

// A verdict on the position after a move, for the side that made the move, counted from before it.
[[nodiscard]] Verdict before_move(const Verdict& after);

}  // namespace hexa
