#include "board.h"

#include <gtest/gtest.h>

#include "errors.h"

namespace hexa {
namespace {

TEST(Board, ParsesFilesByRanks) {
    EXPECT_EQ(parse_board("5x4"), (Board{5, 4}));
    EXPECT_EQ(parse_board("10x6"), (Board{10, 6}));
    EXPECT_EQ(to_string(parse_board("1x10")), "1x10");
}

TEST(Board, RefusesWhatIsNoBoard) {
    for (const char* text : {"", "x", "5", "5x", "x5", "5X5", "5x5 ", " 5x5", "-5x5", "5x-5",
                             "+5x5", "5x5x5", "5.5", "99999999999999999999x5", "axb"}) {
        EXPECT_THROW((void)parse_board(text), InputError) << text;
    }
}

TEST(Board, RefusesBoardsBeyondTheLimitsByName) {
    for (const char* text : {"0x5", "5x0", "5x2", "11x3", "3x11", "9x8", "8x9", "10x7"}) {
        try {
            (void)parse_board(text);
            FAIL() << text;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("at most 64 cells"), std::string::npos);
        }
    }
    for (const char* text : {"1x3", "10x6", "8x8", "6x10", "7x9", "9x7", "1x10", "10x3"}) {
        EXPECT_NO_THROW((void)parse_board(text)) << text;
    }
}

}  // namespace
}  // namespace hexa
