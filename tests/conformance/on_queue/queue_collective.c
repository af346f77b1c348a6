/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every collective of every type and operation, on a command list: each batch of calls is on the
 * list before the first of them runs.
 */
#include "collective_rows.h"
#include "harness.h"
#include "memory.h"
#include "queue_caller.h"

/* Where the call that is being appended leaves what the routine returns. */
static int *ret;
#define ON ret, queue_own.list, NULL, 0, NULL

#define CALL_AS(FUNCTION, NAME, TYPE, KIND)                                                 \
    static int FUNCTION(const collective_call_t *call)                                      \
    {                                                                                       \
        TYPE *const dest = call->dest;                                                      \
        const TYPE *const source = call->source;                                            \
        return call->without_team                                                           \
                   ? NAME(COLLECTIVE_ARGUMENTS_##KIND(dest, source, call), ON)              \
                   : NAME(call->team, COLLECTIVE_ARGUMENTS_##KIND(dest, source, call), ON); \
    }
#define CALL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    CALL_AS(call_##NAME##_##ROUTINE, ishmemx_##NAME##_##ROUTINE##_on_queue, TYPE, KIND)
#define CALL_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    CALL_AS(call_mem_##HEAD, ishmemx_##HEAD##SIZE##_on_queue, void, KIND)
COLLECTIVE_EVERY(CALL, CALL_MEM, CALL)

static collective_routine_t table[] = {
    COLLECTIVE_EVERY(COLLECTIVE_ROW, COLLECTIVE_ROW_MEM, COLLECTIVE_ROW_HALF)};
static collective_routine_t few[] = {COLLECTIVE_ROWS_FEW};

/* Behind the calls comes something that signals the event. */
static int run(const collective_caller_t *self, const collective_call_t *calls, int count)
{
    int *const results = memory_allocate_shared(((size_t)count + 1) * sizeof *results);
    int failed = 0;
    (void)self;
    for (int i = 0; i < count; i++) {
        results[i] = 1;
        ret = &results[i];
        if (calls[i].routine->call(&calls[i]) != 0) {
            test_fatal("%s could not be appended", calls[i].routine->name);
        }
    }
    QUEUE_RUN_ALONE(ishmemx_quiet_on_queue);
    for (int i = 0; i < count; i++) {
        failed += results[i] != 0;
    }
    memory_free_shared(results);
    return failed;
}

/* Syncs and barriers, of the world and of a team, and results that nobody wants. */
static void syncs(void)
{
    const int right = (test_me + 1) % test_n;
    const int rounds = test_rounds_in_step(200);
    int *const result = (int *)(void *)queue_result;
    uint64_t *const word = ishmem_calloc(1, sizeof *word);
    for (uint64_t round = 1; round <= (uint64_t)rounds; round++) {
        *result = 1;
        if (ishmemx_uint64_p_on_queue(word, round, right, queue_own.list, NULL, 0, NULL) != 0) {
            test_fatal("a p could not be appended");
        }
        if (round % 3 == 0) {
            QUEUE_RUN_ALONE(ishmemx_barrier_all_on_queue);
            *result = 0;
        } else {
            QUEUE_RUN(ishmemx_team_barrier_on_queue, ISHMEM_TEAM_WORLD, result);
        }
        test_check(*result == 0 && ishmem_uint64_g(word, test_me) == round,
                   "a barrier on a list: round %d", (int)round);
        if (round % 3 == 1) {
            QUEUE_RUN(ishmemx_team_sync_on_queue, ISHMEM_TEAM_WORLD, NULL);
        } else {
            QUEUE_RUN_ALONE(ishmemx_sync_all_on_queue);
        }
    }
    ishmem_free(word);
}

int main(int argc, char **argv)
{
    const queue_mode_t mode = queue_test_start(argc, argv);
    const collective_caller_t caller = {.name = queue_mode_names[mode], .run = run};
    test_family("teams of collectives");
    teams_open();
    test_family("collectives, queued");
    const size_t few_count = QUEUE_SOME(few);
    collective_sweep(&caller, table, QUEUE_SOME(table), test_rounds(6));
    collective_all_teams(&caller, few, few_count);
    collective_large(&caller, few, few_count);
    syncs();
    teams_close();
    return queue_test_finish();
}
