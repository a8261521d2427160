#include "play.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "answers.h"
#include "chars.h"
#include "quote.h"
#include "text.h"

namespace hexa::cli {
namespace {

constexpr std::size_t kColumns = 80;

constexpr std::string_view kHelp =
    "  a1a2, b2xc3   make this move; a number makes that move of the list\n"
    "  moves         list the moves\n"
    "  hint          show a best move\n"
    "  undo          take your last move back\n"
    "  quit          leave the game\n";

std::string_view player_name(Player player) {
    switch (player) {
        case Player::kHuman:
            return "human";
        case Player::kPerfect:
            return "perfect";
        case Player::kCasual:
            return "casual";
        case Player::kRandom:
            return "random";
    }
    return {};
}

struct Choice {
    MoveOutcome move;
    bool guess = false;  // the time did not suffice to know
};

class Game {
public:
    Game(const GameOptions& options, Oracle& oracle, LineReader& input, Output& output,
         const Palette& palette)
        : options_(options),
          rules_(options.board),
          oracle_(oracle),
          input_(input),
          output_(output),
          palette_(palette),
          random_(options.seed),
          history_{rules_.start()} {}

    void play() {
        introduce();
        for (;;) {
            show_board();
            if (announce_end()) break;
            if (player(now().to_move) == Player::kHuman) {
                if (!human_turn()) break;
            } else {
                computer_turn();
            }
        }
        output_.flush();
    }

private:
    [[nodiscard]] const Position& now() const { return history_.back(); }
    [[nodiscard]] Player player(Side side) const {
        return options_.players[side == Side::kWhite ? 0 : 1];
    }

    void say(std::string_view text) { output_.text() += text; }

    void introduce() {
        const Player white = player(Side::kWhite);
        const Player black = player(Side::kBlack);
        const bool human = white == Player::kHuman || black == Player::kHuman;
        say(fmt::format("{}: White {}, Black {}.{}\n", to_string(options_.board),
                        player_name(white), player_name(black),
                        human ? " Type a move, its number, or help." : ""));
    }

    void show_board() {
        say(fmt::format("\n{}\n", drawn_board(options_.board, now(), palette_.board)));
        output_.flush();
    }

    bool announce_end() {
        const Side side = now().to_move;
        if (rules_.finished(now())) {
            say(fmt::format("{}{} wins{}: a pawn has arrived.\n", palette_.strong,
                            side_name(other(side)), palette_.reset));
            return true;
        }
        if (!rules_.has_move(now())) {
            say(fmt::format("{}{} wins{}: {} has no move left.\n", palette_.strong,
                            side_name(other(side)), palette_.reset, side_name(side)));
            return true;
        }
        return false;
    }

    // --- A person's turn.

    // Asks until a move is made or taken back; false: the game is left.
    bool human_turn() {
        list_moves();
        for (;;) {
            say(fmt::format("{} to move: ", side_name(now().to_move)));
            output_.flush();
            const std::optional<Line> line = input_.next();
            if (!line) {
                say("\nEnd of input: the game is left.\n");
                return false;
            }
            const std::string_view typed = without_blanks(line->text);
            if (options_.echo) {
                say(fmt::format("{}\n", line->cut ? quote(typed) : printable(typed)));
            }
            const std::string word = in_small_letters(typed);
            if (word == "quit") {
                say("The game is left.\n");
                return false;
            }
            if (word == "undo") {
                if (undo()) return true;
            } else if (word == "hint") {
                hint();
            } else if (word == "moves") {
                list_moves();
            } else if (word == "help") {
                say(kHelp);
            } else if (std::ranges::none_of(word, is_digit)) {
                if (!word.empty()) complain(quote(typed) + " is no move; help says what to type");
            } else if (try_move(word)) {
                return true;
            }
        }
    }

    // Capitals mean the same, and a shift key is easily caught.
    static std::string in_small_letters(std::string_view typed) {
        std::string word(typed);
        std::ranges::transform(word, word.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        return word;
    }

    void complain(std::string_view message) {
        say(fmt::format("{}{}{}\n", palette_.unsure, message, palette_.reset));
    }

    // What was typed, fit to be shown again.
    static std::string printable(std::string_view word) {
        const bool plain =
            std::all_of(word.begin(), word.end(), [](char c) { return c >= ' ' && c <= '~'; });
        return plain ? std::string(word) : quote(word);
    }

    bool try_move(std::string_view word) {
        try {
            const Move move =
                is_number(word) ? numbered_move(word) : parse_move(options_.board, now(), word);
            history_.push_back(Rules::after(now(), move));
            return true;
        } catch (const InputError& error) {
            complain(error.what());
            return false;
        }
    }

    [[nodiscard]] Move numbered_move(std::string_view word) const {
        const std::vector<NamedMove> moves = named_moves();
        std::size_t number = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
        if (read.ec != std::errc{} || number < 1 || number > moves.size()) {
            throw InputError(fmt::format("{} is not in the list; it goes from 1 to {}", quote(word),
                                         moves.size()));
        }
        return moves[number - 1].move;
    }

    struct NamedMove {
        std::string name;
        Move move;
    };

    // In the order in which they are numbered.
    [[nodiscard]] std::vector<NamedMove> named_moves() const {
        std::vector<NamedMove> moves;
        for (const Move move : rules_.moves(now())) {
            moves.push_back({move_name(options_.board, move), move});
        }
        std::sort(moves.begin(), moves.end(),
                  [](const NamedMove& a, const NamedMove& b) { return a.name < b.name; });
        return moves;
    }

    void list_moves() {
        constexpr std::size_t kItemColumns = 11;  // two spaces, the number, a space, the move
        const std::vector<NamedMove> moves = named_moves();
        std::string line;
        std::size_t column = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (column + kItemColumns > kColumns) {
                say(line + "\n");
                line.clear();
                column = 0;
            }
            const bool last = i + 1 == moves.size() || column + 2 * kItemColumns > kColumns;
            line += fmt::format("  {}{:>2}{} {:<{}}", palette_.faint, i + 1, palette_.reset,
                                moves[i].name, last ? 0 : 6);
            column += kItemColumns;
        }
        say(line + "\n");
    }

    void hint() {
        const Choice best = best_choice();
        if (best.guess) {
            say(fmt::format("No hint: not solved within {} seconds.\n",
                            options_.time_per_move.count()));
            return;
        }
        const Verdict& verdict = best.move.verdict;
        say(fmt::format("{}{}{} {}{}\n", palette_.strong, best.move.name, palette_.reset,
                        outcome_text(verdict, palette_),
                        verdict.result == Result::kLoss ? ", and nothing holds out longer" : ""));
    }

    // Back to the last position in which a person had moved; false if there is none.
    bool undo() {
        for (std::size_t i = history_.size() - 1; i-- > 0;) {
            if (player(history_[i].to_move) == Player::kHuman) {
                history_.resize(i + 1);
                return true;
            }
        }
        say("There is no move of yours to take back.\n");
        return false;
    }

    // --- A program's turn.

    void computer_turn() {
        const Choice choice = computer_choice();
        say(fmt::format("{} plays {}{}{}{}.\n", side_name(now().to_move), palette_.strong,
                        choice.move.name, palette_.reset,
                        choice.guess ? ", a guess: the time did not suffice" : ""));
        history_.push_back(choice.move.after);
    }

    Choice computer_choice() {
        switch (player(now().to_move)) {
            case Player::kRandom:
                return random_choice();
            case Player::kCasual:
                return casual_choice();
            case Player::kHuman:
            case Player::kPerfect:
                break;
        }
        return best_choice();
    }

    // A number below `count`, the same on every system.
    std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

    Choice random_choice() {
        const std::vector<NamedMove> moves = named_moves();
        const NamedMove& chosen = moves[pick(moves.size())];
        return {{chosen.move, chosen.name, Rules::after(now(), chosen.move), {}}};
    }

    // Errs in one move of four, but never overlooks that it can arrive.
    Choice casual_choice() {
        constexpr std::size_t kErrsOnceIn = 4;
        const bool errs = pick(kErrsOnceIn) == 0;
        const bool arrives = std::ranges::any_of(rules_.moves(now()), [&](const Move move) {
            return rules_.finished(Rules::after(now(), move));
        });
        return errs && !arrives ? random_choice() : best_choice();
    }

    Choice best_choice() {
        using Clock = std::chrono::steady_clock;
        const auto limits_until = [](std::chrono::duration<double> time) {
            SearchLimits limits;
            limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
            return limits;
        };
        // Half of the time for the whole position; if that does not do, the rest is for its moves
        // one by one, since some of them may be easier.
        const auto half = options_.time_per_move / 2;
        if (auto best = oracle_.best_move(now(), limits_until(half))) return {*best};
        std::vector<MoveOutcome> outcomes;
        const std::vector<NamedMove> moves = named_moves();
        for (const NamedMove& named : moves) {
            const Position after = Rules::after(now(), named.move);
            const auto share = half / static_cast<double>(moves.size());
            const Verdict verdict = oracle_.ask(after, limits_until(share)).verdict;
            outcomes.push_back({named.move, named.name, after, before_move(verdict)});
        }
        return choice_among(outcomes);
    }

    // A known win; else, as a guess, any that is not known to lose; else the slowest loss.
    Choice choice_among(const std::vector<MoveOutcome>& outcomes) {
        std::vector<MoveOutcome> unknown;
        const MoveOutcome* slowest = &outcomes.front();
        for (const MoveOutcome& outcome : outcomes) {
            if (outcome.verdict.result == Result::kWin) return {outcome};
            if (!outcome.verdict.known()) unknown.push_back(outcome);
            if (outcome.verdict.dtw > slowest->verdict.dtw) slowest = &outcome;
        }
        if (unknown.empty()) return {*slowest};
        return {unknown[pick(unknown.size())], true};
    }

    const GameOptions& options_;
    Rules rules_;
    Oracle& oracle_;
    LineReader& input_;
    Output& output_;
    const Palette& palette_;
    std::mt19937_64 random_;
    std::vector<Position> history_;  // from the start to now
};

}  // namespace

Player parse_player(std::string_view option, std::string_view text) {
    for (const Player player :
         {Player::kHuman, Player::kPerfect, Player::kCasual, Player::kRandom}) {
        if (text == player_name(player)) return player;
    }
    throw InputError(fmt::format("{} {} is no player; write human, perfect, casual or random",
                                 option, quote(text)));
}

void play_game(const GameOptions& options, Oracle& oracle, LineReader& input, Output& output,
               const Palette& palette) {
    Game(options, oracle, input, output, palette).play();
}

}  // namespace hexa::cli
