/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of algorithms: the default rows, and those that are put before them.
 */
#include "choices.h"

#include "bootstrap.h"
#include "job.h"
#include "log.h"
#include "tile.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

ishmemi_choices_t ishmemi_choices;

/* Of each row of the host's copy. */
static ishmemi_source_t sources[ISHMEMI_CHOICES];
static size_t rows_used;

typedef struct default_row {
    ishmemi_collective_t collective;
    ishmemi_choice_t choice;
} default_row_t;

#define DEFAULT_ROW(COLLECTIVE, ALGORITHM, paths, members, bytes) \
    {ISHMEMI_COLLECTIVE_##COLLECTIVE, {ISHMEMI_ALGORITHM_##ALGORITHM, paths, members, bytes}},
static const default_row_t default_rows[] = {ISHMEMI_CHOICES_DEFAULT(DEFAULT_ROW)};
#define DEFAULT_ROWS (sizeof default_rows / sizeof *default_rows)

#define COLLECTIVE_NAME(COLLECTIVE, name) [ISHMEMI_COLLECTIVE_##COLLECTIVE] = name
static const char *const collective_names[ISHMEMI_COLLECTIVES] = {
    COLLECTIVE_NAME(BROADCAST, "broadcast"), COLLECTIVE_NAME(COLLECT, "collect"),
    COLLECTIVE_NAME(FCOLLECT, "fcollect"),   COLLECTIVE_NAME(ALLTOALL, "alltoall"),
    COLLECTIVE_NAME(ALLTOALLS, "alltoalls"), COLLECTIVE_NAME(REDUCE, "reduce"),
    COLLECTIVE_NAME(REDUCE_SCATTER, "reduce_scatter"),
    COLLECTIVE_NAME(INSCAN, "inscan"),       COLLECTIVE_NAME(EXSCAN, "exscan")};

static const char *const algorithm_names[ISHMEMI_ALGORITHMS] = {
    "flat",     "tree",  "chain",  "pull", "oneshot", "direct",
    "doubling", "parts", "staged", "hosts"};

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

void ishmemi_choices_open(void)
{
    memset(&ishmemi_choices, 0, sizeof ishmemi_choices);
    memset(sources, 0, sizeof sources);
    ishmemi_choices.reachable_path =
        ishmemi_tile_is_cpu() ? ISHMEMI_PATH_LOAD : ISHMEMI_PATH_STORE;
    rows_used = 0;
    for (int collective = 0; collective < ISHMEMI_COLLECTIVES; collective++) {
        ishmemi_choices.first[collective] = (uint32_t)rows_used;
        for (size_t i = 0; i < DEFAULT_ROWS; i++) {
            if ((int)default_rows[i].collective == collective) {
                ishmemi_choices.rows[rows_used++] = default_rows[i].choice;
            }
        }
    }
}

/* Makes room for a row at a place. */
static void insert(size_t place, int collective)
{
    memmove(&ishmemi_choices.rows[place + 1], &ishmemi_choices.rows[place],
            (rows_used - place) * sizeof ishmemi_choices.rows[0]);
    memmove(&sources[place + 1], &sources[place], (rows_used - place) * sizeof sources[0]);
    rows_used++;
    for (int behind = collective + 1; behind < ISHMEMI_COLLECTIVES; behind++) {
        ishmemi_choices.first[behind]++;
    }
}

int ishmemi_choices_add(const ishmemi_row_t *row, ishmemi_source_t source)
{
    const int collective = ishmemi_row_find(collective_names, ISHMEMI_COLLECTIVES, row->name,
                                            row->name_length);
    const int algorithm = ishmemi_row_find(algorithm_names, ISHMEMI_ALGORITHMS, row->way,
                                           row->way_length);
    if (collective < 0 || algorithm < 0 || rows_used == ISHMEMI_CHOICES) {
        return -1;
    }
    const uint32_t paths = row->paths & paths_of((ishmemi_collective_t)collective,
                                                 (ishmemi_algorithm_t)algorithm);
    if (paths == 0) {
        return -1;
    }
    size_t place = ishmemi_choices.first[collective];
    while (sources[place] >= source) {
        place++;
    }
    insert(place, collective);
    ishmemi_choices.rows[place] = (ishmemi_choice_t){.algorithm = (uint32_t)algorithm,
                                                     .paths = paths,
                                                     .most_members = row->most_members,
                                                     .most_bytes = row->most_bytes};
    sources[place] = source;
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
                      "same ISHMEM_COLLECTIVES and ISHMEM_TUNING, and tiles of one kind", pe);
    }
    free(all);
    return same ? 0 : -1;
}

static void print_row(FILE *out, int collective, size_t place, uint32_t path,
                      const char *source)
{
    const ishmemi_choice_t *const row = &ishmemi_choices.rows[place];
    char text[96];
    int used = snprintf(text, sizeof text, "%s:%s", collective_names[collective],
                        algorithm_names[row->algorithm]);
    if (row->most_bytes != ISHMEMI_CHOICE_BYTES) {
        used += snprintf(text + used, sizeof text - (size_t)used, "<%" PRIu64, row->most_bytes);
    }
    if (row->most_members != ISHMEMI_CHOICE_MEMBERS) {
        used += snprintf(text + used, sizeof text - (size_t)used, "@%" PRIu64, row->most_members);
    }
    snprintf(text + used, sizeof text - (size_t)used, "/%s",
             path == ISHMEMI_PATH_PUSH    ? "far"
             : path == ISHMEMI_PATH_HOSTS ? "hosts"
                                          : "near");
    fprintf(out, "  %-40s %s\n", text, source);
}

/* Up to the row that is for all, behind which none is asked. */
static void print_path(FILE *out, int collective, uint32_t path,
                       const char *(*source_name)(ishmemi_source_t source))
{
    bool is_last = false;
    for (size_t place = ishmemi_choices.first[collective]; !is_last; place++) {
        const ishmemi_choice_t *const row = &ishmemi_choices.rows[place];
        if (row->paths & path) {
            print_row(out, collective, place, path, source_name(sources[place]));
            is_last = row->most_members == ISHMEMI_CHOICE_MEMBERS &&
                      row->most_bytes == ISHMEMI_CHOICE_BYTES;
        }
    }
}

void ishmemi_choices_print(FILE *out, const char *(*source_name)(ishmemi_source_t source))
{
    for (int collective = 0; collective < ISHMEMI_COLLECTIVES; collective++) {
        if (collective_names[collective]) {
            print_path(out, collective, ishmemi_choices.reachable_path, source_name);
            print_path(out, collective, ISHMEMI_PATH_PUSH, source_name);
            print_path(out, collective, ISHMEMI_PATH_HOSTS, source_name);
        }
    }
}
