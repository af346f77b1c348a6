/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of algorithms: rows by collective and, for each, by descending priority of their
 * sources.
 */
#include "choices.h"

#include "shared/team_block.h"
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

ishmemi_choices_t ishmemi_choices;

/* For each row of the host's copy. */
static ishmemi_source_t sources[ISHMEMI_CHOICES];
static size_t rows_used;

#define COLLECTIVE_NAME(COLLECTIVE, name) [ISHMEMI_COLLECTIVE_##COLLECTIVE] = name
static const char *const collective_names[ISHMEMI_COLLECTIVES] = {
    COLLECTIVE_NAME(BROADCAST, "broadcast"),
    COLLECTIVE_NAME(COLLECT, "collect"),
    COLLECTIVE_NAME(FCOLLECT, "fcollect"),
    COLLECTIVE_NAME(ALLTOALL, "alltoall"),
    COLLECTIVE_NAME(ALLTOALLS, "alltoalls"),
    COLLECTIVE_NAME(REDUCE, "reduce"),
    COLLECTIVE_NAME(REDUCE_SCATTER, "reduce_scatter"),
    COLLECTIVE_NAME(INSCAN, "inscan"),
    COLLECTIVE_NAME(EXSCAN, "exscan")};

static const char *const algorithm_names[ISHMEMI_ALGORITHMS] = {
    "flat",     "tree",  "chain",  "pull",  "oneshot", "direct",
    "doubling", "parts", "staged", "words", "slices",  "hosts"};

/* The paths on which a collective can use an algorithm; pulling requires peers whose memory can be
 * loaded. */
static const uint32_t paths_of[ISHMEMI_COLLECTIVES][ISHMEMI_ALGORITHMS] = {
    [ISHMEMI_COLLECTIVE_BROADCAST] = {[ISHMEMI_ALGORITHM_FLAT] = ISHMEMI_PATHS_ALL,
                                      [ISHMEMI_ALGORITHM_WORDS] = ISHMEMI_PATHS_REACHABLE,
                                      [ISHMEMI_ALGORITHM_TREE] = ISHMEMI_PATHS_ALL,
                                      [ISHMEMI_ALGORITHM_CHAIN] = ISHMEMI_PATHS_ALL,
                                      [ISHMEMI_ALGORITHM_PULL] = ISHMEMI_PATHS_REACHABLE,
                                      [ISHMEMI_ALGORITHM_SLICES] = ISHMEMI_PATHS_REACHABLE,
                                      [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS},
    [ISHMEMI_COLLECTIVE_COLLECT] = {[ISHMEMI_ALGORITHM_DIRECT] = ISHMEMI_PATHS_ALL,
                                    [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS},
    [ISHMEMI_COLLECTIVE_FCOLLECT] = {[ISHMEMI_ALGORITHM_ONESHOT] = ISHMEMI_PATHS_ALL,
                                     [ISHMEMI_ALGORITHM_DIRECT] = ISHMEMI_PATHS_ALL,
                                     [ISHMEMI_ALGORITHM_WORDS] = ISHMEMI_PATHS_REACHABLE,
                                     [ISHMEMI_ALGORITHM_SLICES] = ISHMEMI_PATHS_REACHABLE,
                                     [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS},
    [ISHMEMI_COLLECTIVE_ALLTOALL] = {[ISHMEMI_ALGORITHM_ONESHOT] = ISHMEMI_PATHS_ALL,
                                     [ISHMEMI_ALGORITHM_DIRECT] = ISHMEMI_PATHS_ALL,
                                     [ISHMEMI_ALGORITHM_WORDS] = ISHMEMI_PATHS_REACHABLE,
                                     [ISHMEMI_ALGORITHM_SLICES] = ISHMEMI_PATHS_REACHABLE,
                                     [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS},
    [ISHMEMI_COLLECTIVE_ALLTOALLS] = {[ISHMEMI_ALGORITHM_DIRECT] = ISHMEMI_PATHS_ALL,
                                      [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS},
    [ISHMEMI_COLLECTIVE_REDUCE] = {[ISHMEMI_ALGORITHM_ONESHOT] = ISHMEMI_PATHS_ALL,
                                   [ISHMEMI_ALGORITHM_DOUBLING] = ISHMEMI_PATHS_ALL,
                                   [ISHMEMI_ALGORITHM_STAGED] = ISHMEMI_PATHS_ALL,
                                   [ISHMEMI_ALGORITHM_PARTS] = ISHMEMI_PATHS_REACHABLE,
                                   [ISHMEMI_ALGORITHM_WORDS] = ISHMEMI_PATHS_REACHABLE,
                                   [ISHMEMI_ALGORITHM_SLICES] = ISHMEMI_PATHS_REACHABLE,
                                   [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS},
    [ISHMEMI_COLLECTIVE_REDUCE_SCATTER] = {[ISHMEMI_ALGORITHM_ONESHOT] = ISHMEMI_PATHS_ALL,
                                           [ISHMEMI_ALGORITHM_PARTS] = ISHMEMI_PATHS_REACHABLE,
                                           [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS},
    [ISHMEMI_COLLECTIVE_INSCAN] = {[ISHMEMI_ALGORITHM_ONESHOT] = ISHMEMI_PATHS_ALL,
                                   [ISHMEMI_ALGORITHM_PARTS] = ISHMEMI_PATHS_REACHABLE,
                                   [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS},
    [ISHMEMI_COLLECTIVE_EXSCAN] = {[ISHMEMI_ALGORITHM_ONESHOT] = ISHMEMI_PATHS_ALL,
                                   [ISHMEMI_ALGORITHM_PARTS] = ISHMEMI_PATHS_REACHABLE,
                                   [ISHMEMI_ALGORITHM_HOSTS] = ISHMEMI_PATH_HOSTS}};

void ishmemi_choices_open(uint32_t reachable_path)
{
    memset(&ishmemi_choices, 0, sizeof ishmemi_choices);
    memset(sources, 0, sizeof sources);
    ishmemi_choices.reachable_path = reachable_path;
    rows_used = 0;
}

/* The end of a collective's rows. */
static size_t end_of(int collective)
{
    return collective + 1 < ISHMEMI_COLLECTIVES ? ishmemi_choices.first[collective + 1] : rows_used;
}

/* Makes room for a row. */
static void insert(size_t index, int collective)
{
    memmove(&ishmemi_choices.rows[index + 1], &ishmemi_choices.rows[index],
            (rows_used - index) * sizeof ishmemi_choices.rows[0]);
    memmove(&sources[index + 1], &sources[index], (rows_used - index) * sizeof sources[0]);
    rows_used++;
    for (int behind = collective + 1; behind < ISHMEMI_COLLECTIVES; behind++) {
        ishmemi_choices.first[behind]++;
    }
}

int ishmemi_choices_add(const ishmemi_row_t *row, ishmemi_source_t source)
{
    const int collective =
        ishmemi_row_find(collective_names, ISHMEMI_COLLECTIVES, row->name, row->name_length);
    const int algorithm =
        ishmemi_row_find(algorithm_names, ISHMEMI_ALGORITHMS, row->way, row->way_length);
    if (collective < 0 || algorithm < 0 || rows_used == ISHMEMI_CHOICES) {
        return -1;
    }
    const uint32_t paths = row->paths & paths_of[collective][algorithm];
    if (paths == 0) {
        return -1;
    }
    size_t index = ishmemi_choices.first[collective];
    while (index < end_of(collective) && sources[index] >= source) {
        index++;
    }
    const uint64_t most_bytes =
        algorithm == ISHMEMI_ALGORITHM_WORDS && row->most_bytes > ISHMEMI_TEAM_WORDS_BYTES
            ? ISHMEMI_TEAM_WORDS_BYTES
            : row->most_bytes;
    const uint64_t most_members =
        algorithm == ISHMEMI_ALGORITHM_SLICES && row->most_members > ISHMEMI_TEAM_SLICES_MEMBERS
            ? ISHMEMI_TEAM_SLICES_MEMBERS
            : row->most_members;
    insert(index, collective);
    ishmemi_choices.rows[index] = (ishmemi_choice_t){.algorithm = (uint32_t)algorithm,
                                                     .paths = paths,
                                                     .most_members = most_members,
                                                     .most_bytes = most_bytes};
    sources[index] = source;
    return 0;
}

static bool is_for_all(const ishmemi_choice_t *row)
{
    return row->most_members == ISHMEMI_CHOICE_MEMBERS && row->most_bytes == ISHMEMI_CHOICE_BYTES;
}

static bool is_for(const ishmemi_choice_t *row, uint32_t path, int n_pes)
{
    return (row->paths & path) && (uint64_t)n_pes <= row->most_members;
}

/* Whether the team's blocks have what the row's algorithm needs. */
static bool fits_blocks(const ishmemi_choice_t *row, const ishmemi_team_t *team)
{
    return row->algorithm != ISHMEMI_ALGORITHM_SLICES ||
           ishmemi_team_has_slices((uint64_t)team->n_pes, team->flags);
}

/* passes_words: skips rows of WORDS. */
static uint32_t algorithm_of(int collective, uint32_t path, const ishmemi_team_t *team,
                             uint64_t bytes, bool passes_words)
{
    const ishmemi_choice_t *row = &ishmemi_choices.rows[ishmemi_choices.first[collective]];
    while (!is_for(row, path, team->n_pes) || bytes > row->most_bytes || !fits_blocks(row, team) ||
           (passes_words && row->algorithm == ISHMEMI_ALGORITHM_WORDS)) {
        row++;
    }
    return row->algorithm;
}

/* The smallest limit of a row above `bytes`, or the maximum. */
static uint64_t next_limit(int collective, uint32_t path, int n_pes, uint64_t bytes)
{
    uint64_t next = ISHMEMI_CHOICE_BYTES;
    const size_t end = end_of(collective);
    for (size_t index = ishmemi_choices.first[collective]; index < end; index++) {
        const ishmemi_choice_t *const row = &ishmemi_choices.rows[index];
        if (is_for(row, path, n_pes) && row->most_bytes > bytes && row->most_bytes < next) {
            next = row->most_bytes;
        }
    }
    return next;
}

static void set_words(int collective, ishmemi_team_t *team)
{
    const uint32_t path = ishmemi_choices.reachable_path;
    const uint64_t most = collective == ISHMEMI_COLLECTIVE_BROADCAST
                              ? ishmemi_team_broadcast_bytes(team->flags)
                              : ishmemi_team_words_bytes((uint64_t)team->n_pes, team->flags);
    uint64_t bytes = 0;
    while (bytes < most &&
           algorithm_of(collective, path, team, bytes + 1, false) == ISHMEMI_ALGORITHM_WORDS) {
        bytes = next_limit(collective, path, team->n_pes, bytes);
    }
    team->words[collective] = (uint16_t)(bytes < most ? bytes : most);
}

static ishmemi_team_ways_t ways_of(int collective, uint32_t path, const ishmemi_team_t *team)
{
    ishmemi_team_ways_t ways = {
        .most = {ISHMEMI_CHOICE_BYTES, ISHMEMI_CHOICE_BYTES, ISHMEMI_CHOICE_BYTES}};
    uint64_t limit = 0;
    size_t way = 0;
    ways.algorithm[0] = (uint8_t)algorithm_of(collective, path, team, 1, true);
    while ((limit = next_limit(collective, path, team->n_pes, limit)) != ISHMEMI_CHOICE_BYTES) {
        const uint32_t above = algorithm_of(collective, path, team, limit + 1, true);
        if (above == ways.algorithm[way]) {
            continue;
        }
        if (way + 1 == ISHMEMI_TEAM_WAYS) {
            return (ishmemi_team_ways_t){.known = 0};
        }
        ways.most[way++] = limit;
        ways.algorithm[way] = (uint8_t)above;
    }
    ways.known = 1;
    return ways;
}

void ishmemi_choices_resolve(ishmemi_team_t *team)
{
    const bool reachable = team->flags & ISHMEMI_TEAM_REACHABLE;
    const uint32_t path = reachable         ? ishmemi_choices.reachable_path
                          : team->near != 0 ? ISHMEMI_PATH_HOSTS
                                            : ISHMEMI_PATH_PUSH;
    for (int collective = 0; collective < ISHMEMI_COLLECTIVES; collective++) {
        if (collective_names[collective]) {
            team->ways[collective] = ways_of(collective, path, team);
        }
        if (collective_names[collective] && reachable) {
            set_words(collective, team);
        }
    }
}

const char *ishmemi_choices_lacking(void)
{
    const uint32_t wanted = ishmemi_choices.reachable_path | ISHMEMI_PATH_PUSH | ISHMEMI_PATH_HOSTS;
    for (int collective = 0; collective < ISHMEMI_COLLECTIVES; collective++) {
        uint32_t found = 0;
        const size_t end = end_of(collective);
        for (size_t index = ishmemi_choices.first[collective]; index < end; index++) {
            const ishmemi_choice_t *const row = &ishmemi_choices.rows[index];
            found |= is_for_all(row) ? row->paths : 0;
        }
        if (collective_names[collective] && (found & wanted) != wanted) {
            return collective_names[collective];
        }
    }
    return NULL;
}

static void print_row(FILE *out, int collective, size_t index, uint32_t path,
                      ishmemi_row_print_fn print)
{
    const ishmemi_choice_t *const row = &ishmemi_choices.rows[index];
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
    print(out, text, sources[index]);
}

/* Prints up to the row that applies to everything; later rows are never used. */
static void print_path(FILE *out, int collective, uint32_t path, ishmemi_row_print_fn print)
{
    bool is_last = false;
    for (size_t index = ishmemi_choices.first[collective]; !is_last; index++) {
        const ishmemi_choice_t *const row = &ishmemi_choices.rows[index];
        if (row->paths & path) {
            print_row(out, collective, index, path, print);
            is_last = is_for_all(row);
        }
    }
}

void ishmemi_choices_print(FILE *out, ishmemi_row_print_fn print)
{
    for (int collective = 0; collective < ISHMEMI_COLLECTIVES; collective++) {
        if (collective_names[collective]) {
            print_path(out, collective, ishmemi_choices.reachable_path, print);
            print_path(out, collective, ISHMEMI_PATH_PUSH, print);
            print_path(out, collective, ISHMEMI_PATH_HOSTS, print);
        }
    }
}
