#include "text.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "errors.h"
#include "plain_rules.h"
#include "positions.h"

namespace hexa {
namespace {

// The message with which `text` is refused; empty if it is not.
std::string refusal(std::string_view text) {
    try {
        (void)parse_position(text);
        return {};
    } catch (const InputError& error) {
        return error.what();
    }
}

// A message is one line, short, printable, and names a column first.
void expect_well_formed(const std::string& message) {
    EXPECT_TRUE(message.starts_with("column ")) << message;
    EXPECT_LT(message.size(), 250u) << message;
    for (const char c : message) EXPECT_TRUE(c >= ' ' && c <= '~') << message;
}

TEST(ParsePosition, ReadsRanksFromTheTop) {
    const PositionOnBoard parsed = parse_position("p1p/1P1/P.P b");
    EXPECT_EQ(parsed.board, (Board{3, 3}));
    EXPECT_EQ(parsed.position,
              plain::to_position({"P.P", ".P.", "p.p"}, Side::kBlack));  // rank 1 first
}

TEST(ParsePosition, TheSizeFollowsFromTheText) {
    EXPECT_EQ(parse_position("p/1/1/P w").board, (Board{1, 4}));
    EXPECT_EQ(parse_position("10/10/10/10/10/10 w").board, (Board{10, 6}));
    EXPECT_EQ(parse_position("9p/10/P9 w").board, (Board{10, 3}));
    EXPECT_EQ(parse_position("6/6/6/6/6/6/6/6/6/6 w").board, (Board{6, 10}));
    EXPECT_EQ(parse_position("8/8/8/8/8/8/8/8 b").board, (Board{8, 8}));
}

TEST(ParsePosition, EmptyCellsMayBeWrittenInAnyWay) {
    const PositionOnBoard dots = parse_position("p..../...../....P/...../..... w");
    for (const char* text : {"p4/5/4P/5/5 w", "p.2./5/1.1.P/...2/2.2 w", "p3./.4/4P/4./5 w"}) {
        EXPECT_EQ(parse_position(text), dots) << text;
    }
    // Digits side by side are one number.
    EXPECT_NE(refusal("p4/11111/4P/5/5 w").find("'11111' overruns"), std::string::npos);
}

TEST(ParsePosition, BlanksAroundAndBetweenAreAllowed) {
    EXPECT_EQ(parse_position("  ppp/3/PPP \t b  "), parse_position("ppp/3/PPP b"));
    EXPECT_EQ(parse_position(" start:3x3 "), parse_position("ppp/3/PPP w"));
}

TEST(ParsePosition, StartStandsForTheStartPosition) {
    for (const Board board : all_boards()) {
        const PositionOnBoard parsed = parse_position("start:" + to_string(board));
        EXPECT_EQ(parsed.board, board);
        EXPECT_EQ(parsed.position, Rules(board).start());
    }
}

TEST(ParsePosition, ComposedAndFinishedPositionsAreFine) {
    for (const char* text : {"3/3/3 w", "3/3/3 b", "PPP/PPP/PPP b", "ppp/ppp/ppp w", "P2/3/3 w",
                             "3/3/p2 b", "pPp/PpP/P1P b", "PPP/ppp/PPP w"}) {
        EXPECT_EQ(refusal(text), "") << text;
    }
}

TEST(PositionText, ParsesBackToTheSamePosition) {
    std::mt19937_64 random(1);
    for (const Board board : all_boards()) {
        const Rules rules(board);
        for (int i = 0; i < 300; ++i) {
            const Position p = random_position(board, random);
            const std::string text = position_text(board, p);
            if (rules.arrived(p, Side::kWhite) && rules.arrived(p, Side::kBlack)) {
                EXPECT_NE(refusal(text).find("arrived"), std::string::npos) << text;
            } else {
                EXPECT_EQ(parse_position(text), (PositionOnBoard{board, p})) << text;
            }
        }
    }
}

TEST(PositionText, WritesRunsAsNumbers) {
    EXPECT_EQ(position_text({3, 3}, Rules({3, 3}).start()), "ppp/3/PPP w");
    EXPECT_EQ(position_text({10, 6}, {0, 0, Side::kBlack}), "10/10/10/10/10/10 b");
    EXPECT_EQ(position_text({10, 3}, {1, 0, Side::kWhite}), "10/10/P9 w");
    EXPECT_EQ(position_text({5, 3}, parse_position("1p.P1/5/P...P b").position), "1p1P1/5/P3P b");
}

struct Refused {
    std::string text;
    int column;
    std::string mentions;  // the quoted part, or what is missing
};

TEST(ParsePosition, RefusesEveryMistakeWithItsColumn) {
    const std::vector<Refused> cases = {
        // Unknown letters, wherever they stand.
        {"ppx/3/PPP w", 3, "'x'"},
        {"ppp/3/PPPw", 10, "'w'"},
        {"qqq", 1, "'q'"},
        {"ppp\\3\\PPP w", 4, "'\\x5C'"},
        {"ppp/3/PP-1 w", 9, "'-'"},
        {"\"ppp/3/PPP w\"", 1, "'\"'"},
        // Ragged ranks and runs that overrun.
        {"ppp/2/PPP w", 5, "'2'"},
        {"ppp//PPP w", 5, "''"},
        {"/3/PPP w", 1, "empty first rank"},
        {"ppp/3/ w", 7, "''"},
        {"ppp/3/PP w", 7, "'PP'"},
        {"ppp/4/PPP w", 5, "'4' overruns"},
        {"ppp/1p2/PPP w", 7, "'2' overruns"},
        {"ppp/3/PPPP w", 10, "'P' overruns"},
        {"ppp/3/PPP. w", 10, "'.' overruns"},
        {"11/3/3 w", 1, "'11' overruns"},
        {"ppppppppppp/3/3 w", 11, "'p' overruns"},
        {"p99999999999999999999999999999999/3/3 w", 2, "overruns"},
        {"ppp/0/PPP w", 5, "'0'"},
        {"ppp/03/PPP w", 5, "'03'"},
        // The side to move.
        {"ppp/3/PPP", 10, "no side to move"},
        {"ppp/3/PPP   ", 13, "no side to move"},
        {"ppp/3/PPP W", 11, "'W'"},
        {"ppp/3/PPP x", 11, "'x'"},
        {"ppp/3/PPP white", 11, "'white'"},
        {"ppp/3/PPP -", 11, "'-'"},
        // Two positions glued together.
        {"ppp/3/PPP w ppp/3/PPP b", 13, "'ppp/3/PPP b'"},
        {"ppp/3/PPP wppp/3/PPP b", 11, "'wppp/3/PPP'"},
        {"ppp/3/PPPppp/3/PPP w", 10, "'p' overruns"},
        {"start:3x3 start:3x3", 11, "'start:3x3'"},
        {"start:3x3 b", 11, "'b'"},
        // Nothing.
        {"", 1, "empty"},
        {"   ", 4, "empty"},
        // Boards beyond the limits.
        {"ppp/PPP w", 1, "'ppp/PPP'"},
        {"p w", 1, "'p'"},
        {"9/9/9/9/9/9/9/9 w", 1, "9x8"},
        {"1/1/1/1/1/1/1/1/1/1/1 w", 21, "'1' is rank 11"},
        {"start:3x2", 7, "3x2"},
        {"start:11x3", 7, "11x3"},
        {"start:", 7, "''"},
        {"start:big", 7, "'big'"},
        {"start:3x3x3", 7, "'3x3x3'"},
        // Bytes that are not ASCII, control characters.
        {"pp\xC3\xA9/3/PPP w", 3, "'\\xC3\\xA9'"},
        {"ppp/3/PPP \xE2\x99\x9F", 11, "'\\xE2\\x99\\x9F'"},
        {"start:3\xC3\x97"
         "3",
         7, "'3\\xC3\\x973'"},
        {std::string("pp\0/3/PPP w", 11), 3, "'\\x00'"},
        {"ppp/3/PPP w\r", 11, "'w\\x0D'"},
        {"ppp/3\n/PPP w", 6, "'\\x0A'"},
        // Two winners.
        {"1P1/3/p2 w", 7, "column 2"},
        {"P2/3/1pp b", 7, "column 1"},
    };
    for (const Refused& wrong : cases) {
        const std::string message = refusal(wrong.text);
        expect_well_formed(message);
        EXPECT_TRUE(message.starts_with("column " + std::to_string(wrong.column) + ":"))
            << wrong.text << " -> " << message;
        EXPECT_NE(message.find(wrong.mentions), std::string::npos)
            << wrong.text << " -> " << message;
    }
}

TEST(ParsePosition, RefusesAMegabyteQuicklyAndBriefly) {
    constexpr std::size_t kMegabyte = 1 << 20;
    for (const std::string& text :
         {std::string(kMegabyte, 'p'), std::string(kMegabyte, ' '), std::string(kMegabyte, '/'),
          std::string(kMegabyte, '1'), "start:" + std::string(kMegabyte, '1'),
          "start:" + std::string(kMegabyte, '1') + "x3", "ppp/3/PPP " + std::string(kMegabyte, 'w'),
          "ppp/3/PPP w " + std::string(kMegabyte, 'w'), std::string(kMegabyte, '\xFF')}) {
        expect_well_formed(refusal(text));
    }
}

// A text that is nearly right is either refused in good form or is a position that prints and
// parses back.
TEST(ParsePosition, NeverAnythingButAPositionOrAnError) {
    std::mt19937_64 random(7);
    constexpr std::string_view kAlphabet = "pP.123/ wb0x:start";
    int parsed = 0;
    for (int i = 0; i < 300000; ++i) {
        std::string text;
        for (auto rank = random() % 4 + 2; rank > 0; --rank) {
            static constexpr std::string_view kRanks[] = {"ppp", "3",   "1P1", "p1p",
                                                          "PPP", "..P", "21",  "2"};
            text += kRanks[random() % 8];
            if (rank > 1) text += '/';
        }
        text += random() % 2 == 0 ? " w" : " b";
        if (random() % 2 == 0)
            text[random() % text.size()] = kAlphabet[random() % kAlphabet.size()];
        const std::string message = refusal(text);
        if (message.empty()) {
            ++parsed;
            const PositionOnBoard position = parse_position(text);
            EXPECT_EQ(parse_position(position_text(position.board, position.position)), position);
            EXPECT_TRUE(within_limits(position.board));
            EXPECT_EQ(position.position.white & position.position.black, 0u);
        } else {
            expect_well_formed(message);
        }
    }
    EXPECT_GT(parsed, 1000);
}

TEST(MoveName, NamesCellsByFileAndRank) {
    const Rules rules({3, 3});
    const auto number = [&](int file, int rank) {
        return static_cast<std::uint8_t>(rules.cell(file, rank - 1));
    };
    EXPECT_EQ(move_name({3, 3}, {number(0, 1), number(0, 2), false}), "a1a2");
    EXPECT_EQ(move_name({3, 3}, {number(1, 2), number(2, 3), true}), "b2xc3");
    // The tenth rank takes two digits: cell 8 is a9 and cell 9 is a10 on 6x10.
    EXPECT_EQ(move_name({6, 10}, {8, 9, false}), "a9a10");
    EXPECT_EQ(move_name({6, 10}, {59, 48, true}), "f10xe9");
}

TEST(ParseMove, ReadsEveryLegalMoveByItsName) {
    std::mt19937_64 random(3);
    for (const Board board : all_boards()) {
        for (int i = 0; i < 50; ++i) {
            const Position p = random_position(board, random);
            for (const Move move : Rules(board).moves(p)) {
                std::string name = move_name(board, move);
                EXPECT_EQ(parse_move(board, p, name), move) << name;
                if (const auto cross = name.find('x'); cross != std::string::npos) {
                    EXPECT_EQ(parse_move(board, p, name.erase(cross, 1)), move) << name;
                }
            }
        }
    }
}

TEST(ParseMove, SaysWhyAMoveCannotBeMade) {
    const auto refusal_of = [](std::string_view position, std::string_view move) -> std::string {
        const PositionOnBoard parsed = parse_position(position);
        try {
            (void)parse_move(parsed.board, parsed.position, move);
            return {};
        } catch (const InputError& error) {
            return error.what();
        }
    };
    struct Case {
        const char* position;
        const char* move;
        const char* mentions;
    };
    constexpr const char* kPosition = "p1p/Pp1/1PP w";
    for (const auto& [position, move, mentions] : std::vector<Case>{
             {kPosition, "", "'' is no move"},
             {kPosition, "a", "is no move"},
             {kPosition, "a1", "is no move"},
             {kPosition, "a1a2a3", "is no move"},
             {kPosition, "a1xx2", "is no move"},
             {kPosition, "d1d2", "a1 to c3"},
             {kPosition, "a0a1", "is no move"},
             {kPosition, "a3a4", "is no move"},
             {kPosition, "a1a99", "is no move"},
             {kPosition, "A1A2", "is no move"},
             {kPosition, "c1\xC3\xA9", "'c1\\xC3\\xA9'"},
             {kPosition, "a1a2", "no white pawn on a1"},
             {kPosition, "b2b1", "no white pawn on b2"},
             {kPosition, "a2a3", "a3 is not empty"},
             {kPosition, "b1b2", "b2 is not empty"},
             {kPosition, "b1xc2", "nothing to capture on c2"},
             {kPosition, "b1xa2", "but your own pawn"},
             {kPosition, "b1b3", "one step up"},
             {kPosition, "b1c1", "one step up"},
             {kPosition, "c1xa2", "one step up"},
             {kPosition, "c1xc2", "write c1c2"},
             {"ppp/3/PPP b", "a3a1", "one step down"},
             {"P1p/1P1/3 w", "b2xc3", "the game is over"},
         }) {
        EXPECT_NE(refusal_of(position, move).find(mentions), std::string::npos)
            << position << ' ' << move << " -> " << refusal_of(position, move);
    }
}

TEST(DrawnBoard, ShowsRanksAndFiles) {
    EXPECT_EQ(drawn_board({3, 3}, parse_position("p1p/1P1/P1P b").position),
              "   3 | p . p\n"
              "   2 | . P .\n"
              "   1 | P . P\n"
              "     +------\n"
              "       a b c\n");
    const std::string tall = drawn_board({1, 10}, Rules({1, 10}).start());
    EXPECT_TRUE(tall.starts_with("  10 | p\n   9 | .\n")) << tall;
    const std::string wide = drawn_board({10, 6}, Rules({10, 6}).start());
    EXPECT_TRUE(wide.ends_with("     +--------------------\n       a b c d e f g h i j\n")) << wide;
}

TEST(DrawnBoard, ColoursOnlyWhatItIsToldTo) {
    const std::string drawn =
        drawn_board({1, 3}, Rules({1, 3}).start(), {"<W>", "<B>", "<F>", "</>"});
    EXPECT_EQ(drawn,
              "<F>   3 |</> <B>p</>\n"
              "<F>   2 |</> <F>.</>\n"
              "<F>   1 |</> <W>P</>\n"
              "<F>     +--\n"
              "       a</>\n");
}

}  // namespace
}  // namespace hexa
