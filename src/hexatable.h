/* The C interface for probing: open a table, ask it about positions, close it.
 *
 *     char error[HEXATABLE_ERROR_BYTES];
 *     hexatable *table = NULL;
 *     if (hexatable_open("5x5.hxt", &table, error, sizeof error) != HEXATABLE_OK) {
 *         fprintf(stderr, "%s\n", error);
 *         return 1;
 *     }
 *     hexatable_outcome outcome;
 *     if (hexatable_probe(table, "ppppp/5/5/5/PPPPP w", &outcome, NULL, 0) == HEXATABLE_OK)
 *         printf("%s in %d plies\n", outcome.result > 0 ? "win" : "loss", outcome.dtw);
 *     hexatable_close(table);
 *
 * A position is text: ranks from the top down, separated by `/`, `p` black, `P` white, a number for
 * a run of empty cells, then a space and `w` or `b` for the side to move. `start:5x5` is a start
 * position. A move is `a1a2`, a capture `b2xc3`. Distances are in plies, one move of one side, with
 * both sides perfect: the winner hurries, the loser delays.
 *
 * Threads may share an open table and ask it at the same time; only hexatable_close must be the
 * last call. Nothing here prints, exits, changes signal handlers or keeps state outside the table.
 *
 * Stable: within a version of the interface (HEXATABLE_API_VERSION) functions, values and structs
 * do not change; a new version may add functions and values. Callers treat a status that they do
 * not know as a failure. */
#ifndef HEXATABLE_H
#define HEXATABLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEXATABLE_API_VERSION 1

/* No error text is longer, its final zero included. */
#define HEXATABLE_ERROR_BYTES 512
/* No position's text, and no move's, is longer, the final zero included. */
#define HEXATABLE_POSITION_BYTES 80
#define HEXATABLE_MOVE_BYTES 8
/* No position has more moves. */
#define HEXATABLE_MOST_MOVES 192

/* A table that is open for probing. */
typedef struct hexatable hexatable;

/* NOLINTBEGIN(readability-identifier-naming): C has no namespaces, so names carry one. */
typedef enum hexatable_status {
    HEXATABLE_OK = 0,
    /* No game leads from the board's start to the position: the table says nothing about it. */
    HEXATABLE_UNREACHABLE = 1,
    /* The caller asked wrongly: a text that is no position, a position of another board, NULL where
     * something must be. */
    HEXATABLE_BAD_INPUT = 2,
    /* A file cannot be read, is no table, or is damaged. */
    HEXATABLE_BAD_FILE = 3,
    /* The memory does not suffice. */
    HEXATABLE_NO_MEMORY = 4
} hexatable_status;

/* How a position ends. */
typedef struct hexatable_outcome {
    int result; /* 1: the side in question wins; -1: it loses */
    int dtw;    /* in so many plies; 0 where the game is over or no move is left */
} hexatable_outcome;

/* A legal move and what it leads to. */
typedef struct hexatable_move {
    char name[HEXATABLE_MOVE_BYTES];
    char position[HEXATABLE_POSITION_BYTES]; /* after the move */
    hexatable_outcome outcome; /* for the side that moves, counted from before the move */
} hexatable_move;
/* NOLINTEND(readability-identifier-naming) */

/* HEXATABLE_API_VERSION of the library that is linked. */
int hexatable_api_version(void);

/* Every function below returns a status. Where it is not HEXATABLE_OK and `error` is not NULL, one
 * line that says what is wrong and what would be right is written there, cut to `error_bytes`,
 * always with a final zero; otherwise an empty line is. `error` may be NULL, and what else points
 * to a result holds what it held where a function fails. */

/* Opens the table in the file `path`, reads what it needs at once, and stores the table in
 * `*table`, to be given to hexatable_close. */
hexatable_status hexatable_open(const char* path, hexatable** table, char* error,
                                size_t error_bytes);

/* Gives everything back. NULL is allowed and nothing. */
void hexatable_close(hexatable* table);

/* The board of the table. Either pointer may be NULL. */
hexatable_status hexatable_board(const hexatable* table, int* files, int* ranks, char* error,
                                 size_t error_bytes);

/* How the position ends for the side to move. Finished positions are answered from the rules,
 * whether a game leads to them or not. */
hexatable_status hexatable_probe(const hexatable* table, const char* position,
                                 hexatable_outcome* outcome, char* error, size_t error_bytes);

/* Every legal move, best first: wins, the quickest first, then losses, the slowest first; ties by
 * name. Writes up to `capacity` of them to `moves`, which may be NULL where `capacity` is 0, and
 * how many there are to `*count`; HEXATABLE_MOST_MOVES suffice always. A finished position has
 * none. */
hexatable_status hexatable_moves(const hexatable* table, const char* position,
                                 hexatable_move* moves, size_t capacity, size_t* count, char* error,
                                 size_t error_bytes);

#ifdef __cplusplus
}
#endif

#endif
