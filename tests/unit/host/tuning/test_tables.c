/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_tables cpu|gpu FILE: the built-in table is complete and says what the file says, row by row;
 * rows of other sources go before it; and what is no row is not taken.
 */
#include "choices.h"
#include "cutovers.h"
#include "shared/team_block.h"
#include "tables.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 256
#define ROW_BYTES 64

typedef struct rows {
    char text[MOST][ROW_BYTES];
    size_t count;
} rows_t;

static int failures;

static void require(bool condition, const char *what, const char *value)
{
    if (!condition) {
        printf("%s: %s\n", what, value);
        failures++;
    }
}

static const char *source_name(ishmemi_source_t source)
{
    static const char *const names[] = {"none", "built-in", "file", "environment"};
    return names[source];
}

static void keep(rows_t *rows, const char *row)
{
    if (rows->count == MOST) {
        puts("too many rows");
        exit(EXIT_FAILURE);
    }
    snprintf(rows->text[rows->count++], ROW_BYTES, "%.*s", ROW_BYTES - 1, row);
}

static void print_row(FILE *out, const char *row, ishmemi_source_t source)
{
    fprintf(out, "  %-40s %s\n", row, source_name(source));
}

/* What is in force and from `source`. */
static void print(const char *source, rows_t *rows)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *const out = open_memstream(&text, &bytes);
    if (!out) {
        perror("open_memstream");
        exit(EXIT_FAILURE);
    }
    ishmemi_choices_print(out, print_row);
    ishmemi_cutovers_print(out, print_row);
    fclose(out);
    rows->count = 0;
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        char row[ROW_BYTES];
        char from[ROW_BYTES];
        if (sscanf(line, "%63s %63s", row, from) == 2 && strcmp(from, source) == 0) {
            keep(rows, row);
        }
    }
    free(text);
}

static void read_file(const char *path, rows_t *rows)
{
    FILE *const file = fopen(path, "r");
    char line[512];
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    rows->count = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "#\n")] = '\0';
        if (*line) {
            keep(rows, line);
        }
    }
    fclose(file);
}

static size_t find(const rows_t *rows, const char *row)
{
    size_t place = 0;
    while (place < rows->count && strcmp(rows->text[place], row) != 0) {
        place++;
    }
    return place;
}

/* Of one collective, and for one kind of teams. */
static bool is_of_same(const char *a, const char *b)
{
    const size_t length = strcspn(a, ":");
    const char *const a_path = strchr(a, '/');
    const char *const b_path = strchr(b, '/');
    return strncmp(a, b, length + 1) == 0 && a_path && b_path && strcmp(a_path, b_path) == 0;
}

static void compare(const rows_t *expected, const rows_t *found)
{
    for (size_t i = 0; i < expected->count; i++) {
        const size_t place = find(found, expected->text[i]);
        require(place < found->count, "not in force, or not as it stands in the file",
                expected->text[i]);
        for (size_t later = i + 1; later < expected->count; later++) {
            require(strcmp(expected->text[i], expected->text[later]) != 0, "twice",
                    expected->text[i]);
            require(!is_of_same(expected->text[i], expected->text[later]) ||
                        place < find(found, expected->text[later]),
                    "in another order", expected->text[i]);
        }
    }
    for (size_t i = 0; i < found->count; i++) {
        require(find(expected, found->text[i]) < expected->count, "not in the file",
                found->text[i]);
    }
}

static void check_before(void)
{
    static rows_t rows;
    require(!ishmemi_tables_read("reduce:doubling<64/hosts, strided_on_queue:kernel<1K\n",
                                 ishmemi_tables_add, ISHMEMI_SOURCE_FILE),
            "not taken", "rows of a file");
    require(
        !ishmemi_tables_read("reduce:oneshot<8", ishmemi_choices_add, ISHMEMI_SOURCE_ENVIRONMENT),
        "not taken", "a row of the environment");
    print("file", &rows);
    require(rows.count == 2 && find(&rows, "reduce:doubling<64/hosts") == 0 &&
                find(&rows, "strided_on_queue:kernel<1024") == 1,
            "not in force", "rows of a file");
    require(ishmemi_cutovers.strided == 1024, "not in force", "strided_on_queue:kernel<1K");
    print("environment", &rows);
    require(rows.count == 3 && find(&rows, "reduce:oneshot<8/near") == 0 &&
                find(&rows, "reduce:oneshot<8/far") == 1 &&
                find(&rows, "reduce:oneshot<8/hosts") == 2,
            "not in force", "a row of the environment");
    const ishmemi_choice_t *const first =
        &ishmemi_choices.rows[ishmemi_choices.first[ISHMEMI_COLLECTIVE_REDUCE]];
    require(first[0].algorithm == ISHMEMI_ALGORITHM_ONESHOT && first[0].most_bytes == 8 &&
                first[1].algorithm == ISHMEMI_ALGORITHM_DOUBLING &&
                first[1].paths == ISHMEMI_PATH_HOSTS,
            "in another order", "the environment, then the file");
}

/* What the table says of so many bytes that do not go in words: its first row for them. */
/* Small blocks have nothing for slices. */
static uint32_t algorithm_in_table(int collective, uint32_t path, const ishmemi_team_t *team,
                                   uint64_t bytes)
{
    const bool is_small = team->flags & ISHMEMI_TEAM_SMALL;
    for (size_t i = ishmemi_choices.first[collective];; i++) {
        const ishmemi_choice_t *const row = &ishmemi_choices.rows[i];
        if (row->algorithm != ISHMEMI_ALGORITHM_WORDS && (row->paths & path) &&
            !(is_small && row->algorithm == ISHMEMI_ALGORITHM_SLICES) &&
            (uint64_t)team->n_pes <= row->most_members && bytes <= row->most_bytes) {
            return row->algorithm;
        }
    }
}

static void check_ways_of(const ishmemi_team_t *team, int collective, uint32_t path)
{
    const ishmemi_team_ways_t *const ways = &team->ways[collective];
    char what[96];
    for (uint64_t power = 1; ways->known && power != 0; power *= 2) {
        for (uint64_t bytes = power - 1; bytes < power + 2; bytes++) {
            const int way =
                (bytes > ways->most[0]) + (bytes > ways->most[1]) + (bytes > ways->most[2]);
            snprintf(what, sizeof what, "collective %d of %llu bytes, path %u, %d members",
                     collective, (unsigned long long)bytes, (unsigned)path, team->n_pes);
            require(bytes == 0 ||
                        ways->algorithm[way] == algorithm_in_table(collective, path, team, bytes),
                    "not as in the table", what);
        }
    }
}

/* What a team has of the table is what the table says.  Returns how many ways it could not have. */
static int check_ways(void)
{
    int unknown = 0;
    for (int n_pes = 1; n_pes < 40; n_pes++) {
        for (int kind = 0; kind < 6; kind++) {
            static const uint32_t far[] = {0, ISHMEMI_PATH_PUSH, ISHMEMI_PATH_HOSTS};
            const uint32_t path = kind % 3 == 0 ? ishmemi_choices.reachable_path : far[kind % 3];
            ishmemi_team_t team = {.n_pes = n_pes,
                                   .flags = (kind % 3 == 0 ? ISHMEMI_TEAM_REACHABLE : 0) |
                                            (kind >= 3 ? ISHMEMI_TEAM_SMALL : 0),
                                   .near = kind % 3 == 2};
            ishmemi_choices_resolve(&team);
            for (int collective = ISHMEMI_COLLECTIVE_BROADCAST;
                 collective <= ISHMEMI_COLLECTIVE_EXSCAN; collective++) {
                check_ways_of(&team, collective, path);
                require(kind < 3 || team.words[collective] <= ISHMEMI_TEAM_FEW_WORDS_BYTES,
                        "more words than fit", "a small team");
                unknown += !team.ways[collective].known;
            }
        }
    }
    return unknown;
}

/* A table with more ways than a team has room for. */
static void check_many_ways(void)
{
    require(!ishmemi_tables_read("reduce:oneshot<100,reduce:doubling<200,reduce:oneshot<300,"
                                 "reduce:doubling<400,reduce:oneshot<500",
                                 ishmemi_choices_add, ISHMEMI_SOURCE_ENVIRONMENT),
            "not taken", "rows of the environment");
    require(check_ways() == 39 * 6, "not all unknown", "ways of a reduction");
}

static void check_wrong(void)
{
    static const char *const wrong[] = {"reduce",
                                        "reduce:",
                                        "reduce:quickest",
                                        "reduce:oneshot<",
                                        "reduce:oneshot/there",
                                        "reduce:parts/far",
                                        "reduce:hosts/near",
                                        "alltoall:pull",
                                        "strided_on_queue:copy",
                                        "strided_on_queue:kernel/near"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const at =
            ishmemi_tables_read(wrong[i], ishmemi_tables_add, ISHMEMI_SOURCE_ENVIRONMENT);
        require(at == wrong[i], "taken", wrong[i]);
    }
}

int main(int argc, char **argv)
{
    static rows_t expected;
    static rows_t found;
    if (argc != 3) {
        fputs("usage: test_tables cpu|gpu FILE\n", stderr);
        return EXIT_FAILURE;
    }
    const bool is_cpu = strcmp(argv[1], "cpu") == 0;
    const char *const wrong = ishmemi_tables_open(is_cpu);
    require(!wrong, "the built-in table is wrong", wrong ? wrong : "");
    require(ishmemi_choices.reachable_path == (is_cpu ? ISHMEMI_PATH_LOAD : ISHMEMI_PATH_STORE),
            "of the other kind", argv[1]);
    read_file(argv[2], &expected);
    print("built-in", &found);
    compare(&expected, &found);
    require(found.count > 0, "no row", argv[1]);
    require(check_ways() == 0, "too many", "ways of the built-in table");
    check_before();
    check_many_ways();
    check_wrong();
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
