// What hexaprobe takes for a batch: from the text of the questions to the text of the answers, in
// every form, from a table whose blocks are unpacked. Run it in the `release` preset.
#include "probe.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <benchmark/benchmark.h>

#include "generate.h"
#include "made_table.h"
#include "sample.h"

namespace hexa::cli {
namespace {

// A board's table, and some of its positions as lines of text.
class Batch {
public:
    static constexpr std::size_t kLines = std::size_t{1} << 17;

    // Made when it is first asked for.
    static const Batch& of(Board board) {
        static std::map<std::pair<int, int>, std::unique_ptr<Batch>> batches;
        auto& made = batches[{board.files, board.ranks}];
        if (!made) made.reset(new Batch(board));
        return *made;
    }

    [[nodiscard]] const std::filesystem::path& table() const { return path_; }
    [[nodiscard]] std::string_view text() const { return text_; }

private:
    explicit Batch(Board board) : path_(folder_.path() / (to_string(board) + ".hxt")) {
        MemoryBudget budget;
        StopFlag stop;
        Progress progress;
        GenerateOptions options;
        options.threads = 2;
        options.file = path_;
        options.level = kDefaultLevel;
        (void)generate(board, options, budget, stop, progress);
        const Sample& positions = sample(board);
        for (std::size_t i = 0; i < kLines; ++i) {
            append_position(text_, board, positions.positions[i]);
            text_ += '\n';
        }
    }

    TemporaryFolder folder_;
    std::filesystem::path path_;
    std::string text_;
};

ReadBytes read_text(std::string_view text) {
    return [text](char* buffer, std::size_t size) mutable {
        const std::size_t count = text.copy(buffer, size);
        text.remove_prefix(count);
        return count;
    };
}

struct Form {
    const char* name;
    AnswerForm form;
    bool line;
};
constexpr std::array kForms{
    Form{"--value", AnswerForm::kValue, false}, Form{"--score", AnswerForm::kScore, false},
    Form{"--json", AnswerForm::kJson, false},   Form{"--json --line", AnswerForm::kJson, true},
    Form{"drawn", AnswerForm::kText, false},    Form{"drawn, --line", AnswerForm::kText, true},
};

// One iteration is the whole batch.
void probe_batch(benchmark::State& state) {
    const Form& form = kForms[static_cast<std::size_t>(state.range(0))];
    const Board board{static_cast<int>(state.range(1)), static_cast<int>(state.range(2))};
    const Batch& batch = Batch::of(board);
    Oracles oracles(Tables::named(batch.table()), {}, {});
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    Output output(nowhere);
    ProbeOptions options;
    options.form = form.form;
    options.line = form.line;
    const auto answer = [&] {
        Probe probe(options, oracles, output, [&](std::string_view complaint) {
            state.SkipWithError(std::string(complaint).c_str());
        });
        probe.answer_input(read_text(batch.text()), InputForm::kLine);
    };
    answer();  // unpacks the blocks
    for (auto _ : state) answer();
    ::close(nowhere);
    state.SetLabel(form.name);
    state.counters["positions_per_second"] =
        benchmark::Counter(Batch::kLines, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(probe_batch)
    ->ArgNames({"form", "files", "ranks"})
    ->ArgsProduct({benchmark::CreateDenseRange(0, kForms.size() - 1, 1), {5}, {5}})
    ->ArgsProduct({benchmark::CreateDenseRange(0, kForms.size() - 1, 1), {6}, {5}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hexa::cli

BENCHMARK_MAIN();
