/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wrong programs of collectives.
 */
#include "case.h"

CASE(wrong_sync)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
    }
    ishmem_sync_all();
    if (me == 1) {
        READ(m->data);
    }
}

CASE(wrong_fence_sync)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_fence();
    }
    ishmem_sync_all();
    if (me == 1) {
        READ(m->data);
    }
}

CASE(wrong_barrier_of_another_team)
{
    ishmem_team_t team = ISHMEM_TEAM_INVALID;
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 2, 2, NULL, 0, &team);
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
    }
    if (team != ISHMEM_TEAM_INVALID) {
        ishmemx_team_barrier(team);
    }
    if (me == 1) {
        READ(m->data);
    }
    ishmem_team_destroy(team);
}

CASE(wrong_put_into_reduction)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, 1, 1);
    }
    ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
}

CASE(wrong_put_into_source)
{
    if (me == 0) {
        ishmem_int_put(m->other + 3, ones, 1, 1);
    }
    ishmem_int_max_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
}

CASE(wrong_put_after_reduction)
{
    ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
    if (me == 1) {
        ishmem_int_put(m->data, ones, 1, 2);
    }
}

CASE(wrong_source_after_reduction)
{
    ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
    if (me == 1) {
        ishmem_int_put(m->other, ones, 1, 2);
    }
}

CASE(wrong_get_after_reduction)
{
    ishmem_int_min_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
    if (me == 1) {
        sink = ishmem_int_g(m->data, 2);
    }
}

CASE(wrong_put_after_broadcast)
{
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
    if (me == 1) {
        ishmem_int_put(m->data, ones, 1, 2);
    }
}

CASE(wrong_root_after_broadcast)
{
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
    if (me == 0) {
        sink = ishmem_int_g(m->data, 2);
    }
}

CASE(wrong_broadcast_is_no_barrier)
{
    if (me == 1) {
        ishmem_int_put(m->gathered, ones, N, 0);
        ishmem_quiet();
    }
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
    if (me == 0) {
        READ(m->gathered);
    }
}

CASE(wrong_broadcast_of_source)
{
    if (me == 1) {
        ishmem_int_put(m->other, ones, N, 0);
        ishmem_quiet();
    }
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
}

CASE(wrong_fcollect_is_no_quiet)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
    }
    ishmem_int_fcollect(ISHMEM_TEAM_WORLD, m->gathered, m->other, 2);
    if (me == 1) {
        READ(m->data);
    }
}

CASE(wrong_get_after_fcollect)
{
    ishmem_int_fcollect(ISHMEM_TEAM_WORLD, m->gathered, m->other, 2);
    if (me == 1) {
        int here[4];
        ishmem_int_get(here, m->gathered, 4, 0);
    }
}

CASE(wrong_source_of_collect)
{
    ishmem_int_collect(ISHMEM_TEAM_WORLD, m->gathered, m->other, 2);
    if (me == 1) {
        ishmem_int_p(m->other + 1, 1, 0);
    }
}

/* What others give lies behind what PE 1 knows of. */
CASE(wrong_put_into_collect)
{
    if (me == 0) {
        ishmem_int_p(m->gathered + 5, 1, 1);
        ishmem_quiet();
    }
    ishmem_int_collect(ISHMEM_TEAM_WORLD, m->gathered, m->other, 2);
}

CASE(wrong_put_into_collect_of_nothing)
{
    if (me == 0) {
        ishmem_int_p(m->gathered + 1, 1, 1);
    }
    ishmem_int_collect(ISHMEM_TEAM_WORLD, m->gathered, m->other, me == 1 ? 0 : 1);
}

CASE(wrong_get_after_collect)
{
    ishmem_int_collect(ISHMEM_TEAM_WORLD, m->gathered, m->other, (size_t)me + 1);
    if (me == 2) {
        sink = ishmem_int_g(m->gathered + 4, 0);
    }
}

CASE(wrong_second_collect)
{
    ishmem_int_collect(ISHMEM_TEAM_WORLD, m->gathered, m->other, 4);
    ishmem_int_collect(ISHMEM_TEAM_WORLD, m->gathered, m->other, me == 0 ? 8 : 0);
    if (me == 2) {
        ishmem_int_p(m->gathered + 7, 1, 1);
    }
}

/* The root does not wait until the others are done with what they have got before. */
CASE(wrong_read_before_broadcast)
{
    if (me == 1) {
        READ(m->data + 3);
    }
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
}

CASE(wrong_write_between_broadcasts)
{
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 2);
    if (me == 1) {
        WRITE(m->data, 4);
        ishmem_quiet();
    }
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 2);
}

/* Alike are broadcasts among each other, and atomic operations on floating-point numbers. */
CASE(wrong_atomic_into_broadcast)
{
    if (me == 1) {
        ishmem_float_atomic_add((float *)(void *)m->data, 1, 2);
    }
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
}

CASE(wrong_alltoall)
{
    ishmem_int_alltoall(ISHMEM_TEAM_WORLD, m->gathered, m->data, 1);
    if (me == 2) {
        ishmem_int_p(m->data + 1, 1, 0);
    }
}

CASE(wrong_alltoalls)
{
    if (me == 2) {
        ishmem_int_p(m->data + 2, 1, 0);
    }
    ishmem_int_alltoalls(ISHMEM_TEAM_WORLD, m->gathered, m->data, 2, 2, 1);
}

CASE(wrong_two_collectives)
{
    ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
    if (me == 0) {
        ishmem_int_get(m->gathered, m->data, N, 1);
    }
    ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
}

CASE(wrong_nbi_before_reduction)
{
    if (me == 0) {
        ishmem_int_get_nbi(m->other, m->gathered, N, 1);
    }
    ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
}

CASE(wrong_scan)
{
    if (me == 2) {
        ishmem_int_p(m->other, 3, 0);
    }
    ishmem_int_sum_inscan(ISHMEM_TEAM_WORLD, m->data, m->other, N);
}

#define ROW(NAME) {#NAME, NAME},
const races_case_t wrong_collective_cases[] = {
    ROW(wrong_sync) ROW(wrong_fence_sync) ROW(wrong_barrier_of_another_team)
        ROW(wrong_put_into_reduction) ROW(wrong_put_into_source) ROW(wrong_put_after_reduction)
            ROW(wrong_source_after_reduction) ROW(wrong_get_after_reduction)
                ROW(wrong_put_after_broadcast) ROW(wrong_root_after_broadcast)
                    ROW(wrong_broadcast_is_no_barrier) ROW(wrong_broadcast_of_source)
                        ROW(wrong_fcollect_is_no_quiet) ROW(wrong_get_after_fcollect)
                            ROW(wrong_source_of_collect) ROW(wrong_put_into_collect)
                                ROW(wrong_put_into_collect_of_nothing) ROW(wrong_get_after_collect)
                                    ROW(wrong_second_collect) ROW(wrong_read_before_broadcast)
                                        ROW(wrong_write_between_broadcasts)
                                            ROW(wrong_atomic_into_broadcast) ROW(wrong_alltoall)
                                                ROW(wrong_alltoalls) ROW(wrong_two_collectives)
                                                    ROW(wrong_nbi_before_reduction)
                                                        ROW(wrong_scan){NULL, NULL}};
