// A game in the terminal: people and programs on either side.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "errors.h"
#include "lines.h"
#include "oracle.h"
#include "output.h"
#include "terminal.h"

namespace hexa::cli {

enum class Player { kHuman, kPerfect, kCasual, kRandom };

// `human`, `perfect`, `casual` or `random`; InputError otherwise, naming the option.
[[nodiscard]] Player parse_player(std::string_view option, std::string_view text);

struct GameOptions {
    Board board;
    std::array<Player, 2> players{};  // White, Black
    std::uint64_t seed = 0;           // the same seed, players and answers give the same game
    std::chrono::duration<double> time_per_move{};  // for a search; a table needs none
    bool echo = false;                              // repeat what is typed: nobody else shows it
};

// Plays from the start position to the end, or until `quit` or the end of the input.
void play_game(const GameOptions& options, Oracle& oracle, LineReader& input, Output& output,
               const Palette& palette);

}  // namespace hexa::cli
