// hexaprobe's JSON, as a program would read it, against the plain solver.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "made_table.h"
#include "plain_solver.h"
#include "text.h"

namespace hexa {
namespace {

// The answers to `positions`, one object each, from a run of hexaprobe in an empty folder.
std::vector<nlohmann::json> probe(Board board, const std::vector<Position>& positions,
                                  const std::string& options) {
    const TemporaryFolder folder;
    {
        std::ofstream questions(folder.path() / "questions");
        for (const Position& p : positions) questions << position_text(board, p) << '\n';
    }
    const std::string command =
        fmt::format("cd '{}' && env -u HEXATABLE_PATH '{}' --json {} < questions > answers",
                    folder.path().string(), HEXAPROBE, options);
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::vector<nlohmann::json> answers;
    std::ifstream file(folder.path() / "answers");
    for (std::string line; std::getline(file, line);) {
        answers.push_back(nlohmann::json::parse(line));
    }
    return answers;
}

// A position's children with what the plain solver says of each, best first, ties by name.
struct Expected {
    int merit;
    int tie;
    std::string name;
    std::string position;
    bool wins;
    int dtw;

    friend bool operator<(const Expected& a, const Expected& b) {
        return std::tie(a.merit, a.tie, a.name) < std::tie(b.merit, b.tie, b.name);
    }
};

// The name of the move between two positions, from the cells that changed.
std::string plain_move_name(Board board, const Position& before, const Position& after) {
    const bool white = before.to_move == Side::kWhite;
    const Cells own_before = white ? before.white : before.black;
    const Cells own_after = white ? after.white : after.black;
    const auto cell = [&](Cells set) {
        int bit = 0;
        while ((set >> bit & 1) == 0) ++bit;
        return fmt::format("{}{}", static_cast<char>('a' + bit / board.ranks),
                           bit % board.ranks + 1);
    };
    const bool capture = (white ? before.black != after.black : before.white != after.white);
    return cell(own_before & ~own_after) + (capture ? "x" : "") + cell(own_after & ~own_before);
}

std::vector<Expected> expected_moves(Board board, plain::Solver& solver, const Position& p) {
    std::vector<Expected> moves;
    for (const Position& child : plain::children(board, p)) {
        const int after = solver.dtw(child);
        const bool wins = after % 2 == 0;
        moves.push_back({wins ? 0 : 1, wins ? after : -after, plain_move_name(board, p, child),
                         position_text(board, child), wins, after + 1});
    }
    std::sort(moves.begin(), moves.end());
    return moves;
}

void expect_agreement(Board board, plain::Solver& solver, const std::vector<Position>& positions,
                      const std::string& options, const std::string& source) {
    const auto answers = probe(board, positions, options);
    ASSERT_EQ(answers.size(), positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Position& p = positions[i];
        const nlohmann::json& answer = answers[i];
        const int dtw = solver.dtw(p);
        const bool finished = plain::is_finished(plain::to_grid(board, p));
        nlohmann::json expected = {
            {"position", position_text(board, p)},
            {"board", to_string(board)},
            {"result", dtw % 2 == 1 ? "win" : "loss"},
            {"dtw", dtw},
            {"source", finished ? "rules" : source},
            {"reachable", source == "table" ? nlohmann::json(true) : nlohmann::json()},
            {"moves", nlohmann::json::array()},
        };
        for (const Expected& move : expected_moves(board, solver, p)) {
            expected["moves"].push_back({{"move", move.name},
                                         {"position", move.position},
                                         {"result", move.wins ? "win" : "loss"},
                                         {"dtw", move.dtw}});
        }
        ASSERT_EQ(answer, expected);
    }
}

// Reachable positions, finished ones included, in an order that is always the same.
std::vector<Position> all_reachable(Board board, plain::Solver& solver) {
    (void)solver.dtw(Rules(board).start());  // it leaves out nothing on its way
    std::vector<Position> positions;
    for (const auto& [position, dtw] : solver.memo()) positions.push_back(position);
    std::sort(positions.begin(), positions.end(), [](const Position& a, const Position& b) {
        return std::tie(a.white, a.black, a.to_move) < std::tie(b.white, b.black, b.to_move);
    });
    return positions;
}

// By search in an empty folder, and from a table.
void expect_agreement_of_all_sources(Board board, plain::Solver& solver,
                                     const std::vector<Position>& positions) {
    expect_agreement(board, solver, positions, "", "search");
    const MadeTable table(board);
    expect_agreement(board, solver, positions, fmt::format("-t '{}'", table.path.string()),
                     "table");
}

TEST(ProbeAgreement, OnEvery4x4Position) {
    const Board board{4, 4};
    plain::Solver solver(board);
    const std::vector<Position> positions = all_reachable(board, solver);
    EXPECT_EQ(positions.size(), 20286u);
    expect_agreement_of_all_sources(board, solver, positions);
}

TEST(ProbeAgreement, OnTenThousand5x5Positions) {
    const Board board{5, 5};
    plain::Solver solver(board);
    const std::vector<Position> all = all_reachable(board, solver);
    EXPECT_EQ(all.size(), 3210411u);
    std::vector<Position> positions;
    std::mt19937_64 random(55);
    for (int i = 0; i < 10000; ++i) positions.push_back(all[random() % all.size()]);
    expect_agreement_of_all_sources(board, solver, positions);
}

}  // namespace
}  // namespace hexa
