// A whole batch as hexaprobe reads it from standard input. The first byte says how it is asked: the
// form of the input (two bits), of the answers (two), with a line, a table, and in small pieces.
//
// Every position must have an answer or an error in its place; and what a table says, a search must
// say as well, as far as it gets.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "errors.h"
#include "oracles.h"
#include "output.h"
#include "probe.h"
#include "tables.h"
#include "terminal.h"

namespace hexa::cli {
namespace {

// Enough for the end of a game on any board, and all of 3x3.
constexpr std::uint64_t kSearchNodes = 2000;
constexpr std::size_t kSearchBytes = std::size_t{1} << 16;

void expect(bool holds) {
    if (!holds) std::abort();
}

void expect_one_line(std::string_view text) {
    expect(!text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; }));
}

// Standard output, as a file in memory.
class Written {
public:
    Written() : descriptor_(::memfd_create("answers", MFD_CLOEXEC)) { expect(descriptor_ >= 0); }
    ~Written() { ::close(descriptor_); }
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] std::string text() const {
        std::string all(static_cast<std::size_t>(::lseek(descriptor_, 0, SEEK_END)), ' ');
        expect(::pread(descriptor_, all.data(), all.size(), 0) == static_cast<ssize_t>(all.size()));
        return all;
    }

private:
    int descriptor_;
};

// Bytes in pieces of at most `piece`.
ReadBytes read_text(std::string_view text, std::size_t piece) {
    return [text, piece](char* buffer, std::size_t size) mutable {
        const std::size_t count = std::min({text.size(), size, piece});
        text.copy(buffer, count);
        text.remove_prefix(count);
        return count;
    };
}

struct Batch {
    std::string answers;
    std::size_t complaints = 0;
    bool empty = false;  // no position in it
};

Batch answer(const ProbeOptions& options, std::string_view input, InputForm form, bool with_tables,
             std::size_t piece) {
    static const std::vector<std::filesystem::path> folders{HEXATABLE_TABLES};
    Oracles oracles(Tables::found_in(with_tables ? folders : std::vector<std::filesystem::path>{},
                                     [](std::string_view) { std::abort(); }),
                    {}, {}, kSearchBytes);
    const Written written;
    Output output(written.descriptor());
    Batch batch;
    Probe probe(options, oracles, output, [&](std::string_view message) {
        expect_one_line(message);
        ++batch.complaints;
    });
    try {
        probe.answer_input(read_text(input, piece), form);
    } catch (const InputError& error) {
        expect_one_line(error.what());
        batch.empty = true;
    }
    // No file is damaged here, and memory suffices.
    expect(probe.status() <= ExitStatus::kBadInput);
    expect((probe.status() == ExitStatus::kBadInput) == (batch.complaints != 0));
    batch.answers = written.text();
    expect(batch.empty == batch.answers.empty());
    return batch;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        expect(end != std::string_view::npos);
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return lines;
}

// Two batches of the same positions, answered with and without tables.
void expect_agreement(std::string_view one, std::string_view other) {
    const auto a = lines_of(one);
    const auto b = lines_of(other);
    expect(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) expect(a[i] == b[i] || a[i] == "?" || b[i] == "?");
}

void try_batch(unsigned how, std::string_view input) {
    constexpr std::array kForms{InputForm::kLine, InputForm::kGrid, InputForm::kSized,
                                InputForm::kLine};
    constexpr std::array kAnswers{AnswerForm::kScore, AnswerForm::kJson, AnswerForm::kText,
                                  AnswerForm::kValue};
    const InputForm form = kForms[how & 3];
    ProbeOptions options;
    options.form = kAnswers[how >> 2 & 3];
    const bool bare = options.form == AnswerForm::kScore || options.form == AnswerForm::kValue;
    options.line = (how & 16) != 0 && !bare;
    options.search_nodes = kSearchNodes;
    options.quiet = true;
    const bool tables = (how & 32) != 0;
    const std::size_t piece = (how & 64) != 0 ? 3 : input.size() + 1;

    const Batch batch = answer(options, input, form, tables, piece);
    if (options.form == AnswerForm::kJson) {
        for (const std::string_view line : lines_of(batch.answers)) {
            const auto json = nlohmann::json::parse(line);  // throws where it is none
            expect(json.contains("error") || json.contains("result"));
        }
    }
    if (bare) {
        // Neither the tables nor how the bytes come changes an answer.
        expect_agreement(batch.answers, answer(options, input, form, !tables, piece + 7).answers);
    }
}

}  // namespace
}  // namespace hexa::cli

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    hexa::cli::try_batch(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
    return 0;
}
