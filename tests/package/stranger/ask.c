/* Asks a table about a position: ask TABLE POSITION. */
#include <hexatable.h>
#include <stdio.h>

int main(int argc, char** argv) {
    char error[HEXATABLE_ERROR_BYTES];
    hexatable* table = NULL;
    hexatable_outcome outcome;
    if (argc != 3) return 2;
    if (hexatable_open(argv[1], &table, error, sizeof error) != HEXATABLE_OK ||
        hexatable_probe(table, argv[2], &outcome, error, sizeof error) != HEXATABLE_OK) {
        fprintf(stderr, "%s\n", error);
        hexatable_close(table);
        return 1;
    }
    printf("%d\n", outcome.result * outcome.dtw);
    hexatable_close(table);
    return 0;
}
