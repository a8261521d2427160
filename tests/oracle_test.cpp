#include "oracle.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "errors.h"
#include "made_table.h"
#include "plain_solver.h"
#include "positions.h"
#include "table.h"
#include "text.h"

namespace hexa {
namespace {

using PositionSet = std::unordered_set<Position, plain::PositionHash>;

// What a table of the board would hold, made by the plain solver.
struct FakeTable {
    explicit FakeTable(Board board) : solver(board) {
        for (const Position& p : plain::reachable(board)) reachable.insert(p);
    }

    Oracle::Lookup lookup() {
        return [this](const Position& p) -> std::optional<int> {
            ++lookups;
            if (!reachable.contains(p)) return std::nullopt;
            return solver.dtw(p);
        };
    }

    plain::Solver solver;
    PositionSet reachable;
    int lookups = 0;
};

// What the rules and the plain solver say: result for the side to move, and distance.
Verdict plain_verdict(const Rules& rules, plain::Solver& solver, const Position& p) {
    if (rules.finished(p)) {
        return {rules.arrived(p, p.to_move) ? Result::kWin : Result::kLoss, 0};
    }
    const int dtw = solver.dtw(p);
    return {dtw % 2 == 1 ? Result::kWin : Result::kLoss, dtw};
}

// Every position of a small board but those with two winners.
template <typename Visit>
void for_each_position(Board board, Visit&& visit) {
    const Rules rules(board);
    const int cells = board.cells();
    int count = 1;
    for (int i = 0; i < cells; ++i) count *= 3;
    for (int code = 0; code < count; ++code) {
        Position p;
        for (int cell = 0, rest = code; cell < cells; ++cell, rest /= 3) {
            if (rest % 3 == 1) p.white |= Cells{1} << cell;
            if (rest % 3 == 2) p.black |= Cells{1} << cell;
        }
        if (rules.arrived(p, Side::kWhite) && rules.arrived(p, Side::kBlack)) continue;
        for (const Side side : {Side::kWhite, Side::kBlack}) {
            p.to_move = side;
            visit(p);
        }
    }
}

TEST(Oracle, AnswersEvery3x3PositionWithAndWithoutATable) {
    const Board board{3, 3};
    const Rules rules(board);
    FakeTable table(board);
    Oracle with_table(board, table.lookup());
    Oracle without(board);
    int reachable = 0;
    for_each_position(board, [&](const Position& p) {
        const std::string text = position_text(board, p);
        const Verdict expected = plain_verdict(rules, table.solver, p);
        const bool member = table.reachable.contains(p);
        reachable += member ? 1 : 0;

        const Answer from_table = with_table.ask(p);
        EXPECT_EQ(from_table.verdict, expected) << text;
        EXPECT_EQ(from_table.reachable, member) << text;
        EXPECT_EQ(from_table.source, rules.finished(p) ? Source::kRules
                                     : member          ? Source::kTable
                                                       : Source::kSearch)
            << text;

        const Answer searched = without.ask(p);
        EXPECT_EQ(searched.verdict, expected) << text;
        EXPECT_EQ(searched.reachable, std::nullopt) << text;
        EXPECT_EQ(searched.source, rules.finished(p) ? Source::kRules : Source::kSearch) << text;
    });
    EXPECT_EQ(reachable, static_cast<int>(table.reachable.size()));
}

// On a board wider than it is tall, and one with captures back and forth.
TEST(Oracle, KnowsWhichFinishedPositionsCanBeReached) {
    for (const Board board : {Board{4, 3}, Board{2, 4}, Board{1, 5}}) {
        FakeTable table(board);
        Oracle oracle(board, table.lookup());
        const Rules rules(board);
        std::mt19937_64 random(1);
        const auto check = [&](const Position& p) {
            if (!rules.finished(p)) return;
            if (rules.arrived(p, Side::kWhite) && rules.arrived(p, Side::kBlack)) return;
            EXPECT_EQ(oracle.ask(p).reachable, table.reachable.contains(p))
                << position_text(board, p);
        };
        for (const Position& p : table.reachable) check(p);
        for (int i = 0; i < 20000; ++i) check(random_position(board, random));
    }
}

TEST(Oracle, MovesComeBestFirstWithTheirOutcomes) {
    for (const Board board : {Board{3, 3}, Board{4, 3}, Board{3, 4}}) {
        const Rules rules(board);
        plain::Solver solver(board);
        Oracle oracle(board);
        for (const Position& p : plain::reachable(board)) {
            const std::vector<MoveOutcome> moves = oracle.moves(p);
            // Each legal move once, with the verdict that its position deserves.
            std::map<std::string, Position> expected;
            for (const Move move : rules.moves(p)) {
                expected[move_name(board, move)] = Rules::after(p, move);
            }
            ASSERT_EQ(moves.size(), expected.size());
            std::vector<std::tuple<int, int, std::string>> order;
            for (const MoveOutcome& outcome : moves) {
                ASSERT_TRUE(expected.contains(outcome.name));
                EXPECT_EQ(outcome.after, expected[outcome.name]);
                EXPECT_EQ(move_name(board, outcome.move), outcome.name);
                const int after = solver.dtw(outcome.after);
                const bool wins = after % 2 == 0;
                EXPECT_EQ(outcome.verdict.result, wins ? Result::kWin : Result::kLoss);
                EXPECT_EQ(outcome.verdict.dtw, after + 1);
                order.emplace_back(wins ? 0 : 1, wins ? after : -after, outcome.name);
            }
            EXPECT_TRUE(std::is_sorted(order.begin(), order.end())) << position_text(board, p);
            // The best move has the position's own distance.
            if (!moves.empty()) {
                EXPECT_EQ(moves.front().verdict, oracle.ask(p).verdict);
                EXPECT_EQ(oracle.best_move(p)->name, moves.front().name);
            } else {
                EXPECT_FALSE(oracle.best_move(p));
            }
        }
    }
}

// Of reachable positions, of their mirrors in colour, most of which no game leads to, and of
// random ones.
TEST(Oracle, SaysEverythingAtOnceAsItSaysItOneByOne) {
    const Board board{4, 4};
    const Rules rules(board);
    const MadeTable made(board);
    const Table table = Table::open(made.path);
    Oracle with_table(table);
    Oracle without(board);
    int from_table = 0;
    const auto check = [&](const Position& p, Oracle& oracle) {
        const FullAnswer full = oracle.ask_everything(p, true);
        const Answer answer = oracle.ask(p);
        ASSERT_EQ(full.answer.verdict, answer.verdict) << position_text(board, p);
        EXPECT_EQ(full.answer.source, answer.source) << position_text(board, p);
        EXPECT_EQ(full.answer.reachable, answer.reachable) << position_text(board, p);
        from_table += answer.source == Source::kTable ? 1 : 0;
        const std::vector<MoveOutcome> moves = oracle.moves(p);
        ASSERT_EQ(full.moves.size(), moves.size()) << position_text(board, p);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            EXPECT_EQ(full.moves[i].name, moves[i].name) << position_text(board, p);
            EXPECT_EQ(full.moves[i].verdict, moves[i].verdict) << position_text(board, p);
        }
        EXPECT_EQ(full.line.moves, oracle.line(p).moves) << position_text(board, p);
        EXPECT_EQ(full.line.moves.size(), static_cast<std::size_t>(answer.verdict.dtw));
        EXPECT_TRUE(full.complete());
        EXPECT_TRUE(oracle.ask_everything(p, false).line.moves.empty());
    };
    std::mt19937_64 random(1);
    for (const Position& p : plain::reachable(board)) {
        check(p, with_table);
        if (random() % 16 != 0) continue;
        check(p, without);
        check(rules.colour_flip(p), with_table);
        const Position any = random_position(board, random);
        if (!rules.arrived(any, Side::kWhite) || !rules.arrived(any, Side::kBlack)) {
            check(any, with_table);
        }
    }
    EXPECT_GT(from_table, 10000);
}

TEST(Oracle, ALineLastsAsLongAsTheDistanceSays) {
    for (const Board board : {Board{3, 3}, Board{4, 4}, Board{2, 6}}) {
        const Rules rules(board);
        Oracle oracle(board);
        plain::Solver solver(board);
        Position p = rules.start();
        const PerfectLine line = oracle.line(p);
        EXPECT_TRUE(line.complete);
        EXPECT_EQ(static_cast<int>(line.moves.size()), solver.dtw(p));
        for (const std::string& name : line.moves) {
            // The first by name of the moves that keep the distance.
            std::set<std::string> perfect;
            for (const Move move : rules.moves(p)) {
                if (solver.dtw(Rules::after(p, move)) == solver.dtw(p) - 1) {
                    perfect.insert(move_name(board, move));
                }
            }
            EXPECT_EQ(name, *perfect.begin());
            p = Rules::after(p, parse_move(board, p, name));
        }
        EXPECT_TRUE(rules.finished(p) || !rules.has_move(p));
    }
    Oracle oracle({3, 3});
    EXPECT_TRUE(oracle.line(parse_position("P2/3/3 b").position).moves.empty());
    EXPECT_TRUE(oracle.line(parse_position("ppp/PPP/3 w").position).complete);
}

TEST(Oracle, AsksTheTableAndNotASearchWhereItCan) {
    const Board board{4, 4};
    FakeTable table(board);
    Oracle oracle(board, table.lookup());
    int told = 0;
    oracle.on_long_search(std::chrono::seconds(0), [&] { ++told; });
    EXPECT_EQ(oracle.line(Rules(board).start()).moves.size(), 11u);
    EXPECT_EQ(told, 0);
    EXPECT_GT(table.lookups, 0);
}

TEST(Oracle, SaysThatItDoesNotKnowPastTheLimits) {
    const Board board{6, 6};
    Oracle oracle(board);
    const Position start = Rules(board).start();
    SearchLimits limits;
    limits.deadline = std::chrono::steady_clock::now();
    const Answer answer = oracle.ask(start, limits);
    EXPECT_FALSE(answer.verdict.known());
    EXPECT_EQ(answer.source, Source::kSearch);
    for (const MoveOutcome& outcome : oracle.moves(start, limits)) {
        EXPECT_FALSE(outcome.verdict.known());
    }
    EXPECT_FALSE(oracle.line(start, limits).complete);
    EXPECT_FALSE(oracle.best_move(start, limits));
    const FullAnswer full = oracle.ask_everything(start, true, limits);
    EXPECT_FALSE(full.line.complete);
    EXPECT_FALSE(full.complete());
}

TEST(Oracle, UnknownMovesStandBetweenWinsAndLosses) {
    const Board board{4, 4};
    FakeTable table(board);
    // A table that lost half of what it held, and no time to search for the rest.
    Oracle oracle(board, [&](const Position& p) -> std::optional<int> {
        if (plain::PositionHash{}(p) % 2 == 0) return std::nullopt;
        return table.solver.dtw(p);
    });
    SearchLimits limits;
    limits.max_nodes = 0;
    int unknown = 0;
    for (const Position& p : table.reachable) {
        int stage = 0;
        for (const MoveOutcome& outcome : oracle.moves(p, limits)) {
            const int here = outcome.verdict.result == Result::kWin    ? 0
                             : outcome.verdict.result == Result::kLoss ? 2
                                                                       : 1;
            EXPECT_GE(here, stage);
            stage = here;
            unknown += here == 1 ? 1 : 0;
        }
    }
    EXPECT_GT(unknown, 0);
}

TEST(Oracle, TellsOnceThatASearchTakesLong) {
    const Board board{5, 5};
    Oracle oracle(board);
    int told = 0;
    oracle.on_long_search(std::chrono::seconds(0), [&] { ++told; });
    const Position start = Rules(board).start();
    EXPECT_EQ(oracle.ask(start).verdict, (Verdict{Result::kWin, 19}));
    EXPECT_EQ(told, 1);
    oracle.forget_searches();
    EXPECT_EQ(oracle.ask(start).verdict, (Verdict{Result::kWin, 19}));
    EXPECT_EQ(told, 1);
}

TEST(Oracle, HandsOnThatATableIsDamaged) {
    Oracle oracle({3, 3}, [](const Position&) -> std::optional<int> {
        throw FileError("block 3 is damaged");
    });
    EXPECT_THROW((void)oracle.ask(Rules({3, 3}).start()), FileError);
    EXPECT_THROW((void)oracle.moves(Rules({3, 3}).start()), FileError);
}

}  // namespace
}  // namespace hexa
