/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Right programs, most of them neighbours of wrong ones.
 */
#include "case.h"

CASE(right_quiet)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_quiet();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(right_fence_put)
{
    const uint64_t one = 1;
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_fence();
        ishmem_uint64_put(m->flag, &one, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(right_fence_atomic)
{
    if (me == 0) {
        ishmem_int_put_nbi(m->data, ones, N, 1);
        ishmem_fence();
        ishmem_uint64_atomic_add(m->flag, 1, 1);
    } else if (me == 1) {
        while (!ishmem_uint64_test(m->flag, ISHMEM_CMP_EQ, 1)) {
        }
        READ(m->data);
    }
}

CASE(right_fence_signal)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_fence();
        ishmemx_signal_set(m->flag, 1, 1);
    } else if (me == 1) {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        READ(m->data);
    }
}

CASE(right_put_signal)
{
    if (me == 0) {
        ishmem_int_put_signal(m->data, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
    } else if (me == 1) {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        READ(m->data);
        WRITE(m->data, 3);
    }
}

CASE(right_put_signal_nbi)
{
    if (me == 0) {
        ishmem_int_put_signal_nbi(m->other, m->data, N, m->flag, 1, ISHMEM_SIGNAL_ADD, 1);
        ishmem_quiet();
        ishmem_int_get(m->data, m->gathered, N, 2);
    } else if (me == 1) {
        while (ishmem_signal_fetch(m->flag) == 0) {
        }
        READ(m->other);
    }
}

CASE(right_ping_pong)
{
    for (uint64_t i = 1; i <= 20; i++) {
        if (me == 0) {
            ishmem_int_put_signal(m->data, ones, N, m->flag, i, ISHMEM_SIGNAL_SET, 1);
            await(m->flag, i);
        } else if (me == 1) {
            await(m->flag, i);
            READ(m->data);
            ishmem_uint64_p(m->flag, i, 0);
        }
    }
}

CASE(right_reset_of_flag)
{
    for (int i = 0; i < 5; i++) {
        if (me == 0) {
            ishmem_int_p(m->data, i, 1);
            ishmem_fence();
            ishmem_uint64_p(m->flag, 1, 1);
            await(m->flag + 1, 1);
            ishmem_uint64_p(m->flag + 1, 0, 0);
            ishmem_quiet();
        } else if (me == 1) {
            await(m->flag, 1);
            ishmem_uint64_p(m->flag, 0, 1);
            READ(m->data);
            ishmem_quiet();
            ishmem_uint64_p(m->flag + 1, 1, 0);
        }
    }
}

CASE(right_chain)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 2);
        ishmem_quiet();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        ishmem_uint64_p(m->flag + 1, 1, 2);
    } else if (me == 2) {
        await(m->flag + 1, 1);
        READ(m->data);
    }
}

CASE(right_chain_of_fence)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_fence();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        ishmem_uint64_p(m->flag + 1, 1, 2);
    } else if (me == 2) {
        await(m->flag + 1, 1);
        sink = ishmem_int_g(m->data, 1);
    }
}

CASE(right_wait_all)
{
    if (me < 2) {
        ishmem_int_p(m->data + me, 1, 2);
        ishmem_fence();
        ishmem_uint64_p(m->flag + me, 1, 2);
    } else if (me == 2) {
        ishmem_uint64_wait_until_all(m->flag, 2, NULL, ISHMEM_CMP_EQ, 1);
        ishmem_int_put(m->gathered, m->data, 2, 0);
    }
}

CASE(right_wait_some)
{
    if (me < 2) {
        ishmem_int_p(m->data + 8 * me, 1, 2);
        ishmem_fence();
        ishmem_uint64_p(m->flag + me, 1, 2);
    } else if (me == 2) {
        int status[2] = {0, 0};
        for (size_t left = 2; left > 0;) {
            size_t indices[2];
            const size_t found =
                ishmem_uint64_wait_until_some(m->flag, 2, indices, status, ISHMEM_CMP_EQ, 1);
            for (size_t i = 0; i < found; i++) {
                READ(m->data + 8 * indices[i]);
                status[indices[i]] = 1;
            }
            left -= found;
        }
    }
}

CASE(right_any)
{
    if (me == 0) {
        ishmem_int_p(m->data, 1, 1);
        ishmem_fence();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 2) {
        ishmem_int_p(m->other, 1, 1);
        ishmem_fence();
        ishmem_uint64_p(m->flag + 1, 1, 1);
    } else if (me == 1) {
        const size_t found = ishmem_uint64_wait_until_any(m->flag, 2, NULL, ISHMEM_CMP_EQ, 1);
        READ(found == 0 ? m->data : m->other);
    }
}

CASE(right_test_all)
{
    if (me == 0) {
        ishmem_int_p(m->data, 1, 1);
        ishmem_fence();
        ishmem_uint64_p(m->flag, 1, 1);
        ishmem_uint64_p(m->flag + 1, 1, 1);
    } else if (me == 1) {
        while (!ishmem_uint64_test_all(m->flag, 2, NULL, ISHMEM_CMP_EQ, 1)) {
        }
        READ(m->data);
    }
}

CASE(right_array_of_flags)
{
    const uint64_t values[4] = {1, 2, 3, 4};
    if (me == 0) {
        ishmem_uint64_put(m->flag, values, 4, 1);
    } else if (me == 1) {
        await(m->flag + 3, 4);
        sink = (int)ishmem_uint64_g(m->flag + 3, 1);
    }
}

CASE(right_static_object)
{
    static int object[4];
    if (me == 0) {
        ishmem_int_put(object, ones, 4, 1);
        ishmem_fence();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(object);
    }
}

CASE(right_context)
{
    ishmem_ctx_t ctx;
    if (me == 0 && ishmem_ctx_create(0, &ctx) == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        ishmem_ctx_quiet(ctx);
        ishmem_uint64_p(m->flag, 1, 1);
        ishmem_ctx_destroy(ctx);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(right_neighbours)
{
    /* Bytes of one word. */
    ishmem_putmem((char *)m->data + me, ones, 1, 0);
    if (me == 1) {
        char byte;
        ishmem_getmem(&byte, (char *)m->data + 4, 1, 0);
    }
}

CASE(right_strides)
{
    if (me < 2) {
        ishmem_int_iput(m->data + me, ones, 2, 1, N / 2, 2);
    }
}

CASE(right_readers)
{
    int here[N];
    ishmem_int_get(here, m->data, N, 0);
    ishmem_int_put(m->other, m->data, N, me);
    ishmem_barrier_all();
    if (me == 2) {
        ishmem_int_put(m->data, ones, N, 0);
    }
}

CASE(right_fence_of_one)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_fence();
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_quiet();
        sink = ishmem_int_g(m->data, 1);
    }
}

CASE(right_get_then_put_of_one)
{
    if (me == 0) {
        int here[N];
        ishmem_int_get(here, m->data, N, 1);
        ishmem_int_put(m->data, here, N, 1);
    }
}

CASE(right_reuse_of_source)
{
    if (me == 0) {
        ishmem_int_put_nbi(m->other, m->data, N, 1);
        ishmem_quiet();
        ishmem_int_get(m->data, m->gathered, N, 2);
        ishmem_int_put(m->other, m->data, N, 1);
        ishmem_int_get(m->data, m->gathered, N, 2);
    }
}

CASE(right_get_nbi)
{
    if (me == 0) {
        ishmem_int_get_nbi(m->data, m->other, N, 1);
        ishmem_quiet();
        ishmem_int_put(m->gathered, m->data, N, 2);
    }
}

CASE(right_two_get_nbi)
{
    ishmem_int_get_nbi(m->data, m->other, N, 0);
    ishmem_int_get_nbi(m->gathered, m->other, N, 0);
}

CASE(right_fetch_nbi)
{
    if (me == 0) {
        ishmem_uint_atomic_fetch_add_nbi(m->numbers, &m->number, 1, 1);
        ishmem_quiet();
        ishmem_uint_put(m->numbers + 1, m->numbers, 1, 2);
    }
}

CASE(right_atomics)
{
    ishmem_uint_atomic_inc(&m->number, 0);
    sink = (int)ishmem_uint_atomic_fetch_add(&m->number, 2, 0);
    ishmem_uint_atomic_xor(&m->number, 1, 0);
    sink = (int)ishmem_uint_atomic_fetch(&m->number, 0);
    ishmem_barrier_all();
    sink = (int)ishmem_uint_g(&m->number, 0);
}

CASE(right_atomic_and_wait)
{
    if (me == 0) {
        ishmem_uint_atomic_set(&m->number, 4, 1);
    } else if (me == 1) {
        ishmem_uint_wait_until(&m->number, ISHMEM_CMP_EQ, 4);
        sink = (int)ishmem_uint_g(&m->number, 1);
    }
}

CASE(right_lock_of_atomics)
{
    for (int i = 0; i < 3; i++) {
        while (ishmem_uint_atomic_compare_swap(&m->number, 0, 1, 0) != 0) {
        }
        ishmem_int_p(m->data, 1 + ishmem_int_g(m->data, 0), 0);
        ishmem_quiet();
        ishmem_uint_atomic_set(&m->number, 0, 0);
    }
}

CASE(right_counter)
{
    ishmem_int_p(m->data + me, 1, 0);
    ishmem_fence();
    ishmem_uint64_atomic_inc(m->flag, 0);
    if (me == 0) {
        await(m->flag, (uint64_t)ishmem_n_pes());
        int here[N];
        ishmem_quiet();
        ishmem_int_get(here, m->data, N, 0);
    }
}

CASE(right_lock)
{
    for (int i = 0; i < 3; i++) {
        ishmem_set_lock(m->lock);
        ishmem_int_p(m->data, 1 + ishmem_int_g(m->data, 1), 1);
        ishmem_clear_lock(m->lock);
    }
}

CASE(right_test_lock)
{
    while (ishmem_test_lock(m->lock) != 0) {
    }
    ishmem_int_p(m->data, 1 + ishmem_int_g(m->data, 1), 1);
    ishmem_clear_lock(m->lock);
}

CASE(right_barrier)
{
    ishmem_int_put(m->data + me, ones, 1, 1);
    ishmem_barrier_all();
    sink = ishmem_int_g(m->data + 2, 1);
    ishmem_barrier_all();
    ishmem_int_put(m->data, ones + me, 1, me);
}

CASE(right_quiet_sync)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_quiet();
    }
    ishmem_sync_all();
    if (me == 2) {
        sink = ishmem_int_g(m->data, 1);
    }
}

CASE(right_team_barrier)
{
    ishmem_team_t team = ISHMEM_TEAM_INVALID;
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 2, 2, NULL, 0, &team);
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
    }
    if (team != ISHMEM_TEAM_INVALID) {
        ishmemx_team_barrier(team);
    }
    if (me == 2) {
        sink = ishmem_int_g(m->data, 1);
    }
    ishmem_team_destroy(team);
}

CASE(right_malloc)
{
    for (int i = 0; i < 3; i++) {
        int *made = ishmem_malloc(sizeof(int));
        WRITE(made, me);
        ishmem_barrier_all();
        sink = ishmem_int_g(made, (me + 1) % ishmem_n_pes());
        made = ishmem_realloc(made, N * sizeof(int));
        ishmem_int_put(made + me, ones, 1, 1);
        ishmem_free(made);
    }
}

CASE(right_reductions)
{
    for (int i = 0; i < 12; i++) {
        ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
        ishmem_int_max_reduce(ISHMEM_TEAM_WORLD, m->other, m->data, N);
        ishmem_int_prod_reduce(ISHMEM_TEAM_WORLD, m->data, m->data, N);
        READ(m->data);
        WRITE(m->other, me);
        ishmem_quiet();
    }
}

CASE(right_moves)
{
    for (int i = 0; i < 3; i++) {
        ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, i);
        READ(m->data);
        ishmem_int_fcollect(ISHMEM_TEAM_WORLD, m->gathered, m->data, 2);
        ishmem_int_collect(ISHMEM_TEAM_WORLD, m->gathered, m->data, (size_t)(me + 1));
        ishmem_int_alltoall(ISHMEM_TEAM_WORLD, m->other, m->gathered, 1);
        ishmem_int_alltoalls(ISHMEM_TEAM_WORLD, m->gathered, m->data, 2, 1, 1);
        ishmem_int_sum_exscan(ISHMEM_TEAM_WORLD, m->other, m->gathered, 2);
        READ(m->other);
    }
}

CASE(right_broadcasts)
{
    /* The root runs ahead. */
    for (int i = 0; i < 30; i++) {
        if (me == 0) {
            WRITE(m->other, i);
            ishmem_quiet();
        }
        ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
    }
}

CASE(right_broadcast_tells)
{
    if (me == 0) {
        ishmem_int_put(m->gathered, ones, N, 2);
        ishmem_quiet();
    }
    ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
    if (me == 1) {
        sink = ishmem_int_g(m->gathered, 2);
    }
}

CASE(right_fcollect_tells)
{
    if (me == 0) {
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_quiet();
    }
    ishmem_int_fcollect(ISHMEM_TEAM_WORLD, m->gathered, m->other, 2);
    if (me == 1) {
        READ(m->data);
    }
}

CASE(right_put_after_barrier_after_reduction)
{
    ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, m->data, m->other, N);
    ishmem_barrier_all();
    if (me == 1) {
        ishmem_int_put(m->data, ones, 1, 2);
        ishmem_int_put(m->other, ones, 1, 0);
    }
}

CASE(right_short_flags)
{
    short *const flags = (short *)(void *)m->flag;
    for (int i = 0; i < 3; i++) {
        if (me == 0) {
            const short set[3] = {1, 1, 1};
            ishmem_int_p(m->data + i, 1, 1);
            ishmem_fence();
            ishmem_short_put(flags + 5 * i, set, 3, 1);
        } else if (me == 1) {
            ishmem_short_wait_until(flags + 5 * i + i, ISHMEM_CMP_EQ, 1);
            READ(m->data + i);
        }
    }
}

CASE(right_beside_collect)
{
    if (me == 0) {
        ishmem_int_p(m->gathered + 6, 1, 1);
    }
    for (int i = 0; i < 4; i++) {
        ishmem_int_collect(ISHMEM_TEAM_WORLD, m->gathered, m->other,
                           i % 2 == 0 ? (size_t)me + 1 : 2);
        READ(m->gathered + me);
    }
    if (me == 2) {
        sink = ishmem_int_g(m->gathered + 6, 0);
    }
}

CASE(right_broadcast_after_sync)
{
    for (int i = 0; i < 6; i++) {
        ishmem_int_broadcast(ISHMEM_TEAM_WORLD, m->data, m->other, N, i % 3);
        READ(m->data);
        WRITE(m->data + 1, i);
        ishmem_quiet();
        ishmem_sync_all();
    }
}

CASE(right_lock_is_reset)
{
    for (int i = 0; i < 3; i++) {
        ishmem_set_lock(m->lock);
        ishmem_clear_lock(m->lock);
        ishmem_barrier_all();
        ishmem_long_p(m->lock, 0, me);
        ishmem_barrier_all();
    }
}

#define ROW(NAME) {#NAME, NAME},
const races_case_t right_cases[] = {
    ROW(right_quiet) ROW(right_fence_put) ROW(right_fence_atomic) ROW(right_fence_signal) ROW(
        right_put_signal) ROW(right_put_signal_nbi) ROW(right_ping_pong) ROW(right_reset_of_flag)
        ROW(right_chain) ROW(right_chain_of_fence) ROW(right_wait_all) ROW(right_wait_some)
            ROW(right_any) ROW(right_test_all) ROW(right_array_of_flags) ROW(right_static_object)
                ROW(right_context) ROW(right_neighbours) ROW(right_strides) ROW(right_readers) ROW(
                    right_fence_of_one) ROW(right_get_then_put_of_one) ROW(right_reuse_of_source)
                    ROW(right_get_nbi) ROW(right_two_get_nbi) ROW(right_fetch_nbi)
                        ROW(right_atomics) ROW(right_atomic_and_wait) ROW(right_lock_of_atomics)
                            ROW(right_counter) ROW(right_lock) ROW(right_test_lock)
                                ROW(right_barrier) ROW(right_quiet_sync) ROW(right_team_barrier)
                                    ROW(right_malloc) ROW(right_reductions) ROW(right_moves)
                                        ROW(right_broadcasts) ROW(right_broadcast_tells)
                                            ROW(right_fcollect_tells)
                                                ROW(right_put_after_barrier_after_reduction)
                                                    ROW(right_short_flags) ROW(right_beside_collect)
                                                        ROW(right_broadcast_after_sync)
                                                            ROW(right_lock_is_reset){NULL, NULL}};
