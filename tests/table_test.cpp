#include "table.h"

#include <array>
#include <random>
#include <set>
#include <span>

#include <gtest/gtest.h>
#include <xxhash.h>

#include "atomic_file.h"
#include "errors.h"
#include "made_table.h"
#include "plain_solver.h"
#include "verify.h"

namespace hexa {
namespace {

// What every position of the index answers, both sides to move.
void expect_answers(const Table& table, const MadeTable& made) {
    const Index& index = made.enumerated.index;
    for (int slice = 0; slice < index.slices(); ++slice) {
        for (const Side side : {Side::kWhite, Side::kBlack}) {
            const auto& labels = made.labels.at({slice, side});
            std::size_t rank = 0;
            index.for_each(slice, side, [&](const Position& p) {
                const auto dtw = table.dtw(p);
                ASSERT_TRUE(dtw.has_value());
                ASSERT_EQ(*dtw, labels[rank++]);
                // Black's are the same thing anyway.
                if (side == Side::kWhite) {
                    ASSERT_EQ(table.dtw_of_reachable(p), *dtw);
                }
            });
        }
    }
}

TEST(Table, AnswersEveryPositionAsTheSweepLabelledIt) {
    for (const Board board :
         {Board{1, 3}, Board{1, 10}, Board{2, 3}, Board{2, 9}, Board{3, 3}, Board{3, 6},
          Board{4, 4}, Board{4, 5}, Board{5, 4}, Board{6, 3}, Board{7, 3}, Board{5, 5}}) {
        const MadeTable made(board);
        const Table table = Table::open(made.path);
        EXPECT_EQ(table.board(), board);
        EXPECT_EQ(table.header().digest, made.result.digest);
        EXPECT_EQ(table.header().unfinished, made.enumerated.enumeration.unfinished());
        expect_answers(table, made);
    }
}

TEST(Table, KnowsWhatNoGameReaches) {
    const Board board{3, 4};
    const MadeTable made(board);
    const Table table = Table::open(made.path);
    std::set<std::tuple<Cells, Cells, Side>> reached;
    for (const Position& p : plain::reachable(board)) reached.insert({p.white, p.black, p.to_move});
    std::mt19937_64 random(1);
    int outside = 0;
    for (int i = 0; i < 200'000; ++i) {
        const Cells all = Rules(board).all();
        Position p{random() & random() & all, random() & random() & all,
                   random() % 2 == 0 ? Side::kWhite : Side::kBlack};
        p.black &= ~p.white;
        if (Rules(board).finished(p)) continue;
        const bool expected = reached.contains({p.white, p.black, p.to_move});
        outside += !expected;
        ASSERT_EQ(table.dtw(p).has_value(), expected);
        ASSERT_EQ(table.reachable(p), expected);
    }
    EXPECT_GT(outside, 1000);
}

TEST(Table, AnswersFromASmallCacheAsFromALargeOne) {
    const MadeTable made({5, 4});
    expect_answers(Table::open(made.path, 0), made);
}

// The right answers or an error: the answer to some positions of a table that may be damaged.
void expect_right_or_refused(std::vector<std::byte> bytes, const MadeTable& made,
                             const std::vector<std::pair<Position, int>>& questions) {
    try {
        const Table table(std::make_unique<MemorySource>(std::move(bytes)), "test");
        for (const auto& [position, dtw] : questions) {
            ASSERT_EQ(table.dtw(position), dtw) << to_string(made.enumerated.index.board());
        }
    } catch (const FileError&) {
    }
}

std::vector<std::pair<Position, int>> some_questions(const MadeTable& made, std::size_t step) {
    std::vector<std::pair<Position, int>> questions;
    const Index& index = made.enumerated.index;
    std::size_t number = 0;
    for (const auto& [set, labels] : made.labels) {
        for (std::size_t rank = 0; rank < labels.size(); ++rank) {
            if (number++ % step != 0) continue;
            questions.emplace_back(index.unrank({set.first, set.second, rank}), labels[rank]);
        }
    }
    return questions;
}

TEST(Table, RefusesEveryFlippedByte) {
    for (const Board board : {Board{3, 3}, Board{4, 4}}) {
        const MadeTable made(board);
        const auto whole = read_file(made.path);
        const auto questions = some_questions(made, board.files == 3 ? 1 : 97);
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (const int flip : {0x01, 0x80, 0xFF}) {
                auto bytes = whole;
                bytes[at] ^= static_cast<std::byte>(flip);
                expect_right_or_refused(std::move(bytes), made, questions);
            }
        }
    }
}

TEST(Table, RefusesRandomFlippedBits) {
    const MadeTable made({5, 5});
    const auto whole = read_file(made.path);
    const auto questions = some_questions(made, 200'003);
    std::mt19937_64 random(2);
    for (int i = 0; i < 10'000; ++i) {
        auto bytes = whole;
        bytes[random() % bytes.size()] ^= static_cast<std::byte>(1 << random() % 8);
        expect_right_or_refused(std::move(bytes), made, questions);
    }
}

TEST(Table, RefusesEveryCutAndEveryAddition) {
    for (const Board board : {Board{3, 3}, Board{4, 4}, Board{5, 5}}) {
        const MadeTable made(board);
        const auto whole = read_file(made.path);
        for (std::size_t length = 0; length < std::min<std::size_t>(whole.size(), 4096); ++length) {
            for (const std::size_t keep : {length, whole.size() - 1 - length}) {
                const std::vector<std::byte> cut(whole.begin(), whole.begin() + keep);
                EXPECT_THROW(Table(std::make_unique<MemorySource>(cut), "test"), FileError);
            }
        }
        auto longer = whole;
        longer.push_back(std::byte{0});
        EXPECT_THROW(Table(std::make_unique<MemorySource>(longer), "test"), FileError);
    }
}

TEST(Table, SaysWhatIsWrong) {
    const MadeTable made({3, 3});
    const auto message = [&](std::size_t at, int value) {
        auto bytes = read_file(made.path);
        bytes[at] = static_cast<std::byte>(value);
        try {
            const Table table(std::make_unique<MemorySource>(bytes), "test");
        } catch (const FileError& error) {
            return std::string(error.what());
        }
        return std::string("fine");
    };
    EXPECT_EQ(message(0, 'Z'), "it is no hexatable table");
    EXPECT_EQ(message(8, 9), "it is of format version 9, and this program reads version 2");
    EXPECT_EQ(message(40, 77), "its header is damaged");
    EXPECT_EQ(message(kHeaderBytes + 20, 1), "its diagram is damaged");
    try {
        (void)Table::open(made.folder.path() / "none.hxt");
        FAIL();
    } catch (const FileError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("none.hxt"), std::string::npos);
        EXPECT_NE(text.find("No such file"), std::string::npos);
    }
}

// Changes one label on its way to the writer.
class Forger : public LabelSink {
public:
    Forger(LabelSink& next, Index::Place place, int more = 2)
        : next_(next), place_(place), more_(more) {}

    [[nodiscard]] bool wants(SetId set) const override { return next_.wants(set); }
    void take(SetId set, std::uint64_t first, std::span<std::uint8_t> distances) override {
        if (set.slice == place_.slice && set.to_move == place_.to_move && first <= place_.rank &&
            place_.rank - first < distances.size()) {
            distances[place_.rank - first] += static_cast<std::uint8_t>(more_);
        }
        next_.take(set, first, distances);
    }

private:
    LabelSink& next_;
    Index::Place place_;
    int more_;
};

TEST(Verify, FindsATableFine) {
    const MadeTable made({4, 4});
    Enumerated e({4, 4});
    const Verdict bytes =
        verify_bytes(std::make_unique<FileSource>(made.path), 2, e.stop, e.progress);
    EXPECT_EQ(bytes.defect, "");
    EXPECT_EQ(bytes.board, "4x4");
    const Verdict deep =
        verify_deep(std::make_unique<FileSource>(made.path), 2, e.budget, e.stop, e.progress);
    EXPECT_EQ(deep.defect, "");
    EXPECT_EQ(deep.checked, 11'794u);
}

// The start of 4x4, a win in 11, made one in 13: all bytes are whole, and the label is wrong.
TEST(Verify, NamesAWrongLabelThatHasGoodChecksums) {
    Enumerated e({4, 4});
    const TemporaryFolder folder;
    const auto path = folder.path() / "forged.hxt";
    const auto start = e.index.rank(Rules({4, 4}).start());
    TableWriter writer(path, false, e.index, kDefaultLevel, e.stop);
    Forger forger(writer, *start);
    const auto result = sweep(e.columns, e.index, {}, e.budget, e.stop, e.progress, &forger);
    writer.finish(result.digest);
    EXPECT_EQ(verify_bytes(std::make_unique<FileSource>(path), 1, e.stop, e.progress).defect, "");
    EXPECT_EQ(
        verify_deep(std::make_unique<FileSource>(path), 2, e.budget, e.stop, e.progress).defect,
        "pppp/4/4/PPPP w: the table says 13 plies, its moves say 11");
}

// The same made one in 211, which no entry can be: refused when it is asked for.
TEST(Table, RefusesAnEntryThatIsNoDistance) {
    Enumerated e({4, 4});
    const TemporaryFolder folder;
    const auto path = folder.path() / "forged.hxt";
    const Position start = Rules({4, 4}).start();
    TableWriter writer(path, false, e.index, kDefaultLevel, e.stop);
    Forger forger(writer, e.index.rank(start).value(), 200);
    const auto result = sweep(e.columns, e.index, {}, e.budget, e.stop, e.progress, &forger);
    writer.finish(result.digest);
    const Table table = Table::open(path);
    EXPECT_THROW((void)table.dtw(start), FileError);
    EXPECT_EQ(table.dtw(Rules::after(start, {0, 1, false})).has_value(), true);
}

// A table of 3x3 with a frame of zstd's too many, and all sizes and checksums put right.
std::vector<std::byte> with_another_frame(std::vector<std::byte> bytes, bool after_the_diagram) {
    // RFC 8878: a skippable frame that holds nothing.
    constexpr std::array kFrame{std::byte{0x50}, std::byte{0x2A}, std::byte{0x4D}, std::byte{0x18},
                                std::byte{0},    std::byte{0},    std::byte{0},    std::byte{0}};
    TableHeader header =
        decode_header(std::span<std::byte, kHeaderBytes>(bytes.data(), 128), bytes.size());
    const std::size_t diagram_end = kHeaderBytes + header.diagram_bytes;
    const std::size_t blocks_end = diagram_end + header.block_bytes;
    const auto at = static_cast<std::ptrdiff_t>(after_the_diagram ? diagram_end : blocks_end);
    bytes.insert(bytes.begin() + at, kFrame.begin(), kFrame.end());
    if (after_the_diagram) {
        header.diagram_bytes += kFrame.size();
        header.diagram_hash = XXH3_64bits(bytes.data() + kHeaderBytes, header.diagram_bytes);
    } else {
        header.block_bytes += kFrame.size();
        std::byte* const last = bytes.data() + bytes.size() - kDirectoryEntryBytes;
        const std::uint64_t size = load_le(last, 4) + kFrame.size();
        store_le(last, 4, size);
        store_le(last + 4, 8, XXH3_64bits(bytes.data() + blocks_end + kFrame.size() - size, size));
        const std::size_t directory = header.blocks * kDirectoryEntryBytes;
        header.directory_hash = XXH3_64bits(bytes.data() + bytes.size() - directory, directory);
    }
    header.file_bytes = bytes.size();
    encode_header(header, std::span<std::byte, kHeaderBytes>(bytes.data(), 128));
    return bytes;
}

TEST(Table, RefusesASecondFrame) {
    const MadeTable made({3, 3});
    const auto whole = read_file(made.path);
    const auto open = [](std::vector<std::byte> bytes) {
        return Table(std::make_unique<MemorySource>(std::move(bytes)), "test");
    };
    EXPECT_THROW(open(with_another_frame(whole, true)), FileError);
    const Table table = open(with_another_frame(whole, false));
    std::vector<std::uint8_t> entries;
    table.read_block(0, entries);
    EXPECT_THROW(table.read_block(table.blocks() - 1, entries), FileError);
}

TEST(AtomicFile, AppearsWholeOrNotAtAll) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "file";
    const std::vector<std::byte> bytes(1000, std::byte{7});
    {
        AtomicFile file(path, false);
        file.append(bytes);
        EXPECT_FALSE(std::filesystem::exists(path));
        EXPECT_THROW(AtomicFile(path, false), FileError);  // locked
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    {
        AtomicFile file(path, false);
        file.append(bytes);
        file.overwrite(0, std::vector<std::byte>(1, std::byte{1}));
        file.commit();
    }
    EXPECT_EQ(read_file(path).size(), bytes.size());
    EXPECT_EQ(read_file(path)[0], std::byte{1});
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".tmp"));
    EXPECT_THROW(AtomicFile(path, false), InputError);
    {
        AtomicFile file(path, true);
        file.append(std::vector<std::byte>(1, std::byte{2}));
        file.commit();
    }
    EXPECT_EQ(read_file(path).size(), 1u);
}

TEST(AtomicFile, TakesOverWhatADeadWriterLeft) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "file";
    std::ofstream(path.string() + ".tmp") << "left behind, and longer than what follows";
    AtomicFile file(path, false);
    file.append(std::vector<std::byte>(3, std::byte{1}));
    file.commit();
    EXPECT_EQ(read_file(path).size(), 3u);
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".tmp"));
}

// A writer that dies between linking the file and unlinking the temporary one leaves both names.
TEST(AtomicFile, LeavesTheFileAloneWhereADeadWriterLeftItTwoNames) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "file";
    std::ofstream(path) << "whole";
    std::filesystem::create_hard_link(path, path.string() + ".tmp");
    { const AtomicFile file(path, true); }
    EXPECT_EQ(read_file(path).size(), 5u);
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".tmp"));
}

TEST(AtomicFile, CleansUpEvenWhereItMayNotWrite) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "file";
    std::ofstream(path) << "whole";
    std::ofstream(path.string() + ".tmp") << "half";
    EXPECT_THROW(AtomicFile(path, false), InputError);
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".tmp"));
    const AtomicFile alive(path, true);
    EXPECT_THROW(AtomicFile(path, false), InputError);
    EXPECT_TRUE(std::filesystem::exists(path.string() + ".tmp"));
}

}  // namespace
}  // namespace hexa
