/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomics, by one work-item of each work-group; the operations are in the order of
 * perf_atomic_operations.
 */
#include "ishmem_device.h"
#include "kernel.h"

#define REPEAT(CALL)                  \
    for (ulong i = 0; i < count; i++) \
        CALL;                         \
    break;

#define DEFINE(NAME, TYPE)                                                              \
    static void atomics_##NAME(int operation, __global TYPE *at, int peer, ulong count) \
    {                                                                                   \
        switch (operation) {                                                            \
        case 0:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_fetch_add(at, 1, peer))                       \
        case 1:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_add(at, 1, peer))                             \
        case 2:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_fetch_inc(at, peer))                          \
        case 3:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_inc(at, peer))                                \
        case 4:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_fetch(at, peer))                              \
        case 5:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_set(at, 1, peer))                             \
        case 6:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_swap(at, 1, peer))                            \
        case 7:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_compare_swap(at, 0, 1, peer))                 \
        case 8:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_fetch_and(at, 3, peer))                       \
        case 9:                                                                         \
            REPEAT(ishmem_##NAME##_atomic_and(at, 3, peer))                             \
        case 10:                                                                        \
            REPEAT(ishmem_##NAME##_atomic_fetch_or(at, 1, peer))                        \
        case 11:                                                                        \
            REPEAT(ishmem_##NAME##_atomic_or(at, 1, peer))                              \
        case 12:                                                                        \
            REPEAT(ishmem_##NAME##_atomic_fetch_xor(at, 1, peer))                       \
        default:                                                                        \
            REPEAT(ishmem_##NAME##_atomic_xor(at, 1, peer))                             \
        }                                                                               \
    }
DEFINE(uint32, uint)
DEFINE(uint64, ulong)

static void atomics(int bytes, int operation, __global ulong *at, int peer, ulong count)
{
    if (bytes == 4)
        atomics_uint32(operation, (__global uint *)at, peer, count);
    else
        atomics_uint64(operation, at, peer, count);
}

__kernel void perf_atomic(int bytes, int operation, __global ulong *at, int peer, ulong count,
                          int each_quiet)
{
    if (get_local_linear_id() != 0)
        return;
    const ulong rounds = each_quiet ? count : 1;
    for (ulong i = 0; i < rounds; i++) {
        atomics(bytes, operation, at, peer, each_quiet ? 1 : count);
        ishmem_quiet();
    }
}

/* The operation changes a word that is `idle`.  The PE that has seen the change makes the word idle
 * again before the other PE's next turn. */
__kernel void perf_atomic_ping_pong(int bytes, int operation, __global ulong *word, int peer,
                                    ulong count, ulong idle, int serves)
{
    if (get_local_linear_id() != 0)
        return;
    const int me = ishmem_my_pe();
    for (ulong i = 0; i < count; i++) {
        if (serves)
            atomics(bytes, operation, word, peer, 1);
        ishmem_uint64_wait_until(word, ISHMEM_CMP_NE, idle);
        ishmem_uint64_p(word, idle, me);
        ishmem_fence();
        if (!serves)
            atomics(bytes, operation, word, peer, 1);
    }
}
