/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams, asked by kernels: the same teams as the host's test makes.
 */
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include "team_cases.h"
#include <stdlib.h>

#define ALL (TEAM_MOST + 2)

static long *words;    /* TEAM_MOST + 1, symmetric */
static long *gathered; /* TEAM_MOST + 1, symmetric */
static long *found;    /* 5 and 3 * ALL */
static ze_kernel_handle_t look_kernel;
static ze_kernel_handle_t write_kernel;
static ze_kernel_handle_t gather_kernel;

static void look_at_numbers(ishmem_team_t team, const team_list_t *expected)
{
    const int count = test_n + 2;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(team), LAUNCH_ARGUMENT(count),
                                           LAUNCH_ARGUMENT(found), LAUNCH_ARGUMENT(words)};
    launch_run(look_kernel, (launch_shape_t){1, 1}, arguments, LAUNCH_COUNT(arguments));

    const int me = team_list_me(expected);
    const int n_pes = me < 0 ? -1 : expected->n_pes;
    test_check(found[0] == me && found[1] == n_pes, "my_pe %ld of %ld, not %d of %d", found[0],
               found[1], me, n_pes);
    ishmem_team_config_t config = {.num_contexts = -7};
    ishmem_team_get_config(team, ISHMEM_TEAM_NUM_CONTEXTS, &config);
    test_check(found[2] == (me >= 0) && found[3] == config.num_contexts,
               "get_config: %ld, num_contexts %ld, not %d", found[2], found[3],
               config.num_contexts);
    int wrong = found[4] != (me < 0 ? -1 : 0);
    for (int i = 0; i < count; i++) {
        const int number = i - 1;
        const bool is_member = me >= 0 && number >= 0 && number < n_pes;
        const int world_pe = is_member ? expected->pes[number] : -1;
        int in_team = -1;
        for (int k = 0; k < n_pes; k++) {
            in_team = expected->pes[k] == number ? k : in_team;
        }
        wrong += found[5 + 3 * i] != world_pe;
        wrong += found[6 + 3 * i] != in_team;
        wrong += found[7 + 3 * i] != (long)ishmem_ptr(words, world_pe);
    }
    test_check(wrong == 0, "a team of %d: %d wrong numbers or addresses", n_pes, wrong);
}

static void look_at_context(ishmem_team_t team, const team_list_t *expected)
{
    const int me = team_list_me(expected);
    ishmem_ctx_t ctx = ISHMEM_CTX_INVALID;
    if (me >= 0) {
        test_check(ishmem_team_create_ctx(team, 0, &ctx) == 0, "no context");
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ctx), LAUNCH_ARGUMENT(me),
                                               LAUNCH_ARGUMENT(expected->n_pes),
                                               LAUNCH_ARGUMENT(words)};
        launch_run(write_kernel, (launch_shape_t){1, 1}, arguments, LAUNCH_COUNT(arguments));
    }
    ishmem_barrier_all();
    if (me >= 0) {
        long came[TEAM_MOST + 1];
        memory_read(came, words, sizeof came);
        int wrong = 0;
        for (int i = 0; i < expected->n_pes; i++) {
            wrong += came[1 + i] != 1000 * i + me;
        }
        test_check(wrong == 0 && came[0] == expected->n_pes,
                   "a context of a team of %d: %d words are wrong, %ld came", expected->n_pes,
                   wrong, came[0]);
        ishmem_ctx_destroy(ctx);
    }
    ishmem_barrier_all();
    memory_fill(words, 0, (TEAM_MOST + 1) * sizeof *words);
    ishmem_barrier_all();
}

static void look_at_collectives(ishmem_team_t team, const team_list_t *expected)
{
    if (team == ISHMEM_TEAM_INVALID) {
        return;
    }
    long *const mine = &gathered[TEAM_MOST];
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(team), LAUNCH_ARGUMENT(gathered),
                                           LAUNCH_ARGUMENT(mine), LAUNCH_ARGUMENT(test_me)};
    launch_run(gather_kernel, (launch_shape_t){1, 1}, arguments, LAUNCH_COUNT(arguments));
    long came[TEAM_MOST];
    memory_read(came, gathered, sizeof came);
    int wrong = 0;
    for (int i = 0; i < expected->n_pes; i++) {
        wrong += came[i] != 1000 + expected->pes[i];
    }
    test_check(wrong == 0, "a team of %d: %d of fcollect's words are wrong", expected->n_pes,
               wrong);
}

/* Work-groups of one kernel, each with a team of its own, which share PEs in all ways. */
static void overlapping(int rounds)
{
    enum { TEAMS = 6 };
    const struct {
        int start, stride, size;
    } triplets[TEAMS] = {{0, 1, test_n},
                         {test_n - 1, -1, test_n},
                         {0, 2, (test_n + 1) / 2},
                         {0, 1, (test_n + 1) / 2},
                         {test_n / 2, 1, test_n - test_n / 2},
                         {test_n - 1, -2, (test_n + 1) / 2}};
    ishmem_team_t *const teams = memory_allocate_shared(TEAMS * sizeof *teams);
    int *const wrong = memory_allocate_shared(TEAMS * sizeof *wrong);
    for (int i = 0; i < TEAMS; i++) {
        wrong[i] = -1;
        test_check(ishmem_team_split_strided(ISHMEM_TEAM_WORLD, triplets[i].start,
                                             triplets[i].stride, triplets[i].size, NULL, 0,
                                             &teams[i]) == 0,
                   "team %d is not made", i);
    }
    const ze_kernel_handle_t kernel = launch_kernel("sync_rounds");
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(teams), LAUNCH_ARGUMENT(rounds),
                                           LAUNCH_ARGUMENT(words), LAUNCH_ARGUMENT(wrong)};
    launch_run(kernel, (launch_shape_t){TEAMS, 4}, arguments, LAUNCH_COUNT(arguments));
    ishmem_barrier_all();
    for (int i = 0; i < TEAMS; i++) {
        test_check(wrong[i] == 0, "team %d: %d PEs seen in another round", i, wrong[i]);
        ishmem_team_destroy(teams[i]);
    }
    memory_free_shared(wrong);
    memory_free_shared(teams);
}

static void look(ishmem_team_t team, const team_list_t *expected)
{
    look_at_numbers(team, expected);
    look_at_collectives(team, expected);
    look_at_context(team, expected);
}

/* A handle of a team that is gone is none, for a kernel, too; and nor is any other number. */
static void stale(void)
{
    static const team_list_t nobody;
    ishmem_team_t team;
    const int result = ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, test_n, NULL, 0, &team);
    test_check(result == 0, "split_strided: %d", result);
    ishmem_team_destroy(team);
    const int count = test_n + 2;
    const int handles[] = {team, team + (1 << 16), 60000, 0x7fffffff, -2, (int)0x80000000u};
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++) {
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(handles[i]), LAUNCH_ARGUMENT(count),
                                               LAUNCH_ARGUMENT(found), LAUNCH_ARGUMENT(words)};
        launch_run(look_kernel, (launch_shape_t){1, 1}, arguments, LAUNCH_COUNT(arguments));
        test_check(found[0] == -1 && found[1] == -1 && found[2] == 0 && found[8] == -1 &&
                       found[9] == -1 && found[10] == 0,
                   "of the handle 0x%x: my_pe %ld, n_pes %ld", (unsigned)handles[i], found[0],
                   found[1]);
    }
    look_at_numbers(ISHMEM_TEAM_INVALID, &nobody);
}

/* What the host says of a bad call is for who started this program, with ISHMEM_CHECKS=2. */
static void bad_call(int which)
{
    ishmem_team_t gone;
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, test_n, NULL, 0, &gone);
    ishmem_team_destroy(gone);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(which), LAUNCH_ARGUMENT(gone),
                                           LAUNCH_ARGUMENT(found)};
    launch_run(launch_kernel("bad_call"), (launch_shape_t){1, 1}, arguments,
               LAUNCH_COUNT(arguments));
    ishmem_barrier_all(); /* where the job's end finds this PE */
}

int main(int argc, char **argv)
{
    test_start();
    test_family("teams, device");
    words = ishmem_calloc(TEAM_MOST + 1, sizeof *words);
    found = memory_allocate_shared((5 + 3 * ALL) * sizeof *found);
    gathered = ishmem_calloc(TEAM_MOST + 1, sizeof *gathered);
    if (!words || !gathered || test_n > TEAM_MOST) {
        test_fatal("no words for %d PEs", test_n);
    }
    launch_open("team");
    look_kernel = launch_kernel("look");
    write_kernel = launch_kernel("write_all");
    gather_kernel = launch_kernel("gather");
    if (argc == 2) {
        bad_call(atoi(argv[1]));
    }
    team_cases_predefined(look);
    team_cases_strided(look);
    team_cases_nested(look, test_rounds_in_step(100));
    team_cases_2d(look);
    team_cases_listed(look, test_rounds_in_step(100));
    overlapping(test_rounds_in_step(1000));
    stale();
    launch_close();
    memory_free_shared(found);
    ishmem_free(gathered);
    ishmem_free(words);
    return test_finish();
}
