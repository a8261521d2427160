// Every position that a game can reach, by trying every move: shares the rules with what it checks,
// and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "plain_solver.h"
#include "rules.h"

namespace hexa {

// A set of positions that only grows.
class PositionSet {
public:
    // False where it was there before.
    bool insert(const Position& p) {
        if ((size_ + 1) * 2 > table_.size()) grow();
        Position& entry = find(table_, p);
        if (!is_free(entry)) return false;
        entry = p;
        ++size_;
        return true;
    }
    [[nodiscard]] bool contains(const Position& p) const {
        if (table_.empty()) return false;
        const std::size_t mask = table_.size() - 1;
        std::size_t i = plain::PositionHash{}(p)&mask;
        while (!is_free(table_[i]) && table_[i] != p) i = (i + 1) & mask;
        return !is_free(table_[i]);
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    template <typename Visit>
    void for_each(Visit visit) const {
        for (const Position& p : table_) {
            if (!is_free(p)) visit(p);
        }
    }

private:
    // No position that is reached has an empty board.
    static bool is_free(const Position& p) { return (p.white | p.black) == 0; }
    static Position& find(std::vector<Position>& table, const Position& p) {
        const std::size_t mask = table.size() - 1;
        std::size_t i = plain::PositionHash{}(p)&mask;
        while (!is_free(table[i]) && table[i] != p) i = (i + 1) & mask;
        return table[i];
    }
    void grow() {
        std::vector<Position> larger(table_.empty() ? 1024 : table_.size() * 2);
        for_each([&](const Position& p) { find(larger, p) = p; });
        table_ = std::move(larger);
    }

    std::vector<Position> table_;
    std::size_t size_ = 0;
};

struct Walk {
    PositionSet unfinished;
    PositionSet finished;
};

inline Walk walk_everywhere(Board board) {
    const Rules rules(board);
    Walk walk;
    std::vector<Position> waiting{rules.start()};
    walk.unfinished.insert(rules.start());
    while (!waiting.empty()) {
        const Position p = waiting.back();
        waiting.pop_back();
        for (const Move move : rules.moves(p)) {
            const Position child = Rules::after(p, move);
            if (rules.finished(child)) {
                walk.finished.insert(child);
            } else if (walk.unfinished.insert(child)) {
                waiting.push_back(child);
            }
        }
    }
    return walk;
}

}  // namespace hexa
