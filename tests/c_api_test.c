/* The C interface, used as a C program would.
 *
 *     c_api_test TABLES-FOLDER
 */
#define _POSIX_C_SOURCE 200809L

#include <hexatable.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures = 0;

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            ++failures;                                                             \
        }                                                                           \
    } while (0)

static char error[HEXATABLE_ERROR_BYTES];

static hexatable* open_table(const char* folder, const char* name) {
    char path[4096];
    hexatable* table = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (hexatable_open(path, &table, error, sizeof error) != HEXATABLE_OK) {
        fprintf(stderr, "cannot open %s: %s\n", path, error);
        exit(1);
    }
    CHECK(error[0] == '\0');
    return table;
}

/* 3x3 as everybody knows it: lost in 6, and b1b2 lasts longest. */
static void small_board(const char* folder) {
    hexatable* const table = open_table(folder, "3x3.hxt");
    hexatable_outcome outcome = {0, 0};
    hexatable_move moves[HEXATABLE_MOST_MOVES];
    size_t count = 0;
    int files = 0;
    int ranks = 0;

    CHECK(hexatable_board(table, &files, &ranks, error, sizeof error) == HEXATABLE_OK);
    CHECK(files == 3 && ranks == 3);
    CHECK(hexatable_board(table, NULL, NULL, NULL, 0) == HEXATABLE_OK);

    CHECK(hexatable_probe(table, "start:3x3", &outcome, error, sizeof error) == HEXATABLE_OK);
    CHECK(outcome.result == -1 && outcome.dtw == 6);
    CHECK(hexatable_moves(table, "ppp/3/PPP w", moves, HEXATABLE_MOST_MOVES, &count, error,
                          sizeof error) == HEXATABLE_OK);
    CHECK(count == 3);
    CHECK(strcmp(moves[0].name, "b1b2") == 0 && moves[0].outcome.dtw == 6);
    CHECK(strcmp(moves[1].name, "a1a2") == 0 && moves[1].outcome.dtw == 4);
    CHECK(strcmp(moves[2].name, "c1c2") == 0 && moves[2].outcome.dtw == 4);
    CHECK(moves[0].outcome.result == -1 && moves[2].outcome.result == -1);
    CHECK(strcmp(moves[0].position, "ppp/1P1/P1P b") == 0);

    /* A capture; and a list that is too short is filled, and the number told. */
    CHECK(hexatable_moves(table, "ppp/P2/1PP b", moves, 1, &count, NULL, 0) == HEXATABLE_OK);
    CHECK(count == 3 && strcmp(moves[0].name, "b3xa2") == 0);
    CHECK(strcmp(moves[1].name, "a1a2") == 0);
    CHECK(hexatable_moves(table, "ppp/P2/1PP b", NULL, 0, &count, NULL, 0) == HEXATABLE_OK);
    CHECK(count == 3);

    /* Over already: the rules know, whether a game leads there or not. */
    CHECK(hexatable_probe(table, "P1p/1p1/1P1 b", &outcome, NULL, 0) == HEXATABLE_OK);
    CHECK(outcome.result == -1 && outcome.dtw == 0);
    CHECK(hexatable_probe(table, "P2/3/3 w", &outcome, NULL, 0) == HEXATABLE_OK);
    CHECK(outcome.result == 1 && outcome.dtw == 0);
    CHECK(hexatable_moves(table, "P1p/1p1/1P1 b", moves, 1, &count, NULL, 0) == HEXATABLE_OK);
    CHECK(count == 0);
    hexatable_close(table);
}

static void wrong_questions(const char* folder) {
    hexatable* const table = open_table(folder, "3x3.hxt");
    hexatable* other = table;
    hexatable_outcome outcome = {7, 7};
    hexatable_move move = {"", "", {7, 7}};
    size_t count = 7;

    /* Black's pawns all at home and White's all gone: nobody captured them. */
    CHECK(hexatable_probe(table, "ppp/3/3 b", &outcome, error, sizeof error) ==
          HEXATABLE_UNREACHABLE);
    CHECK(strstr(error, "no game leads") != NULL);
    CHECK(hexatable_moves(table, "ppp/3/3 b", &move, 1, &count, error, sizeof error) ==
          HEXATABLE_UNREACHABLE);

    CHECK(hexatable_probe(table, "ppp/3/PPX w", &outcome, error, sizeof error) ==
          HEXATABLE_BAD_INPUT);
    CHECK(strstr(error, "column 9: 'X' is no cell") != NULL);
    CHECK(hexatable_probe(table, "", &outcome, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_probe(table, "start:4x4", &outcome, error, sizeof error) ==
          HEXATABLE_BAD_INPUT);
    CHECK(strcmp(error, "the position is of 4x4, and the table of 3x3; ask a table of 4x4") == 0);

    /* NULL where something must be. */
    CHECK(hexatable_probe(NULL, "start:3x3", &outcome, error, sizeof error) == HEXATABLE_BAD_INPUT);
    CHECK(strcmp(error, "table is NULL; it must not be") == 0);
    CHECK(hexatable_probe(table, NULL, &outcome, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_probe(table, "start:3x3", NULL, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_moves(NULL, "start:3x3", &move, 1, &count, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_moves(table, NULL, &move, 1, &count, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_moves(table, "start:3x3", NULL, 1, &count, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_moves(table, "start:3x3", &move, 1, NULL, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_board(NULL, NULL, NULL, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_open(NULL, &other, NULL, 0) == HEXATABLE_BAD_INPUT);
    CHECK(hexatable_open("3x3.hxt", NULL, NULL, 0) == HEXATABLE_BAD_INPUT);
    hexatable_close(NULL);

    /* Files that are not there, or no tables. */
    CHECK(hexatable_open("none.hxt", &other, error, sizeof error) == HEXATABLE_BAD_FILE);
    CHECK(strcmp(error, "table none.hxt: it cannot be read: No such file or directory") == 0);
    CHECK(hexatable_open(folder, &other, error, sizeof error) == HEXATABLE_BAD_FILE);
    CHECK(strstr(error, "it is no plain file") != NULL);

    /* What failed changed nothing. */
    CHECK(other == table && outcome.result == 7 && outcome.dtw == 7);
    CHECK(move.name[0] == '\0' && count == 7);

    /* A message is cut to what there is room for. */
    char brief[8] = "1234567";
    CHECK(hexatable_open("none.hxt", &other, brief, 6) == HEXATABLE_BAD_FILE);
    CHECK(strcmp(brief, "table") == 0 && brief[6] == '7');
    CHECK(hexatable_open("none.hxt", &other, brief, 0) == HEXATABLE_BAD_FILE);
    CHECK(strcmp(brief, "table") == 0);
    hexatable_close(table);
}

/* Every byte of a table changed once: it cannot be opened, or the block that is read is refused. */
static void damaged_files(const char* folder) {
    char path[4096];
    unsigned char bytes[4096];
    snprintf(path, sizeof path, "%s/3x3.hxt", folder);
    FILE* const whole = fopen(path, "rb");
    if (whole == NULL) {
        perror(path);
        exit(1);
    }
    const size_t size = fread(bytes, 1, sizeof bytes, whole);
    fclose(whole);
    CHECK(size > 0 && size < sizeof bytes);

    char name[] = "c_api_test.XXXXXX";
    const int descriptor = mkstemp(name);
    if (descriptor < 0) {
        perror(name);
        exit(1);
    }
    int refused_at_open = 0;
    int refused_later = 0;
    for (size_t at = 0; at < size; ++at) {
        bytes[at] ^= 1;
        CHECK(pwrite(descriptor, bytes, size, 0) == (ssize_t)size);
        bytes[at] ^= 1;
        hexatable* table = NULL;
        hexatable_outcome outcome = {7, 7};
        const hexatable_status opened = hexatable_open(name, &table, error, sizeof error);
        if (opened != HEXATABLE_OK) {
            CHECK(opened == HEXATABLE_BAD_FILE && table == NULL);
            CHECK(strstr(error, name) != NULL);
            ++refused_at_open;
            continue;
        }
        const hexatable_status probed =
            hexatable_probe(table, "start:3x3", &outcome, error, sizeof error);
        if (probed == HEXATABLE_OK) {
            CHECK(outcome.result == -1 && outcome.dtw == 6);
        } else {
            CHECK(probed == HEXATABLE_BAD_FILE && outcome.dtw == 7);
            CHECK(strstr(error, "damaged") != NULL);
            ++refused_later;
        }
        hexatable_close(table);
    }
    CHECK(refused_at_open > 0);
    CHECK(refused_later > 0);
    close(descriptor);
    unlink(name);
}

enum { kThreads = 4, kGames = 150 };

struct walk {
    const hexatable* table;
    unsigned seed;
    unsigned long sum; /* of what was seen: the same games must give the same */
    int wrong;
};

/* Random games to the end. Every position's outcome must be its best move's, and every move's that
 * of the position after it, seen from the other side. */
static void* play_games(void* argument) {
    struct walk* const walk = argument;
    hexatable_move* const moves = malloc(HEXATABLE_MOST_MOVES * sizeof *moves);
    unsigned long random = walk->seed;
    for (int game = 0; game < kGames; ++game) {
        char position[HEXATABLE_POSITION_BYTES] = "start:5x5";
        for (;;) {
            hexatable_outcome here;
            size_t count = 0;
            if (hexatable_probe(walk->table, position, &here, NULL, 0) != HEXATABLE_OK ||
                hexatable_moves(walk->table, position, moves, HEXATABLE_MOST_MOVES, &count, NULL,
                                0) != HEXATABLE_OK) {
                ++walk->wrong;
                break;
            }
            walk->sum = walk->sum * 31 + (unsigned long)(here.result * here.dtw + 1000);
            if (count == 0) {
                if (here.dtw != 0 || here.result != -1) ++walk->wrong;
                break;
            }
            if (moves[0].outcome.result != here.result || moves[0].outcome.dtw != here.dtw) {
                ++walk->wrong;
            }
            random = random * 6364136223846793005UL + 1442695040888963407UL;
            const hexatable_move* const chosen = &moves[(random >> 33) % count];
            hexatable_outcome after;
            if (hexatable_probe(walk->table, chosen->position, &after, NULL, 0) != HEXATABLE_OK ||
                after.result != -chosen->outcome.result || after.dtw + 1 != chosen->outcome.dtw) {
                ++walk->wrong;
            }
            memcpy(position, chosen->position, sizeof position);
        }
    }
    free(moves);
    return NULL;
}

static void shared_table(const char* folder) {
    struct walk alone[kThreads];
    struct walk together[kThreads];
    pthread_t threads[kThreads];
    hexatable* const table = open_table(folder, "5x5.hxt");
    hexatable_outcome outcome;
    CHECK(hexatable_probe(table, "start:5x5", &outcome, NULL, 0) == HEXATABLE_OK);
    CHECK(outcome.result == 1 && outcome.dtw == 19);
    hexatable* const fresh = open_table(folder, "5x5.hxt");
    for (unsigned i = 0; i < kThreads; ++i) {
        const struct walk walk = {table, i + 1, 0, 0};
        alone[i] = together[i] = walk;
        together[i].table = fresh;
        play_games(&alone[i]);
        CHECK(alone[i].wrong == 0);
    }
    CHECK(alone[0].sum != alone[1].sum);
    for (int i = 0; i < kThreads; ++i) {
        CHECK(pthread_create(&threads[i], NULL, play_games, &together[i]) == 0);
    }
    for (int i = 0; i < kThreads; ++i) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(together[i].wrong == 0);
        CHECK(together[i].sum == alone[i].sum);
    }
    hexatable_close(fresh);
    hexatable_close(table);
}

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: c_api_test TABLES-FOLDER\n");
        return 2;
    }
    CHECK(hexatable_api_version() == HEXATABLE_API_VERSION);
    small_board(argv[1]);
    wrong_questions(argv[1]);
    damaged_files(argv[1]);
    shared_table(argv[1]);
    return failures == 0 ? 0 : 1;
}
