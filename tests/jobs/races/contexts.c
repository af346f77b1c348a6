/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small programs, wrong and right ones (case.h), that send on contexts: each is ordered and completed by itself.
 */
#include "case.h"

/* ---- Wrong -------------------------------------------------------------------------------------- */

CASE(wrong_quiet_of_default)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        ishmem_quiet();
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
    }
    ishmem_ctx_destroy(ctx);
}

CASE(wrong_quiet_of_other_context)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_t other;
    ishmem_ctx_create(0, &ctx);
    ishmem_ctx_create(0, &other);
    if (me == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        ishmem_ctx_quiet(other);
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data + 2);
    }
    ishmem_ctx_destroy(other);
    ishmem_ctx_destroy(ctx);
}

CASE(wrong_fence_of_default)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        ishmem_fence();
        ishmem_ctx_uint64_p(ctx, m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data + 2);
    }
    ishmem_ctx_destroy(ctx);
}

CASE(wrong_flag_on_default)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        ishmem_ctx_fence(ctx);
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data + 2);
    }
    ishmem_ctx_destroy(ctx);
}

CASE(wrong_dest_of_get_on_context)
{
    int dest[N] = {0};
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_ctx_int_get_nbi(ctx, dest, m->data, N, 1);
        ishmem_quiet();
        ishmem_int_put(m->other, dest, N, 1);
    }
    ishmem_ctx_destroy(ctx);
}

CASE(wrong_atomics_of_two_teams)
{
    ishmem_team_t team;
    ishmem_ctx_t ctx;
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, ishmem_n_pes(), NULL, 0, &team);
    ishmem_team_create_ctx(team, 0, &ctx);
    if (me == 0) {
        ishmem_uint32_atomic_inc(&m->number, 1);
    } else if (me == 2) {
        ishmem_ctx_uint32_atomic_inc(ctx, &m->number, 1);
    }
    ishmem_ctx_destroy(ctx);
    ishmem_team_destroy(team);
}

/* ---- Right -------------------------------------------------------------------------------------- */

CASE(right_quiet_of_context)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        ishmem_ctx_quiet(ctx);
        ishmem_int_put(m->data, ones, N, 1);
        ishmem_quiet();
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
    }
    ishmem_ctx_destroy(ctx);
}

CASE(right_fence_of_context)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        ishmem_ctx_fence(ctx);
        ishmem_ctx_uint64_p(ctx, m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data + 2);
    }
    ishmem_ctx_destroy(ctx);
}

CASE(right_barrier_completes_contexts)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
    }
    ishmem_barrier_all();
    READ(m->data + 2);
    ishmem_ctx_destroy(ctx);
}

CASE(right_context_ends)
{
    for (int i = 0; i < 20; i++) {
        ishmem_ctx_t ctx;
        ishmem_ctx_create(0, &ctx);
        if (me == 0) {
            ishmem_ctx_int_put(ctx, m->data, ones, N, 1);
        }
        ishmem_ctx_destroy(ctx);
    }
    if (me == 0) {
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data + 2);
    }
}

CASE(right_many_contexts)
{
    ishmem_ctx_t ctx[10];
    for (int i = 0; i < 10; i++) {
        ishmem_ctx_create(0, &ctx[i]);
        if (me == 0) {
            ishmem_ctx_int_put(ctx[i], m->data + i, ones, 1, 1);
        }
    }
    for (int i = 0; i < 10; i++) {
        ishmem_ctx_quiet(ctx[i]);
    }
    ishmem_sync_all();
    if (me == 1) {
        for (int i = 0; i < 10; i++) {
            READ(m->data + i);
        }
    }
    for (int i = 0; i < 10; i++) {
        ishmem_ctx_destroy(ctx[i]);
    }
}

CASE(right_signal_on_context)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_ctx_int_put_signal(ctx, m->data, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data + 2);
    }
    ishmem_ctx_destroy(ctx);
}

CASE(right_atomics_of_one_team)
{
    ishmem_ctx_t ctx;
    ishmem_ctx_create(0, &ctx);
    if (me == 0) {
        ishmem_uint32_atomic_inc(&m->number, 1);
    } else {
        ishmem_ctx_uint32_atomic_inc(ctx, &m->number, 1);
    }
    ishmem_ctx_destroy(ctx);
}

#define ROW(NAME) {#NAME, NAME},
const races_case_t wrong_context_cases[] = {
    ROW(wrong_quiet_of_default) ROW(wrong_quiet_of_other_context) ROW(wrong_fence_of_default)
        ROW(wrong_flag_on_default) ROW(wrong_dest_of_get_on_context)
            ROW(wrong_atomics_of_two_teams){NULL, NULL}};
const races_case_t right_context_cases[] = {
    ROW(right_quiet_of_context) ROW(right_fence_of_context) ROW(right_barrier_completes_contexts)
        ROW(right_context_ends) ROW(right_many_contexts) ROW(right_signal_on_context)
            ROW(right_atomics_of_one_team){NULL, NULL}};
