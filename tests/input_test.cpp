#include "input.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "errors.h"
#include "plain_rules.h"
#include "positions.h"

namespace hexa {
namespace {

// Bytes of a string, at most `chunk` a read, as a pipe would bring them.
ReadBytes bytes_of(std::string text, std::size_t chunk) {
    return [text = std::move(text), chunk, at = std::size_t{0}](char* buffer,
                                                                std::size_t size) mutable {
        const std::size_t n = std::min({size, chunk, text.size() - at});
        std::memcpy(buffer, text.data() + at, n);
        at += n;
        return n;
    };
}

std::vector<std::string> lines_of(const std::string& text, std::size_t chunk) {
    LineReader reader(bytes_of(text, chunk));
    std::vector<std::string> lines;
    while (const auto line = reader.next()) {
        EXPECT_EQ(line->number, lines.size() + 1);
        EXPECT_FALSE(line->cut);
        lines.emplace_back(line->text);
    }
    EXPECT_FALSE(reader.next()) << "the end stays the end";
    return lines;
}

// What a stream holds, as text: `LINE POSITION` or `LINE! MESSAGE`.
std::vector<std::string> items_of(const std::string& text, InputForm form,
                                  std::size_t chunk = 1000) {
    LineReader lines(bytes_of(text, chunk));
    PositionReader reader(lines, form);
    std::vector<std::string> items;
    while (const auto item = reader.next()) {
        const std::string line = std::to_string(item->line);
        if (item->position) {
            EXPECT_EQ(item->error, "");
            items.push_back(line + " " +
                            position_text(item->position->board, item->position->position));
        } else {
            EXPECT_TRUE(item->error.starts_with("column ")) << item->error;
            EXPECT_LT(item->error.size(), 250u);
            items.push_back(line + "! " + item->error);
        }
    }
    return items;
}

using Items = std::vector<std::string>;

// Exactly one item, an error on `line` and `column` that mentions `part`.
void expect_error(const std::string& text, InputForm form, int line, int column,
                  const std::string& part) {
    const Items items = items_of(text, form);
    ASSERT_EQ(items.size(), 1u) << text;
    const std::string place = std::to_string(line) + "! column " + std::to_string(column) + ": ";
    EXPECT_TRUE(items[0].starts_with(place)) << text << " -> " << items[0];
    EXPECT_NE(items[0].find(part), std::string::npos) << text << " -> " << items[0];
}

TEST(LineReader, SplitsAtLineEndsOfBothKindsWhateverTheChunks) {
    for (const std::size_t chunk : {1, 2, 3, 7, 1000}) {
        EXPECT_EQ(lines_of("", chunk), (Items{}));
        EXPECT_EQ(lines_of("\n", chunk), (Items{""}));
        EXPECT_EQ(lines_of("a", chunk), (Items{"a"}));
        EXPECT_EQ(lines_of("a\nbc\r\n\r\nd\re\n\n", chunk), (Items{"a", "bc", "", "d\re", ""}));
        EXPECT_EQ(lines_of("a\nlast", chunk), (Items{"a", "last"}));
    }
}

TEST(LineReader, SkipsAByteOrderMarkAtTheBeginningOnly) {
    EXPECT_EQ(lines_of("\xEF\xBB\xBF"
                       "a\n\xEF\xBB\xBF"
                       "b\n",
                       2),
              (Items{"a",
                     "\xEF\xBB\xBF"
                     "b"}));
}

TEST(LineReader, ManyLinesStayInOrder) {
    std::mt19937_64 random(1);
    std::string text;
    Items expected;
    for (int i = 0; i < 20000; ++i) {
        expected.emplace_back(random() % 100, static_cast<char>('a' + i % 26));
        text += expected.back() + "\n";
    }
    EXPECT_EQ(lines_of(text, 100000), expected);
    EXPECT_EQ(lines_of(text, 333), expected);
}

TEST(LineReader, CutsALongLineAndGoesOnAfterIt) {
    for (const std::size_t length : {kMaxLineBytes + 1, std::size_t{60000}, std::size_t{1} << 20}) {
        for (const std::size_t chunk : {std::size_t{1000}, std::size_t{1} << 20}) {
            LineReader reader(bytes_of("first\n" + std::string(length, 'x') + "\nlast\n", chunk));
            EXPECT_EQ(reader.next()->text, "first");
            const auto cut = reader.next();
            EXPECT_TRUE(cut->cut);
            EXPECT_EQ(cut->text, std::string(kMaxLineBytes, 'x'));
            const auto last = reader.next();
            EXPECT_EQ(last->text, "last");
            EXPECT_EQ(last->number, 3u);
            EXPECT_FALSE(reader.next());
        }
    }
    LineReader whole(bytes_of(std::string(kMaxLineBytes, 'x') + "\n", 1000));
    EXPECT_FALSE(whole.next()->cut);
}

TEST(ReadDescriptor, TellsAFailureAsAFileError) {
    int calls = 0;
    LineReader reader(read_descriptor(-1, [&] { ++calls; }));
    EXPECT_THROW((void)reader.next(), FileError);
    EXPECT_EQ(calls, 1);
}

TEST(LineInput, SkipsBlankLinesAndComments) {
    EXPECT_EQ(items_of("# a comment\n\nppp/3/PPP w\r\n  \t\n#p\nstart:3x3", InputForm::kLine),
              (Items{"3 ppp/3/PPP w", "6 ppp/3/PPP w"}));
    EXPECT_EQ(items_of("", InputForm::kLine), (Items{}));
    EXPECT_EQ(items_of("\n# nothing\n", InputForm::kLine), (Items{}));
}

TEST(LineInput, GoesOnAfterAMistake) {
    const Items items = items_of("ppp/3/PPP w\nppx/3/PPP w\nppp/3/PPP b\n", InputForm::kLine);
    ASSERT_EQ(items.size(), 3u);
    EXPECT_TRUE(items[1].starts_with("2! column 3: 'x'")) << items[1];
    EXPECT_EQ(items[2], "3 ppp/3/PPP b");
}

TEST(LineInput, RefusesALineThatGoesOn) {
    expect_error("ppp/3/PPP w" + std::string(1 << 20, ' ') + "\n", InputForm::kLine, 1, 4097,
                 "'ppp/3/PPP w");
    expect_error(std::string(1 << 20, ' '), InputForm::kLine, 1, 4097, "");
    expect_error(std::string(1 << 20, 'p'), InputForm::kLine, 1, 11, "'p' overruns");
    EXPECT_EQ(items_of("#" + std::string(1 << 20, ' ') + "\nppp/3/PPP w", InputForm::kLine),
              (Items{"2 ppp/3/PPP w"}));
}

TEST(GridInput, ReadsSeveralPositions) {
    EXPECT_EQ(items_of("W\nppp\n...\nPPP\n\n\nB\r\np.p\r\n.P.\r\nP.P\r\n.p.\r\n", InputForm::kGrid),
              (Items{"1 ppp/3/PPP w", "7 p1p/1P1/P1P/1p1 b"}));
    EXPECT_EQ(items_of("\n\nB  \n.\t\np\n.", InputForm::kGrid), (Items{"3 1/p/1 b"}));
    EXPECT_EQ(items_of(" \n", InputForm::kGrid), (Items{}));
}

TEST(GridInput, RefusesEveryMistakeWithLineAndColumn) {
    const auto form = InputForm::kGrid;
    expect_error("w\nppp\n...\nPPP\n", form, 1, 1, "'w' is no side to move");
    expect_error("ppp\n...\nPPP\n", form, 1, 1, "'ppp' is no side to move");
    expect_error("W ppp\n", form, 1, 1, "'W ppp'");
    expect_error("W\n", form, 1, 1, "'W' without ranks");
    expect_error("B\n\n", form, 1, 1, "'B' without ranks");
    expect_error("W\nppp\n..x\nPPP\n", form, 3, 3, "'x' is no cell");
    expect_error("W\nppp\n1.1\nPPP\n", form, 3, 1, "'1' is no cell");
    expect_error("W\nppp\n p \nPPP\n", form, 3, 1, "' ' is no cell");
    expect_error("W\nppp\n..\xC3\xA9\nPPP\n", form, 3, 3, "'\\xC3\\xA9'");
    expect_error("W\nppp\n..\nPPP\n", form, 3, 3, "rank '..' has 2 files; the first rank has 3");
    expect_error("W\nppp\n....\nPPP\n", form, 3, 4, "'.' overruns the rank");
    expect_error("W\n...........\n", form, 2, 11, "at most 10 files");
    expect_error("W\nppp\nPPP\n", form, 3, 1, "a 3x2 board is beyond the limits");
    expect_error(
        "W\n" +
            [] {
                std::string ranks;
                for (int i = 0; i < 11; ++i) ranks += ".\n";
                return ranks;
            }(),
        form, 12, 1, "'.' is rank 11");
    expect_error("B\nP..\n...\n.p.\n", form, 4, 2, "at most one side");
    // Two positions without a blank line between them.
    expect_error("W\nppp\n...\nPPP\nB\nppp\n...\nPPP\n", form, 5, 1, "'B' is no cell");
    // Lines that go on.
    expect_error("W\n" + std::string(1 << 20, 'p') + "\n", form, 2, 11, "overruns");
    expect_error("W\nppp" + std::string(1 << 20, ' ') + "\n...\nPPP\n", form, 2, 4097, "'ppp");
    expect_error("W" + std::string(1 << 20, ' ') + "\nppp\n...\nPPP\n", form, 1, 4097, "'W");
    expect_error(std::string(1 << 20, ' '), form, 1, 1, "is no side to move");
}

TEST(GridInput, GoesOnAfterABlankLine) {
    const Items items = items_of("W\nppx\n...\nPPP\n\nB\nppp\n...\nPPP\n\nX\nppp\n\nW\np\n.\nP\n",
                                 InputForm::kGrid);
    ASSERT_EQ(items.size(), 4u);
    EXPECT_TRUE(items[0].starts_with("2! ")) << items[0];
    EXPECT_EQ(items[1], "6 ppp/3/PPP b");
    EXPECT_TRUE(items[2].starts_with("11! ")) << items[2];
    EXPECT_EQ(items[3], "14 p/1/P w");
}

TEST(SizedInput, RowsComeBeforeColumns) {
    EXPECT_EQ(items_of("3\n4\npppp\n    \nPPPP\n", InputForm::kSized), (Items{"1 pppp/4/PPPP w"}));
    EXPECT_EQ(items_of("4\n3\nppp\n   \n   \nPPP", InputForm::kSized), (Items{"1 ppp/3/3/PPP w"}));
}

TEST(SizedInput, SpacesMayBeRaggedMissingOrTooMany) {
    const Items expected{"1 p1p/1P1/P2 w"};
    EXPECT_EQ(items_of("3\n3\np p\n P \nP  \n", InputForm::kSized), expected);
    EXPECT_EQ(items_of("3\n3\np p\n P\nP\n", InputForm::kSized), expected);
    EXPECT_EQ(items_of("3 \n 3\np p     \n P\t\nP\n\n  \n\n", InputForm::kSized), expected);
    EXPECT_EQ(items_of("3\r\n3\r\np p\r\n P \r\nP\r\n", InputForm::kSized), expected);
    EXPECT_EQ(items_of("\xEF\xBB\xBF"
                       "3\n3\np p\n P \nP",
                       InputForm::kSized),
              expected);
}

TEST(SizedInput, AnEmptyRankMayBeAnEmptyLine) {
    EXPECT_EQ(items_of("4\n3\nppp\n\n\nPPP\n", InputForm::kSized), (Items{"1 ppp/3/3/PPP w"}));
    EXPECT_EQ(items_of("3\n3\n\npPp\n\n", InputForm::kSized), (Items{"1 3/pPp/3 w"}));
    // Stripped at the end of the file, once a white pawn has been seen.
    EXPECT_EQ(items_of("3\n3\nppp\n P", InputForm::kSized), (Items{"1 ppp/1P1/3 w"}));
    EXPECT_EQ(items_of("4\n3\nppp\n P\n", InputForm::kSized), (Items{"1 ppp/1P1/3/3 w"}));
}

TEST(SizedInput, SeveralMayFollow) {
    EXPECT_EQ(items_of("3\n1\np\n\nP\n3\n1\np\nP\n\n\n\n3\n2\npp\n\nPP\n", InputForm::kSized),
              (Items{"1 p/1/P w", "6 p/P/1 w", "13 pp/2/PP w"}));
}

TEST(SizedInput, RefusesEveryMistakeWithLineAndColumn) {
    const auto form = InputForm::kSized;
    expect_error("x\n3\nppp\n   \nPPP\n", form, 1, 1, "'x' is no number of rows");
    expect_error("ppp\n   \nPPP\n", form, 1, 1, "'ppp' is no number of rows");
    expect_error("3 3\nppp\n   \nPPP\n", form, 1, 1, "'3 3' is no number of rows");
    expect_error("-3\n3\nppp\n   \nPPP\n", form, 1, 1, "'-3'");
    expect_error("99999999999999999999\n3\nppp\n", form, 1, 1, "is no number of rows");
    expect_error("3\n  x\nppp\n   \nPPP\n", form, 2, 3, "'x' is no number of columns");
    expect_error("3\n\nppp\n   \nPPP\n", form, 2, 1, "'' is no number of columns");
    expect_error("3\n", form, 1, 1, "columns");
    expect_error("3\n11\nppp\n   \nPPP\n", form, 2, 1, "a 11x3 board is beyond the limits");
    expect_error("0\n0\n", form, 2, 1, "0x0");
    expect_error("3\n3\nppp\n . \nPPP\n", form, 4, 2, "'.' is no cell");
    expect_error("3\n3\nppp\n\tP\nPPP\n", form, 4, 1, "'\\x09' is no cell");
    expect_error("3\n3\npp\xC3\xA9\n\nPPP\n", form, 3, 3, "'\\xC3\\xA9'");
    expect_error("3\n3\npppp\n   \nPPP\n", form, 3, 4, "'p' overruns the rank");
    expect_error("3\n3\nppp\n   \nPPP  P\n", form, 5, 6, "'P' overruns the rank");
    expect_error("3\n3\nppp\n", form, 3, 1, "after 1 of 3 ranks");
    expect_error("3\n3\nppp\n   \n", form, 4, 1, "after 2 of 3 ranks");
    expect_error("3\n3\n", form, 2, 1, "after 0 of 3 ranks");
    expect_error("3\n3\nP  \n   \n  p\n", form, 5, 3, "at most one side");
    // The forms are not guessed at.
    expect_error("3\n3\nppp\n P\nPPP\n", InputForm::kGrid, 1, 1, "'3' is no side to move");
    expect_error("W\nppp\n...\nPPP\n", form, 1, 1, "'W' is no number of rows");
    // Lines that go on.
    expect_error("3\n3\n" + std::string(1 << 20, 'p') + "\n\nPPP\n", form, 3, 4, "overruns");
    expect_error("3\n3\nppp" + std::string(1 << 20, ' ') + "\n\nPPP\n", form, 3, 4097, "'ppp");
    expect_error("3" + std::string(1 << 20, ' ') + "\n3\nppp\n\nPPP\n", form, 1, 4097, "'3");
}

TEST(SizedInput, GoesOnWithTheNextSize) {
    const Items items = items_of(
        "3\n3\nppx\n\nPPP\n"   // a bad cell
        "3\n1\np\n\nP\n"       // fine
        "zz\n3\nppp\n\nPPP\n"  // bad rows
        "3\n1\np\n"            // a rank short: the next size comes too early
        "3\n2\npp\n\nPP\n",    // fine
        InputForm::kSized);
    ASSERT_EQ(items.size(), 5u);
    EXPECT_TRUE(items[0].starts_with("3! column 3: 'x'")) << items[0];
    EXPECT_EQ(items[1], "6 p/1/P w");
    EXPECT_TRUE(items[2].starts_with("11! column 1: 'zz'")) << items[2];
    EXPECT_TRUE(items[3].starts_with("19! column 1: '3' after 1 of 3 ranks")) << items[3];
    EXPECT_EQ(items[4], "19 pp/2/PP w");
}

// Every position of every board goes through each form that can hold it.
TEST(AllForms, HoldEveryPosition) {
    std::mt19937_64 random(5);
    for (const Board board : all_boards()) {
        const Rules rules(board);
        std::string line_text, grid_text, sized_text;
        Items positions, white_positions;
        for (int i = 0; i < 50; ++i) {
            const Position p = random_position(board, random);
            if (rules.arrived(p, Side::kWhite) && rules.arrived(p, Side::kBlack)) continue;
            positions.push_back(position_text(board, p));
            line_text += positions.back() + "\n";
            const plain::Grid grid = plain::to_grid(board, p);
            grid_text += p.to_move == Side::kWhite ? "W\n" : "B\n";
            for (auto rank = grid.rbegin(); rank != grid.rend(); ++rank) grid_text += *rank + "\n";
            grid_text += "\n";
            if (p.to_move == Side::kBlack) continue;
            white_positions.push_back(positions.back());
            sized_text += std::to_string(board.ranks) + "\n" + std::to_string(board.files) + "\n";
            for (auto rank = grid.rbegin(); rank != grid.rend(); ++rank) {
                std::string spaced = *rank;
                std::replace(spaced.begin(), spaced.end(), '.', ' ');
                sized_text += spaced.substr(0, spaced.find_last_not_of(' ') + 1) + "\n";
            }
        }
        const auto without_lines = [](Items items) {
            for (std::string& item : items) item.erase(0, item.find(' ') + 1);
            return items;
        };
        EXPECT_EQ(without_lines(items_of(line_text, InputForm::kLine)), positions);
        EXPECT_EQ(without_lines(items_of(grid_text, InputForm::kGrid, 5)), positions);
        EXPECT_EQ(without_lines(items_of(sized_text, InputForm::kSized)), white_positions);
    }
}

}  // namespace
}  // namespace hexa
