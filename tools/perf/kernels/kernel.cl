/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernels of ishmem-perf.  One work-item, one sub-group or the whole of each work-group calls a
 * routine.  Work-group g works on the g-th part of source and dest.
 */
#include "device/body/language.h"
#include "ishmem_device.h"
#include "kernel.h"

/* The routine's form for the scope; ONE: for routines with the prefix ishmemx_ in each form. */
#define FORM_work_item(NAME) ishmem_##NAME
#define FORM_sub_group(NAME) ishmemx_##NAME##_sub_group
#define FORM_work_group(NAME) ishmemx_##NAME##_work_group
#define ONE_work_item(NAME) ishmemx_##NAME
#define ONE_sub_group(NAME) FORM_sub_group(NAME)
#define ONE_work_group(NAME) FORM_work_group(NAME)

#define CALLS_work_item() (get_local_linear_id() == 0)
#define CALLS_sub_group() (get_sub_group_id() == 0)
#define CALLS_work_group() 1

#define RUN_put(SCOPE)                                       \
    for (ulong i = 0; i < count; i++)                        \
        FORM_##SCOPE(putmem_nbi)(dest, source, bytes, peer); \
    FORM_##SCOPE(quiet)();

#define RUN_get(SCOPE)                                       \
    for (ulong i = 0; i < count; i++)                        \
        FORM_##SCOPE(getmem_nbi)(dest, source, bytes, peer); \
    FORM_##SCOPE(quiet)();

#define RUN_get_each(SCOPE)           \
    for (ulong i = 0; i < count; i++) \
        FORM_##SCOPE(getmem)(dest, source, bytes, peer);

#define RUN_p(SCOPE)                                             \
    for (ulong i = 0; i < count; i++)                            \
        FORM_##SCOPE(uint64_p)((__global ulong *)dest, i, peer); \
    FORM_##SCOPE(quiet)();

#define RUN_g(SCOPE)                  \
    for (ulong i = 0; i < count; i++) \
        FORM_##SCOPE(uint64_g)((__global ulong *)source, peer);

#define RUN_put_quiet(SCOPE)                             \
    for (ulong i = 0; i < count; i++) {                  \
        FORM_##SCOPE(putmem)(dest, source, bytes, peer); \
        FORM_##SCOPE(quiet)();                           \
    }

#define RUN_p_quiet(SCOPE)                                       \
    for (ulong i = 0; i < count; i++) {                          \
        FORM_##SCOPE(uint64_p)((__global ulong *)dest, i, peer); \
        FORM_##SCOPE(quiet)();                                   \
    }

#define RUN_put_ping_pong(SCOPE)                                             \
    for (ulong i = turn + 1; i <= turn + count; i++) {                       \
        if (!serves)                                                         \
            FORM_##SCOPE(uint64_wait_until)(word, ISHMEM_CMP_GE, i);         \
        if (bytes > sizeof(ulong)) {                                         \
            FORM_##SCOPE(putmem)(dest, source, bytes - sizeof(ulong), peer); \
            FORM_##SCOPE(fence)();                                           \
        }                                                                    \
        FORM_##SCOPE(uint64_p)(word, i, peer);                               \
        if (serves)                                                          \
            FORM_##SCOPE(uint64_wait_until)(word, ISHMEM_CMP_GE, i);         \
    }

#define RUN_put_signal_ping_pong(SCOPE)                                                     \
    for (ulong i = turn + 1; i <= turn + count; i++) {                                      \
        if (!serves)                                                                        \
            FORM_##SCOPE(signal_wait_until)(word, ISHMEM_CMP_GE, i);                        \
        FORM_##SCOPE(putmem_signal)(dest, source, bytes, word, i, ISHMEM_SIGNAL_SET, peer); \
        if (serves)                                                                         \
            FORM_##SCOPE(signal_wait_until)(word, ISHMEM_CMP_GE, i);                        \
    }

#define RUN_signal_ping_pong(SCOPE)                              \
    for (ulong i = turn + 1; i <= turn + count; i++) {           \
        if (serves)                                              \
            ONE_##SCOPE(signal_set)(word, i, peer);              \
        FORM_##SCOPE(signal_wait_until)(word, ISHMEM_CMP_GE, i); \
        if (!serves)                                             \
            ONE_##SCOPE(signal_set)(word, i, peer);              \
    }

#define RUN_line(SCOPE)             \
    if (get_local_linear_id() == 0) \
        line_ping_pong(word, peer, count, turn, serves);

/* word: only the peer writes it.  The word alone passes, so its store need not release anything
 * else, which on a GPU takes a fence.  No store leaves before the load that it answers, because
 * that load decides whether there is one. */
static void line_ping_pong(__global ulong *word, int peer, ulong count, ulong turn, int serves)
{
    const ulong mine = (ulong)word;
    const ulong theirs = (ulong)ishmem_ptr(word, peer);
    for (ulong i = turn + 1; i <= turn + count; i++) {
        if (serves)
            ISHMEMI_ATOMIC_STORE(ulong, theirs, i, ISHMEMI_RELAXED);
        int polls = 0;
        while (ISHMEMI_ATOMIC_LOAD(ulong, mine, ISHMEMI_ACQUIRE) < i) {
            if (++polls == PERF_LINE_POLLS)
                ishmem_signal_wait_until(word, ISHMEM_CMP_GE, i);
        }
        if (!serves)
            ISHMEMI_ATOMIC_STORE(ulong, theirs, i, ISHMEMI_RELAXED);
    }
}

#define DEFINE_KERNEL(NAME, SCOPE)                                                                \
    __kernel void perf_##NAME##_##SCOPE(__global char *dest, __global char *source,               \
                                        __global ulong *word, ulong bytes, int peer, ulong count, \
                                        ulong turn, int serves)                                   \
    {                                                                                             \
        dest += get_group_id(0) * bytes;                                                          \
        source += get_group_id(0) * bytes;                                                        \
        (void)dest, (void)source, (void)word, (void)turn, (void)serves;                           \
        if (CALLS_##SCOPE()) {                                                                    \
            RUN_##NAME(SCOPE)                                                                     \
        }                                                                                         \
    }
#define DEFINE_KERNELS(ROUTINE, NAME) \
    DEFINE_KERNEL(NAME, work_item)    \
    DEFINE_KERNEL(NAME, sub_group)    \
    DEFINE_KERNEL(NAME, work_group)
PERF_KERNELS(DEFINE_KERNELS)
