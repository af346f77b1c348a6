/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of all kinds after one another in one kernel, and in kernels after one another
 * without the host in between; by work-groups at the same time, each on teams of its own; and syncs
 * of overlapping teams.
 */
#include "call_forms.h"
#include "collective_routines.h"
#include "collective_step.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <stdlib.h>

#define GROUPS 4
#define STEPS 400 /* of a group at most */

typedef struct state {
    ze_kernel_handle_t kernel;
    collective_step_t *steps; /* shared with the device, as are begin and failed */
    int32_t *begin;
    int32_t *failed;
    uint64_t chance;
    uint32_t launches; /* kernels that share out a row of calls */
} state_t;

static collective_step_t step_of(state_t *state, const collective_call_t *call)
{
    const uint64_t chance = collective_random(&state->chance);
    return (collective_step_t){.dest = (uint64_t)(uintptr_t)call->dest,
                               .source = (uint64_t)(uintptr_t)call->source,
                               .nelems = call->nelems,
                               .dst = call->dst,
                               .sst = call->sst,
                               .team = call->team,
                               .without_team = call->without_team,
                               .root = call->root,
                               .routine = (uint32_t)(call->routine - collective_few.routines),
                               .form = call->number / 3 % CALL_CTX,
                               .delay = chance % 8 ? 0 : (uint32_t)(chance >> 8) % 20000};
}

/* The calls of one work-group, in one kernel or several. */
static int run_by_group(const collective_caller_t *self, const collective_call_t *calls, int count)
{
    state_t *const state = self->state;
    const int launches = (int)state->launches;
    static const uint32_t items[] = {16, 1, 50, 32};
    *state->failed = 0;
    for (int i = 0; i < count; i++) {
        state->steps[i] = step_of(state, &calls[i]);
    }
    for (int i = 0; i < launches; i++) {
        state->begin[2 * i] = count * i / launches;
        state->begin[2 * i + 1] = count * (i + 1) / launches;
        const int32_t *const begin = state->begin + 2 * i;
        const launch_argument_t arguments[] = {
            LAUNCH_ARGUMENT(state->steps), LAUNCH_ARGUMENT(begin), LAUNCH_ARGUMENT(state->failed)};
        const launch_shape_t shape = {1, items[i % 4]};
        if (i + 1 < launches) {
            launch_before(state->kernel, shape, arguments, LAUNCH_COUNT(arguments));
        } else {
            launch_run(state->kernel, shape, arguments, LAUNCH_COUNT(arguments));
        }
    }
    return *state->failed;
}

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
static void concurrent_groups(state_t *state, int full)
{
    const int rounds = test_rounds(full);
    const int steps_in_all = test_rounds(full * STEPS);
    const int limit = steps_in_all < STEPS ? steps_in_all : STEPS;
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
                state->steps[steps++] = step_of(state, &batches[g].calls[i]);
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

static void syncs(int64_t rounds)
{
    int32_t *const handles = memory_allocate_shared((size_t)team_count * sizeof *handles);
    int32_t *const sizes = memory_allocate_shared((size_t)team_count * sizeof *sizes);
    int32_t *const pes =
        memory_allocate_shared((size_t)team_count * COLLECTIVE_MAX_PES * sizeof *pes);
    int32_t *const wrong = memory_allocate_shared(sizeof *wrong);
    long *const entered = ishmem_calloc((size_t)team_count, sizeof *entered);
    for (int t = 0; t < team_count; t++) {
        handles[t] = teams[t].handle;
        sizes[t] = teams[t].n;
        for (int i = 0; i < teams[t].n; i++) {
            pes[t * COLLECTIVE_MAX_PES + i] = teams[t].members[i];
        }
    }
    *wrong = 0;
    const int32_t max_size = COLLECTIVE_MAX_PES;
    const int32_t count = team_count;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(handles), LAUNCH_ARGUMENT(sizes),
                                           LAUNCH_ARGUMENT(pes),     LAUNCH_ARGUMENT(max_size),
                                           LAUNCH_ARGUMENT(count),   LAUNCH_ARGUMENT(entered),
                                           LAUNCH_ARGUMENT(rounds),  LAUNCH_ARGUMENT(wrong)};
    launch_run(launch_kernel("sync_teams"), (launch_shape_t){1, 16}, arguments,
               LAUNCH_COUNT(arguments));
    test_check(*wrong == 0, "a member had not come, or a sync did not return 0");
    ishmem_barrier_all();
    ishmem_free(entered);
    memory_free_shared(wrong);
    memory_free_shared(pes);
    memory_free_shared(sizes);
    memory_free_shared(handles);
}

int main(void)
{
    test_start();
    test_family("teams of collectives");
    teams_open();
    launch_open("collective_steps");
    state_t state = {.kernel = launch_kernel("make_steps"),
                     .steps = memory_allocate_shared(GROUPS * STEPS * sizeof(collective_step_t)),
                     .begin = memory_allocate_shared(64 * sizeof(int32_t)),
                     .failed = memory_allocate_shared(sizeof(int32_t)),
                     .chance = (uint64_t)test_me + 1};
    collective_caller_t kernel = {.name = "one kernel", .run = run_by_group, .state = &state};
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
    syncs(test_rounds(20000));
    memory_free_shared(state.failed);
    memory_free_shared(state.begin);
    memory_free_shared(state.steps);
    launch_close();
    teams_close();
    return test_finish();
}
