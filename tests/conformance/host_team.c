/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams on the host: what they say of themselves, the arguments that make none, contexts, and as
 * many as there is memory for.
 */
#include "collective_teams.h"
#include "harness.h"
#include "ishmemx.h"
#include "memory.h"
#include <stdlib.h>

/* Numbers of one team in another, for all pairs. */
static void translations(void)
{
    for (int a = 0; a < team_count; a++) {
        for (int b = 0; b < team_count; b++) {
            const collective_team_t *const from = &teams[a];
            const collective_team_t *const to = &teams[b];
            int wrong = 0;
            for (int i = -1; i <= from->n && from->me >= 0 && to->me >= 0; i++) {
                int expected = -1;
                for (int k = 0; i >= 0 && i < from->n && k < to->n; k++) {
                    expected = to->members[k] == from->members[i] ? k : expected;
                }
                wrong += ishmem_team_translate_pe(from->handle, i, to->handle) != expected;
            }
            test_check(wrong == 0, "%d numbers of %s are others in %s", wrong, from->name,
                       to->name);
        }
    }
    test_check(ishmem_team_translate_pe(ISHMEM_TEAM_INVALID, 0, ISHMEM_TEAM_WORLD) == -1 &&
                   ishmem_team_translate_pe(ISHMEM_TEAM_WORLD, 0, ISHMEM_TEAM_INVALID) == -1,
               "a PE of no team has a number");
}

static void nothing(void)
{
    ishmem_team_config_t config = {.num_contexts = 77};
    ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    ishmem_team_t team = ISHMEM_TEAM_WORLD;
    ishmem_team_t other = ISHMEM_TEAM_WORLD;
    test_check(ishmem_team_my_pe(ISHMEM_TEAM_INVALID) == -1, "my_pe of no team");
    test_check(ishmem_team_n_pes(ISHMEM_TEAM_INVALID) == -1, "n_pes of no team");
    test_check(ishmem_team_get_config(ISHMEM_TEAM_INVALID, ISHMEM_TEAM_NUM_CONTEXTS, &config) != 0,
               "get_config of no team");
    test_check(ishmem_team_ptr(ISHMEM_TEAM_INVALID, &config, 0) == NULL, "ptr of no team");
    test_check(ishmem_team_create_ctx(ISHMEM_TEAM_INVALID, 0, &ctx) != 0 &&
                   ctx == ISHMEM_CTX_INVALID,
               "a context of no team");
    test_check(ishmem_team_split_strided(ISHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &team) != 0 &&
                   team == ISHMEM_TEAM_INVALID,
               "a split of no team");
    team = ISHMEM_TEAM_WORLD;
    test_check(ishmem_team_split_2d(ISHMEM_TEAM_INVALID, 1, NULL, 0, &team, NULL, 0, &other) != 0 &&
                   team == ISHMEM_TEAM_INVALID && other == ISHMEM_TEAM_INVALID,
               "a grid of no team");
    team = ISHMEM_TEAM_WORLD;
    const int pes[] = {0};
    test_check(ishmemx_team_create(ISHMEM_TEAM_INVALID, pes, 1, NULL, 0, &team) != 0 &&
                   team == ISHMEM_TEAM_INVALID,
               "a list of no team");
    ishmem_team_destroy(ISHMEM_TEAM_INVALID);
}

/* No PE gets a team, and all know. */
static void refused(void)
{
    const int triplets[][3] = {{0, 1, test_n + 1}, {-1, 1, 1},     {test_n, 1, 1}, {0, 0, 2},
                               {0, -1, 2},         {0, test_n, 2}, {0, 1, 0},      {0, 1, -3},
                               {test_n - 1, 1, 2}, {0, 1 << 30, 3}};
    for (size_t i = 0; i < sizeof triplets / sizeof triplets[0]; i++) {
        ishmem_team_t team = ISHMEM_TEAM_WORLD;
        test_check(ishmem_team_split_strided(ISHMEM_TEAM_WORLD, triplets[i][0], triplets[i][1],
                                             triplets[i][2], NULL, 0, &team) != 0 &&
                       team == ISHMEM_TEAM_INVALID,
                   "a team of start %d, stride %d, size %d", triplets[i][0], triplets[i][1],
                   triplets[i][2]);
    }
    ishmem_team_t row = ISHMEM_TEAM_WORLD;
    ishmem_team_t column = ISHMEM_TEAM_WORLD;
    test_check(ishmem_team_split_2d(ISHMEM_TEAM_WORLD, 0, NULL, 0, &row, NULL, 0, &column) != 0 &&
                   row == ISHMEM_TEAM_INVALID && column == ISHMEM_TEAM_INVALID,
               "a grid of rows without PEs");
    const int lists[][2] = {{0, 0}, {0, test_n}, {-1, 0}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        ishmem_team_t team = ISHMEM_TEAM_WORLD;
        test_check(ishmemx_team_create(ISHMEM_TEAM_WORLD, lists[i], 2, NULL, 0, &team) != 0 &&
                       team == ISHMEM_TEAM_INVALID,
                   "a team of PEs %d and %d", lists[i][0], lists[i][1]);
    }
    ishmem_team_t empty = ISHMEM_TEAM_WORLD;
    test_check(ishmemx_team_create(ISHMEM_TEAM_WORLD, lists[0], 0, NULL, 0, &empty) != 0 &&
                   empty == ISHMEM_TEAM_INVALID,
               "a team of no PEs");
}

/* Grids whose last row is short. */
static void grids(void)
{
    for (int width = 1; width <= test_n + 1; width++) {
        ishmem_team_t row = ISHMEM_TEAM_INVALID;
        ishmem_team_t column = ISHMEM_TEAM_INVALID;
        test_check(ishmem_team_split_2d(ISHMEM_TEAM_WORLD, width, NULL, 0, &row, NULL, 0,
                                        &column) == 0,
                   "no grid of width %d", width);
        const int first = test_me / width * width;
        const int in_row = test_n - first < width ? test_n - first : width;
        const int in_column = (test_n - 1 - test_me % width) / width + 1;
        test_check(ishmem_team_my_pe(row) == test_me % width &&
                       ishmem_team_n_pes(row) == in_row &&
                       ishmem_team_translate_pe(row, 0, ISHMEM_TEAM_WORLD) == first,
                   "the row of width %d", width);
        test_check(ishmem_team_my_pe(column) == test_me / width &&
                       ishmem_team_n_pes(column) == in_column &&
                       ishmem_team_translate_pe(column, 0, ISHMEM_TEAM_WORLD) == test_me % width,
                   "the column of width %d", width);
        test_check(ishmem_team_sync(row) == 0 && ishmem_team_sync(column) == 0,
                   "syncs of a grid of width %d", width);
        ishmem_team_destroy(column);
        ishmem_team_destroy(row);
    }
}

/* Configurations, and contexts whose routines take the team's numbers. */
static void contexts(void)
{
    ishmem_team_t team;
    ishmem_team_config_t config = {.num_contexts = 3};
    int *const words = ishmem_calloc((size_t)test_n, sizeof *words);
    test_check(ishmem_team_split_strided(ISHMEM_TEAM_WORLD, test_n - 1, -1, test_n, &config,
                                         ISHMEM_TEAM_NUM_CONTEXTS, &team) == 0,
               "no team with a configuration");
    config.num_contexts = -5;
    test_check(ishmem_team_get_config(team, 0, NULL) == 0, "get_config of nothing");
    test_check(ishmem_team_get_config(team, ISHMEM_TEAM_NUM_CONTEXTS, &config) == 0 &&
                   config.num_contexts == 3,
               "num_contexts is %d, expected 3", config.num_contexts);
    ishmem_ctx_t ctx;
    ishmem_team_t of_context = ISHMEM_TEAM_INVALID;
    if (!test_check(ishmem_team_create_ctx(team, 0, &ctx) == 0, "no context of a team")) {
        test_fatal("no context");
    }
    test_check(ishmem_ctx_get_team(ctx, &of_context) == 0 && of_context == team,
               "the context's team is %d, expected %d", of_context, team);
    for (int i = 0; i < test_n; i++) {
        ishmem_ctx_int_p(ctx, words + test_me, 100 * test_me + i, i);
    }
    ishmem_ctx_quiet(ctx);
    ishmem_barrier_all();
    for (int from = 0; from < test_n; from++) {
        int word;
        memory_read(&word, words + from, sizeof word);
        test_check(word == 100 * from + test_n - 1 - test_me,
                   "PE %d put %d by the team's number, expected %d", from, word,
                   100 * from + test_n - 1 - test_me);
    }
    test_check(ishmem_team_ptr(team, words, 0) == ishmem_ptr(words, test_n - 1),
               "ptr of the team's first member");
    test_check(ishmem_team_ptr(team, words, test_n) == NULL &&
                   ishmem_team_ptr(team, words, -1) == NULL,
               "ptr of no member");
    ishmem_ctx_destroy(ctx);
    ishmem_barrier_all();
    ishmem_team_destroy(team);
    ishmem_free(words);
}

/* Until there is no memory for one more; then they can be used, and all of it comes back. */
static void many(void)
{
    enum { LIMIT = 5000 };
    static ishmem_team_t made[LIMIT];
    for (int round = 0; round < 2; round++) {
        int count = 0;
        while (count < LIMIT && ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, test_n, NULL, 0,
                                                          &made[count]) == 0) {
            count++;
        }
        test_check(count > 64, "only %d teams", count);
        static int before;
        test_check(round == 0 || count == before, "%d teams, %d the time before", count, before);
        before = count;
        test_check(count == LIMIT || made[count] == ISHMEM_TEAM_INVALID,
                   "a handle of a team that was not made");
        int wrong = 0;
        for (int i = 0; i < count; i += 1 + count / 50) {
            wrong += ishmem_team_sync(made[i]) != 0 || ishmem_team_my_pe(made[i]) != test_me;
        }
        test_check(wrong == 0, "%d teams of many are wrong", wrong);
        for (int first = 1; first >= 0; first--) {
            for (int i = first; i < count; i += 2) {
                ishmem_team_destroy(made[i]);
            }
        }
    }
}

int main(void)
{
    test_start();
    test_family("teams");
    teams_open();
    translations();
    teams_close();
    nothing();
    refused();
    grids();
    contexts();
    many();
    return test_finish();
}
