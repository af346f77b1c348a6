/* SPDX-License-Identifier: BSD-3-Clause */
#include "step_caller.h"

#include "call_forms.h"
#include "collective_routines.h"
#include "harness.h"
#include "memory.h"

#define LAUNCHES_MOST 32

step_caller_t step_caller_open(size_t groups)
{
    launch_open("collective_steps");
    return (step_caller_t){
        .kernel = launch_kernel("make_steps"),
        .steps = memory_allocate_shared(groups * STEP_CALLER_STEPS * sizeof(collective_step_t)),
        .begin = memory_allocate_shared(2 * LAUNCHES_MOST * sizeof(int32_t)),
        .failed = memory_allocate_shared(sizeof(int32_t)),
        .chance = (uint64_t)test_me + 1};
}

void step_caller_close(step_caller_t *state)
{
    memory_free_shared(state->failed);
    memory_free_shared(state->begin);
    memory_free_shared(state->steps);
    launch_close();
}

collective_step_t step_caller_step(step_caller_t *state, const collective_call_t *call)
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

int step_caller_run(const collective_caller_t *self, const collective_call_t *calls, int count)
{
    step_caller_t *const state = self->state;
    const int launches = (int)state->launches;
    static const uint32_t items[] = {16, 1, 50, 32};
    *state->failed = 0;
    for (int i = 0; i < count; i++) {
        state->steps[i] = step_caller_step(state, &calls[i]);
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

void step_caller_sync(int64_t rounds)
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
