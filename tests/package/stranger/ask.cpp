// Asks a table about a position: ask TABLE POSITION.
#include <hexatable/oracle.h>
#include <hexatable/table.h>
#include <hexatable/text.h>

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    try {
        const hexa::Table table = hexa::Table::open(argv[1]);
        const hexa::PositionOnBoard asked = hexa::parse_position(argv[2]);
        hexa::Oracle oracle(asked.board, [&](const hexa::Position& p) { return table.dtw(p); });
        const hexa::Verdict verdict = oracle.ask(asked.position).verdict;
        std::cout << (verdict.result == hexa::Result::kWin ? verdict.dtw : -verdict.dtw) << '\n';
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
