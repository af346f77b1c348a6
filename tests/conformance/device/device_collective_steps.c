/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of all kinds after one another in one kernel, and in kernels after one another
 * without the host in between; by work-groups at the same time, each on teams of its own; and syncs
 * of overlapping teams.
 */
#include "collective_routines.h"
#include "harness.h"
#include "launch.h"
#include "step_caller.h"

#define GROUPS 4

/* Team of group 0: all PEs; 1: in reverse order; 2: every second; 3: the first half. */
static collective_team_t team_of_group(int group)
{
    switch (group) {
    case 0:
        return team_split(&teams[0], 0, 1, test_n);
    case 1:
        return team_split(&teams[0], test_n - 1, -1, test_n);
    case 2:
        return team_split(&teams[0], 0, test_n > 1 ? 2 : 1, (test_n + 1) / 2);
    default:
        return team_split(&teams[0], 0, 1, (test_n + 1) / 2);
    }
}

/* Work-groups at the same time. */
static void concurrent_groups(step_caller_t *state, int full)
{
    const int rounds = test_rounds(full);
    const int steps_in_all = test_rounds(full * STEP_CALLER_STEPS);
    const int limit = steps_in_all < STEP_CALLER_STEPS ? steps_in_all : STEP_CALLER_STEPS;
    collective_team_t own[GROUPS];
    collective_batch_t batches[GROUPS];
    uint64_t chance = 41;
    const collective_caller_t groups = {.name = "work-groups at the same time"};
    for (int g = 0; g < GROUPS; g++) {
        own[g] = team_of_group(g);
        batch_open(&batches[g], (size_t)1 << 20, limit);
    }
    for (int round = 0; round < rounds; round++) {
        int steps = 0;
        for (int g = 0; g < GROUPS; g++) {
            for (bool room = true; room;) {
                const collective_routine_t *const routine =
                    &collective_few.routines[collective_random(&chance) % collective_few.count];
                collective_case_t one = case_by_chance(routine, &chance, round % 2 ? 8 : 700);
                case_on_team(&one, &own[g], &chance);
                room = batch_add(&batches[g], &one);
            }
            batch_write(&batches[g], &groups);
            state->begin[g] = steps;
            for (int i = 0; i < batches[g].call_count; i++) {
                state->steps[steps++] = step_caller_step(state, &batches[g].calls[i]);
            }
        }
        state->begin[GROUPS] = steps;
        *state->failed = 0;
        const int32_t *const begin = state->begin;
        const launch_argument_t arguments[] = {
            LAUNCH_ARGUMENT(state->steps), LAUNCH_ARGUMENT(begin), LAUNCH_ARGUMENT(state->failed)};
        ishmem_barrier_all();
        launch_run(state->kernel, (launch_shape_t){GROUPS, 16}, arguments, LAUNCH_COUNT(arguments));
        for (int g = 0; g < GROUPS; g++) {
            batches[g].failed_calls = *state->failed;
            batch_check(&batches[g], &groups);
            batch_empty(&batches[g]);
        }
    }
    for (int g = GROUPS - 1; g >= 0; g--) {
        batch_close(&batches[g]);
        team_destroy(&own[g]);
    }
}

int main(void)
{
    test_start();
    test_family("teams of collectives");
    teams_open();
    step_caller_t state = step_caller_open(GROUPS);
    collective_caller_t kernel = {.name = "one kernel", .run = step_caller_run, .state = &state};
    const collective_routine_t *const few = collective_few.routines;
    test_family("collectives in one kernel");
    state.launches = 1;
    collective_mix(&kernel, few, collective_few.count, test_rounds(40), 300);
    test_family("collectives in successive kernels");
    kernel.name = "successive kernels";
    state.launches = 16;
    collective_mix(&kernel, few, collective_few.count, test_rounds(20), 300);
    test_family("collectives, all teams, device");
    state.launches = 2;
    collective_all_teams(&kernel, few, collective_few.count);
    test_family("collectives, large, device");
    collective_large(&kernel, few, collective_few.count);
    test_family("collectives, repeated, device");
    collective_repeat(&kernel, few, collective_few.count, test_rounds_in_step(10));
    test_family("collectives of work-groups");
    concurrent_groups(&state, 10);
    test_family("syncs of teams, device");
    step_caller_sync(test_rounds(20000));
    step_caller_close(&state);
    teams_close();
    return test_finish();
}
