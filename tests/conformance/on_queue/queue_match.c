/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives on command lists in which the last PE calls something else than the others, which
 * ISHMEM_CHECKS=2 finds when they run.
 *
 *     queue_match immediate|recorded CASE
 */
#include "harness.h"
#include "queue_caller.h"
#include <stdlib.h>
#include <string.h>

enum { ROOM = 64 };

static void call(const char *name, int odd, int *ints, int *others)
{
    const ishmem_team_t world = ISHMEM_TEAM_WORLD;
    if (strcmp(name, "count") == 0) {
        QUEUE_RUN(ishmemx_int_sum_reduce_on_queue, world, ints, others, (size_t)(8 + odd), NULL);
    } else if (strcmp(name, "root") == 0) {
        QUEUE_RUN(ishmemx_int_broadcast_on_queue, world, ints, others, 4, odd, NULL);
    } else if (strcmp(name, "routine") == 0 && odd) {
        QUEUE_RUN_ALONE(ishmemx_sync_all_on_queue);
    } else if (strcmp(name, "routine") == 0) {
        QUEUE_RUN_ALONE(ishmemx_barrier_all_on_queue);
    } else if (strcmp(name, "host") == 0 && odd) {
        ishmem_int_collect(world, ints, others, 2);
    } else if (strcmp(name, "host") == 0) {
        QUEUE_RUN(ishmemx_int_sum_reduce_on_queue, world, ints, others, 8, NULL);
    } else if (strcmp(name, "overlap") == 0) {
        QUEUE_RUN(ishmemx_int_alltoall_on_queue, world, ints, ints + 1, 2, NULL);
    } else if (strcmp(name, "overlap_put") == 0) {
        QUEUE_RUN(ishmemx_int_put_on_queue, ints, ints + 1, 2, test_me);
    }
}

int main(int argc, char **argv)
{
    queue_test_start(argc - 1, argv);
    test_family("matching calls, on queue");
    int *const ints = ishmem_calloc(ROOM, sizeof *ints);
    int *const others = ishmem_calloc(ROOM, sizeof *others);
    QUEUE_RUN_ALONE(ishmemx_sync_all_on_queue);
    call(argv[argc - 1], test_me == test_n - 1, ints, others);
    ishmem_barrier_all(); /* where the job's end finds this PE */
    ishmem_barrier_all();
    test_check(false, "case %s went unseen", argv[argc - 1]);
    return queue_test_finish();
}
