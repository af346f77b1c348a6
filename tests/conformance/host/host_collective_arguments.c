/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls of collectives with a bad argument.
 */
#include "bad_call.h"
#include "harness.h"
#include "ishmemx.h"
#include <stdlib.h>

/* Symmetric, 64 of each. */
static int *ints;
static long *longs;
static int *local; /* memory that no other PE has */

static ishmem_team_t destroyed(void)
{
    ishmem_team_t team = ISHMEM_TEAM_INVALID;
    (void)ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, test_n, NULL, 0, &team);
    const ishmem_team_t gone = team;
    ishmem_team_destroy(team);
    return gone;
}

static void team_destroyed(void)
{
    (void)ishmem_int_broadcast(destroyed(), ints, ints + 8, 4, 0);
}

/* The place of the old team is another's now. */
static void team_replaced(void)
{
    const ishmem_team_t gone = destroyed();
    ishmem_team_t team;
    (void)ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, test_n, NULL, 0, &team);
    (void)ishmem_team_sync(gone);
}

static void team_invalid(void)
{
    (void)ishmem_long_sum_reduce(ISHMEM_TEAM_INVALID, longs, longs + 8, 4);
}

static void team_unknown(void)
{
    (void)ishmem_int_fcollect(12345, ints, ints + 8, 4);
}

static void team_sync_unknown(void)
{
    (void)ishmem_team_sync(4711);
}

static void team_barrier_invalid(void)
{
    (void)ishmemx_team_barrier(ISHMEM_TEAM_INVALID);
}

static void root_too_large(void)
{
    (void)ishmem_int_broadcast(ISHMEM_TEAM_WORLD, ints, ints + 8, 4, test_n);
}

static void root_negative(void)
{
    (void)ishmem_broadcastmem(ISHMEM_TEAM_WORLD, ints, ints + 8, 4, -1);
}

static void broadcast_dest_local(void)
{
    (void)ishmem_int_broadcast(ISHMEM_TEAM_WORLD, local, ints, 4, 0);
}

static void broadcast_source_local(void)
{
    (void)ishmem_int_broadcast(ISHMEM_TEAM_WORLD, ints, local, 4, 0);
}

static void fcollect_dest_null(void)
{
    (void)ishmem_int_fcollect(ISHMEM_TEAM_WORLD, NULL, ints, 4);
}

/* Room for one block, but not for that of every PE. */
static void fcollect_dest_past_end(void)
{
    char *const block = (char *)ints;
    const size_t room = bad_call_room(block);
    (void)ishmem_fcollectmem(ISHMEM_TEAM_WORLD, block, longs, room / 2 + 1);
}

static void alltoall_source_past_end(void)
{
    (void)ishmem_long_alltoall(ISHMEM_TEAM_WORLD, longs, longs + 8, (size_t)1 << 40);
}

static void reduce_overflows(void)
{
    (void)ishmem_long_sum_reduce(ISHMEM_TEAM_WORLD, longs, longs + 8, SIZE_MAX / 8 + 2);
}

static void reduce_dest_misaligned(void)
{
    (void)ishmem_int_max_reduce(ISHMEM_TEAM_WORLD, (int *)(void *)((char *)ints + 2), ints + 8, 4);
}

static void scan_source_local(void)
{
    (void)ishmem_int_sum_inscan(ISHMEM_TEAM_WORLD, ints, local, 4);
}

static void scatter_source_past_end(void)
{
    (void)ishmemx_long_sum_reduce_scatter(ISHMEM_TEAM_WORLD, longs, longs + 8, (size_t)1 << 40);
}

static void alltoalls_stride(void)
{
    (void)ishmem_int_alltoalls(ISHMEM_TEAM_WORLD, ints, ints + 32, 0, 1, 2);
}

static void collect_dest_local(void)
{
    (void)ishmem_int_collect(ISHMEM_TEAM_WORLD, local, ints, 4);
}

/* One PE ends the job while the others wait in a collective. */
static void reduce_in_ended_job(void)
{
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    (void)ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, ints, ints + 8, 4);
}

static void broadcast_in_ended_job(void)
{
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    (void)ishmem_int_broadcast(ISHMEM_TEAM_WORLD, ints, ints + 8, 4, 0);
}

static void team_sync_in_ended_job(void)
{
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    (void)ishmem_team_sync(ISHMEM_TEAM_WORLD);
}

static void after_finalize(void)
{
    ishmem_finalize();
    (void)ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, ints, ints + 8, 4);
}

static void team_after_finalize(void)
{
    ishmem_finalize();
    (void)ishmem_team_sync(ISHMEM_TEAM_WORLD);
}

static const bad_call_t cases[] = {
    BAD_CALL(team_destroyed),
    BAD_CALL(team_replaced),
    BAD_CALL(team_invalid),
    BAD_CALL(team_unknown),
    BAD_CALL(team_sync_unknown),
    BAD_CALL(team_barrier_invalid),
    BAD_CALL(root_too_large),
    BAD_CALL(root_negative),
    BAD_CALL(broadcast_dest_local),
    BAD_CALL(broadcast_source_local),
    BAD_CALL(fcollect_dest_null),
    BAD_CALL(fcollect_dest_past_end),
    BAD_CALL(alltoall_source_past_end),
    BAD_CALL(reduce_overflows),
    BAD_CALL(reduce_dest_misaligned),
    BAD_CALL(scan_source_local),
    BAD_CALL(scatter_source_past_end),
    BAD_CALL(alltoalls_stride),
    BAD_CALL(collect_dest_local),
    BAD_CALL(reduce_in_ended_job),
    BAD_CALL(broadcast_in_ended_job),
    BAD_CALL(team_sync_in_ended_job),
    BAD_CALL(after_finalize),
    BAD_CALL(team_after_finalize),
};

int main(int argc, char **argv)
{
    const char *const name = argc == 2 ? argv[1] : "";
    ishmem_init();
    test_me = ishmem_my_pe();
    test_n = ishmem_n_pes();
    ints = ishmem_calloc(64, sizeof *ints);
    longs = ishmem_calloc(64, sizeof *longs);
    local = calloc(64, sizeof *local);
    return bad_call_make(cases, sizeof cases / sizeof cases[0], name);
}
