/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernels of ishmem-perf.  A routine is called by one work-item, one sub-group or the whole of
 * each work-group; work-group g works on the g-th part of source and dest.
 */
#include "ishmem_device.h"
#include "kernel.h"

/* The routine's form for the scope. */
#define FORM_work_item(NAME) ishmem_##NAME
#define FORM_sub_group(NAME) ishmemx_##NAME##_sub_group
#define FORM_work_group(NAME) ishmemx_##NAME##_work_group

#define DEFINE_RUN(SCOPE)                                                                          \
    static void run_##SCOPE(int routine, __global char *dest, __global char *source,               \
                            __global ulong *word, ulong bytes, int peer, ulong count, ulong turn,  \
                            int serves)                                                            \
    {                                                                                              \
        switch (routine) {                                                                         \
        case PERF_KERNEL_PUT:                                                                      \
            for (ulong i = 0; i < count; i++)                                                      \
                FORM_##SCOPE(putmem_nbi)(dest, source, bytes, peer);                               \
            FORM_##SCOPE(quiet)();                                                                 \
            break;                                                                                 \
        case PERF_KERNEL_GET:                                                                      \
            for (ulong i = 0; i < count; i++)                                                      \
                FORM_##SCOPE(getmem)(dest, source, bytes, peer);                                   \
            break;                                                                                 \
        case PERF_KERNEL_P:                                                                        \
            for (ulong i = 0; i < count; i++)                                                      \
                FORM_##SCOPE(uint64_p)((__global ulong *)dest, i, peer);                           \
            FORM_##SCOPE(quiet)();                                                                 \
            break;                                                                                 \
        case PERF_KERNEL_G:                                                                        \
            for (ulong i = 0; i < count; i++)                                                      \
                FORM_##SCOPE(uint64_g)((__global ulong *)source, peer);                            \
            break;                                                                                 \
        case PERF_KERNEL_PUT_QUIET:                                                                \
            for (ulong i = 0; i < count; i++) {                                                    \
                FORM_##SCOPE(putmem)(dest, source, bytes, peer);                                   \
                FORM_##SCOPE(quiet)();                                                             \
            }                                                                                      \
            break;                                                                                 \
        case PERF_KERNEL_P_QUIET:                                                                  \
            for (ulong i = 0; i < count; i++) {                                                    \
                FORM_##SCOPE(uint64_p)((__global ulong *)dest, i, peer);                           \
                FORM_##SCOPE(quiet)();                                                             \
            }                                                                                      \
            break;                                                                                 \
        case PERF_KERNEL_PUT_PING_PONG:                                                            \
            for (ulong i = turn + 1; i <= turn + count; i++) {                                     \
                if (!serves)                                                                       \
                    FORM_##SCOPE(uint64_wait_until)(word, ISHMEM_CMP_GE, i);                       \
                if (bytes > sizeof(ulong)) {                                                       \
                    FORM_##SCOPE(putmem)(dest, source, bytes - sizeof(ulong), peer);               \
                    FORM_##SCOPE(fence)();                                                         \
                }                                                                                  \
                FORM_##SCOPE(uint64_p)(word, i, peer);                                             \
                if (serves)                                                                        \
                    FORM_##SCOPE(uint64_wait_until)(word, ISHMEM_CMP_GE, i);                       \
            }                                                                                      \
            break;                                                                                 \
        case PERF_KERNEL_PUT_SIGNAL_PING_PONG:                                                     \
            for (ulong i = turn + 1; i <= turn + count; i++) {                                     \
                if (!serves)                                                                       \
                    FORM_##SCOPE(signal_wait_until)(word, ISHMEM_CMP_GE, i);                       \
                FORM_##SCOPE(putmem_signal)(dest, source, bytes, word, i, ISHMEM_SIGNAL_SET,       \
                             peer);                                                                \
                if (serves)                                                                        \
                    FORM_##SCOPE(signal_wait_until)(word, ISHMEM_CMP_GE, i);                       \
            }                                                                                      \
            break;                                                                                 \
        default: break;                                                                            \
        }                                                                                          \
    }
DEFINE_RUN(work_item)
DEFINE_RUN(sub_group)
DEFINE_RUN(work_group)

/* Routines whose name begins with ishmemx_ in each form. */
static void signal_turn(__global ulong *word, ulong value, int peer, int scope)
{
    switch (scope) {
    case 0: ishmemx_signal_set(word, value, peer); break;
    case 1: ishmemx_signal_set_sub_group(word, value, peer); break;
    default: ishmemx_signal_set_work_group(word, value, peer); break;
    }
}

static void signal_ping_pong(__global ulong *word, int peer, ulong count, ulong turn, int serves,
                             int scope)
{
    for (ulong i = turn + 1; i <= turn + count; i++) {
        if (serves)
            signal_turn(word, i, peer, scope);
        switch (scope) {
        case 0: ishmem_signal_wait_until(word, ISHMEM_CMP_GE, i); break;
        case 1: ishmemx_signal_wait_until_sub_group(word, ISHMEM_CMP_GE, i); break;
        default: ishmemx_signal_wait_until_work_group(word, ISHMEM_CMP_GE, i); break;
        }
        if (!serves)
            signal_turn(word, i, peer, scope);
    }
}

/* word: written by the peer only, which stores release and this loads acquire. */
static void line_ping_pong(__global ulong *word, int peer, ulong count, ulong turn, int serves)
{
    const ulong mine = (ulong)word;
    const ulong theirs = (ulong)ishmem_ptr(word, peer);
    for (ulong i = turn + 1; i <= turn + count; i++) {
        if (serves)
            ISHMEMI_ATOMIC_STORE(ulong, theirs, i, ISHMEMI_RELEASE);
        int polls = 0;
        while (ISHMEMI_ATOMIC_LOAD(ulong, mine, ISHMEMI_ACQUIRE) < i) {
            if (++polls == PERF_LINE_POLLS)
                ishmem_signal_wait_until(word, ISHMEM_CMP_GE, i);
        }
        if (!serves)
            ISHMEMI_ATOMIC_STORE(ulong, theirs, i, ISHMEMI_RELEASE);
    }
}

__kernel void perf_run(int routine, int scope, __global char *dest, __global char *source,
                       __global ulong *word, ulong bytes, int peer, ulong count, ulong turn,
                       int serves)
{
    const int is_caller = scope == 2 || (scope == 1 ? get_sub_group_id() == 0
                                                    : get_local_linear_id() == 0);
    if (!is_caller)
        return;
    dest += get_group_id(0) * bytes;
    source += get_group_id(0) * bytes;
    if (routine == PERF_KERNEL_LINE) {
        if (get_local_linear_id() == 0)
            line_ping_pong(word, peer, count, turn, serves);
    } else if (routine == PERF_KERNEL_SIGNAL_PING_PONG)
        signal_ping_pong(word, peer, count, turn, serves, scope);
    else if (scope == 0)
        run_work_item(routine, dest, source, word, bytes, peer, count, turn, serves);
    else if (scope == 1)
        run_sub_group(routine, dest, source, word, bytes, peer, count, turn, serves);
    else
        run_work_group(routine, dest, source, word, bytes, peer, count, turn, serves);
}

__kernel void perf_nothing(void)
{
}
