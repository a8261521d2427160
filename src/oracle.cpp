#include "oracle.h"

#include <algorithm>
#include <utility>

#include "table.h"
#include "text.h"

namespace hexa {
namespace {

using Clock = std::chrono::steady_clock;

// Odd distances are wins of the side to move.
Verdict verdict_of(int dtw) { return {dtw % 2 == 1 ? Result::kWin : Result::kLoss, dtw}; }

// Sorts wins before unknown outcomes before losses, then quick wins and slow losses first.
std::pair<int, int> merit(const Verdict& verdict) {
    switch (verdict.result) {
        case Result::kWin:
            return {0, verdict.dtw};
        case Result::kUnknown:
            return {1, 0};
        case Result::kLoss:
            return {2, -verdict.dtw};
    }
    return {};
}

// The reverse of `before_move`.
Verdict after_move(const Verdict& before) {
    return {before.result == Result::kWin ? Result::kLoss : Result::kWin, before.dtw - 1};
}

}  // namespace

std::string_view result_name(Result result) {
    switch (result) {
        case Result::kLoss:
            return "loss";
        case Result::kWin:
            return "win";
        case Result::kUnknown:
            return "unknown";
    }
    return {};
}

std::string_view source_name(Source source) {
    switch (source) {
        case Source::kRules:
            return "rules";
        case Source::kTable:
            return "table";
        case Source::kSearch:
            return "search";
    }
    return {};
}

Verdict before_move(const Verdict& after) {
    switch (after.result) {
        case Result::kLoss:
            return {Result::kWin, after.dtw + 1};
        case Result::kWin:
            return {Result::kLoss, after.dtw + 1};
        case Result::kUnknown:
            return {};
    }
    return {};
}

Oracle::Oracle(Board board, Lookup lookup, std::size_t search_bytes)
    : rules_(board), lookup_(std::move(lookup)), search_bytes_(search_bytes) {}

Oracle::Oracle(const Table& table, std::size_t search_bytes)
    : Oracle(
          table.board(), [&table](const Position& p) { return table.dtw(p); }, search_bytes) {
    table_ = &table;
}

void Oracle::on_long_search(Clock::duration after, std::function<void()> call) {
    long_search_ = after;
    on_long_search_ = std::move(call);
}

std::optional<int> Oracle::search(const Position& position, const SearchLimits& limits) {
    if (!search_) search_ = std::make_unique<Search>(board(), search_bytes_);
    if (on_long_search_) {
        // A first try up to the moment of telling; the second finds the first one's memory.
        const Clock::time_point tell_at = Clock::now() + long_search_;
        if (!limits.deadline || tell_at < *limits.deadline) {
            SearchLimits short_limits = limits;
            short_limits.deadline = tell_at;
            if (const auto dtw = search_->dtw(position, short_limits)) return dtw;
            std::exchange(on_long_search_, {})();
        }
    }
    return search_->dtw(position, limits);
}

// Somebody arrived by a move out of an unfinished position that the table holds.
std::optional<bool> Oracle::reachable_finished(const Position& p) const {
    if (!lookup_) return std::nullopt;
    const Side winner = other(p.to_move);
    const Cells winners = winner == Side::kWhite ? p.white : p.black;
    const Cells arrived = winners & rules_.goal(winner);
    // One pawn ends the game, and its own move: a second cannot follow, nor can the turn be its.
    if (count_cells(arrived) != 1) return false;
    const int to = first_cell(arrived);
    const int back = winner == Side::kWhite ? -1 : 1;
    for (int across = -1; across <= 1; ++across) {
        const int file = rules_.file_of(to) + across;
        if (file < 0 || file >= board().files) continue;
        const Cells from = Cells{1} << rules_.cell(file, rules_.rank_of(to) + back);
        if (((p.white | p.black) & from) != 0) continue;
        Position before = p;
        before.to_move = winner;
        Cells& own = winner == Side::kWhite ? before.white : before.black;
        Cells& enemy = winner == Side::kWhite ? before.black : before.white;
        own = (own & ~arrived) | from;
        if (across != 0) enemy |= arrived;
        if (lookup_(before)) return true;
    }
    return false;
}

Answer Oracle::resolve(const Position& p, const SearchLimits& limits) {
    if (rules_.finished(p)) {
        const Result result = rules_.arrived(p, p.to_move) ? Result::kWin : Result::kLoss;
        return {{result, 0}, Source::kRules, std::nullopt};
    }
    std::optional<bool> reachable;
    if (lookup_) {
        if (const auto dtw = lookup_(p)) return {verdict_of(*dtw), Source::kTable, true};
        reachable = false;
    }
    const auto dtw = search(p, limits);
    return {dtw ? verdict_of(*dtw) : Verdict{}, Source::kSearch, reachable};
}

Answer Oracle::ask(const Position& p, const SearchLimits& limits) {
    Answer answer = resolve(p, limits);
    if (answer.source == Source::kRules) answer.reachable = reachable_finished(p);
    return answer;
}

// The legal moves, without a verdict yet.
std::vector<MoveOutcome> Oracle::legal_moves(const Position& p) const {
    std::vector<MoveOutcome> list;
    const MoveList legal = rules_.moves(p);
    list.reserve(legal.size());
    for (const Move move : legal) {
        list.push_back({move, move_name(board(), move), Rules::after(p, move), {}});
    }
    return list;
}

bool Oracle::in_table(const Position& p) const { return table_ != nullptr && table_->reachable(p); }

Verdict Oracle::resolve_after(const Position& after, bool from_table, const SearchLimits& limits) {
    if (!from_table || rules_.finished(after)) return resolve(after, limits).verdict;
    return verdict_of(table_->dtw_of_reachable(after));
}

std::vector<MoveOutcome> Oracle::judged_moves(const Position& p, bool held,
                                              const SearchLimits& limits) {
    std::vector<MoveOutcome> list = legal_moves(p);
    for (MoveOutcome& outcome : list) {
        outcome.verdict = before_move(resolve_after(outcome.after, held, limits));
    }
    std::sort(list.begin(), list.end(), [](const MoveOutcome& a, const MoveOutcome& b) {
        const auto merit_a = merit(a.verdict);
        const auto merit_b = merit(b.verdict);
        return merit_a != merit_b ? merit_a < merit_b : a.name < b.name;
    });
    return list;
}

std::vector<MoveOutcome> Oracle::moves(const Position& p, const SearchLimits& limits) {
    return judged_moves(p, !rules_.finished(p) && in_table(p), limits);
}

std::optional<MoveOutcome> Oracle::keeping_move(const Position& p, const Verdict& verdict,
                                                bool held, const SearchLimits& limits) {
    std::vector<MoveOutcome> list = legal_moves(p);
    std::sort(list.begin(), list.end(),
              [](const MoveOutcome& a, const MoveOutcome& b) { return a.name < b.name; });
    for (MoveOutcome& outcome : list) {
        outcome.verdict = before_move(resolve_after(outcome.after, held, limits));
        if (outcome.verdict == verdict) return std::move(outcome);
        // An unknown one might be as good, and comes first.
        if (!outcome.verdict.known()) return std::nullopt;
    }
    return std::nullopt;
}

std::optional<MoveOutcome> Oracle::best_move(const Position& p, const SearchLimits& limits) {
    const Answer here = resolve(p, limits);
    if (!here.verdict.known()) return std::nullopt;
    const bool held = table_ != nullptr && here.source == Source::kTable;
    return keeping_move(p, here.verdict, held, limits);
}

// A move that keeps the verdict leads to the next position's: it is not asked for again.
void Oracle::extend(PerfectLine& line, Position p, Verdict verdict, bool held,
                    const SearchLimits& limits) {
    while (verdict.known() && !rules_.finished(p) && rules_.has_move(p)) {
        const auto best = keeping_move(p, verdict, held, limits);
        if (!best) {
            line.complete = false;
            return;
        }
        line.moves.push_back(best->name);
        p = best->after;
        verdict = after_move(best->verdict);
    }
    line.complete = verdict.known();
}

PerfectLine Oracle::line(const Position& p, const SearchLimits& limits) {
    PerfectLine line;
    const Answer here = resolve(p, limits);
    const bool held = table_ != nullptr && here.source == Source::kTable;
    extend(line, p, here.verdict, held, limits);
    return line;
}

FullAnswer Oracle::ask_everything(const Position& p, bool with_line, const SearchLimits& limits) {
    FullAnswer full;
    if (rules_.finished(p) || !in_table(p)) {
        full.answer = ask(p, limits);
        full.moves = judged_moves(p, false, limits);
        if (with_line) extend(full.line, p, full.answer.verdict, false, limits);
        return full;
    }
    // A position is worth what its best move is.
    full.moves = judged_moves(p, true, limits);
    const Verdict verdict =
        full.moves.empty() ? Verdict{Result::kLoss, 0} : full.moves.front().verdict;
    full.answer = {verdict, Source::kTable, true};
    if (with_line && !full.moves.empty()) {
        const MoveOutcome& best = full.moves.front();
        full.line.moves.push_back(best.name);
        extend(full.line, best.after, after_move(best.verdict), true, limits);
    }
    return full;
}

bool FullAnswer::complete() const {
    return answer.verdict.known() && line.complete &&
           std::all_of(moves.begin(), moves.end(),
                       [](const MoveOutcome& outcome) { return outcome.verdict.known(); });
}

}  // namespace hexa
