/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of algorithms: the default rows, and those that the user puts before them.
 */
#include "choices.h"

#include "bootstrap.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "tile.h"
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

ishmemi_choices_t ishmemi_choices;

typedef struct row {
    ishmemi_collective_t collective;
    ishmemi_choice_t choice;
} row_t;

#define DEFAULT_ROW(COLLECTIVE, ALGORITHM, paths, members, bytes) \
    {ISHMEMI_COLLECTIVE_##COLLECTIVE, {ISHMEMI_ALGORITHM_##ALGORITHM, paths, members, bytes}},
static const row_t default_rows[] = {ISHMEMI_CHOICES_DEFAULT(DEFAULT_ROW)};
#define DEFAULT_ROWS (sizeof default_rows / sizeof *default_rows)

#define COLLECTIVE_NAME(COLLECTIVE, name) [ISHMEMI_COLLECTIVE_##COLLECTIVE] = name
static const char *const collective_names[ISHMEMI_COLLECTIVES] = {
    COLLECTIVE_NAME(BROADCAST, "broadcast"), COLLECTIVE_NAME(FCOLLECT, "fcollect"),
    COLLECTIVE_NAME(ALLTOALL, "alltoall"),   COLLECTIVE_NAME(REDUCE, "reduce"),
    COLLECTIVE_NAME(REDUCE_SCATTER, "reduce_scatter"),
    COLLECTIVE_NAME(INSCAN, "inscan"),       COLLECTIVE_NAME(EXSCAN, "exscan")};

static const char *const algorithm_names[ISHMEMI_ALGORITHMS] = {
    "flat", "tree", "chain", "pull", "oneshot", "direct", "doubling", "parts", "staged"};

/* The paths on which an algorithm can be used, or 0 if the collective has no such one. */
static uint32_t paths_of(ishmemi_collective_t collective, ishmemi_algorithm_t algorithm)
{
    uint32_t paths = 0;
    for (size_t i = 0; i < DEFAULT_ROWS; i++) {
        if (default_rows[i].collective == collective &&
            default_rows[i].choice.algorithm == algorithm) {
            paths |= default_rows[i].choice.paths;
        }
    }
    /* Reading needs peers that can be read; on which of these it is quick is the user's to say. */
    return paths == ISHMEMI_PATH_LOAD && algorithm == ISHMEMI_ALGORITHM_PULL
               ? ISHMEMI_PATHS_REACHABLE
           : paths == ISHMEMI_PATH_LOAD ? ISHMEMI_PATHS_ALL
                                        : paths;
}

/* ---- The user's rows --------------------------------------------------------------------------- */

#define USER_ROWS (ISHMEMI_CHOICES - DEFAULT_ROWS)

/* The place of the word's first `length` characters in a list, or -1. */
static int find_word(const char *const *words, int count, const char *word, size_t length)
{
    for (int i = 0; i < count; i++) {
        if (words[i] && strlen(words[i]) == length && strncmp(words[i], word, length) == 0) {
            return i;
        }
    }
    return -1;
}

/* A number with an optional K, M or G; moves *text behind it. */
static bool read_number(const char **text, uint64_t *number)
{
    if (**text < '0' || **text > '9') {
        return false;
    }
    char *end;
    errno = 0;
    const unsigned long long digits = strtoull(*text, &end, 10);
    static const char suffixes[] = "KMG";
    const char *const suffix = *end ? strchr(suffixes, *end) : NULL;
    const unsigned shift = suffix ? 10 * (unsigned)(suffix - suffixes + 1) : 0;
    if (errno != 0 || digits > (UINT64_MAX >> shift)) {
        return false;
    }
    *number = (uint64_t)digits << shift;
    *text = suffix ? end + 1 : end;
    return true;
}

/* Reads one row and moves *text behind it. */
static bool read_row(const char **text, row_t *row)
{
    const size_t name = strcspn(*text, ":");
    const int collective = find_word(collective_names, ISHMEMI_COLLECTIVES, *text, name);
    if (collective < 0 || (*text)[name] != ':') {
        return false;
    }
    *text += name + 1;
    const size_t word = strcspn(*text, "<@,");
    const int algorithm = find_word(algorithm_names, ISHMEMI_ALGORITHMS, *text, word);
    if (algorithm < 0) {
        return false;
    }
    *text += word;
    row->collective = (ishmemi_collective_t)collective;
    row->choice = (ishmemi_choice_t){
        .algorithm = (uint32_t)algorithm,
        .paths = paths_of(row->collective, (ishmemi_algorithm_t)algorithm),
        .most_members = ISHMEMI_CHOICE_MEMBERS,
        .most_bytes = ISHMEMI_CHOICE_BYTES};
    if (row->choice.paths == 0) {
        return false;
    }
    while (**text == '<' || **text == '@') {
        uint64_t *const most = **text == '<' ? &row->choice.most_bytes : &row->choice.most_members;
        (*text)++;
        if (!read_number(text, most)) {
            return false;
        }
    }
    return **text == ',' || **text == '\0';
}

/* The rows of each collective behind each other, the user's first. */
static void fill(ishmemi_choices_t *choices, const row_t *user_rows, size_t count)
{
    size_t used = 0;
    memset(choices->rows, 0, sizeof choices->rows);
    for (int collective = 0; collective < ISHMEMI_COLLECTIVES; collective++) {
        choices->first[collective] = (uint32_t)used;
        for (size_t i = 0; i < count; i++) {
            if ((int)user_rows[i].collective == collective) {
                choices->rows[used++] = user_rows[i].choice;
            }
        }
        for (size_t i = 0; i < DEFAULT_ROWS; i++) {
            if ((int)default_rows[i].collective == collective) {
                choices->rows[used++] = default_rows[i].choice;
            }
        }
    }
}

int ishmemi_choices_parse(ishmemi_choices_t *choices, const char *text, char *error,
                          size_t error_bytes)
{
    row_t rows[USER_ROWS] = {{0}};
    size_t count = 0;
    fill(choices, rows, 0);
    for (const char *at = text; *at; at += *at == ',') {
        const char *const start = at;
        if (count == USER_ROWS) {
            snprintf(error, error_bytes, "has more than %zu rows", count);
            return -1;
        }
        if (!read_row(&at, &rows[count++])) {
            snprintf(error, error_bytes,
                     "has \"%.*s\", expected collective:algorithm with <bytes and @members, such "
                     "as reduce:oneshot<4096@8", (int)strcspn(start, ","), start);
            return -1;
        }
    }
    fill(choices, rows, count);
    return 0;
}

/* ---- ------------------------------------------------------------------------------------------ */

int ishmemi_choices_open(void)
{
    char error[256];
    ishmemi_choices.reachable_path =
        ishmemi_tile_is_cpu() ? ISHMEMI_PATH_LOAD : ISHMEMI_PATH_STORE;
    if (ishmemi_choices_parse(&ishmemi_choices, ishmemi_env.collectives, error, sizeof error) !=
        0) {
        ishmemi_error("ISHMEM_COLLECTIVES %s", error);
        return -1;
    }
    return 0;
}

/* Members that choose differently would wait for each other. */
int ishmemi_choices_agree(void)
{
    ishmemi_choices_t *const all = calloc((size_t)ishmemi_job.n_pes, sizeof *all);
    if (!all) {
        ishmemi_fatal("no host memory for the tables of %d PEs", ishmemi_job.n_pes);
    }
    ishmemi_allgather(&ishmemi_choices, all, sizeof *all);
    int pe = 0;
    while (pe < ishmemi_job.n_pes && memcmp(&all[pe], &all[0], sizeof *all) == 0) {
        pe++;
    }
    const bool same = pe == ishmemi_job.n_pes;
    if (!same) {
        ishmemi_error("PE %d chooses other algorithms for collectives than PE 0: give every PE the "
                      "same ISHMEM_COLLECTIVES, and tiles of one kind", pe);
    }
    free(all);
    return same ? 0 : -1;
}

void ishmemi_choices_print(const ishmemi_choices_t *choices, FILE *out)
{
    for (int collective = 0; collective < ISHMEMI_COLLECTIVES; collective++) {
        if (!collective_names[collective]) {
            continue;
        }
        const ishmemi_choice_t *row = &choices->rows[choices->first[collective]];
        for (bool is_last = false; !is_last; row++) {
            is_last = row->paths == ISHMEMI_PATHS_ALL &&
                      row->most_members == ISHMEMI_CHOICE_MEMBERS &&
                      row->most_bytes == ISHMEMI_CHOICE_BYTES;
            if ((row->paths & choices->reachable_path) == 0) {
                continue;
            }
            fprintf(out, "%s:%s", collective_names[collective], algorithm_names[row->algorithm]);
            if (row->most_bytes != ISHMEMI_CHOICE_BYTES) {
                fprintf(out, "<%" PRIu64, row->most_bytes);
            }
            if (row->most_members != ISHMEMI_CHOICE_MEMBERS) {
                fprintf(out, "@%" PRIu64, row->most_members);
            }
            fputc('\n', out);
        }
    }
}
