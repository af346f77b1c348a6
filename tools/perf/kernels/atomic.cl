/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomics, by one work-item of each work-group: kernels perf_OPERATION_BITS and
 * perf_ping_pong_OPERATION_BITS, one for each, so that a kernel is as small as a user's.
 */
#include "ishmem_device.h"
#include "kernel.h"

/* USE: what is done with the call.  A value that is used must have been fetched. */
#define ATOMICS(APPLY, NAME, TYPE, BITS)                            \
    APPLY(fetch_add, NAME, TYPE, BITS, sum +=, (at, 1, peer))       \
    APPLY(add, NAME, TYPE, BITS, , (at, 1, peer))                   \
    APPLY(fetch_inc, NAME, TYPE, BITS, sum +=, (at, peer))          \
    APPLY(inc, NAME, TYPE, BITS, , (at, peer))                      \
    APPLY(fetch, NAME, TYPE, BITS, sum +=, (at, peer))              \
    APPLY(set, NAME, TYPE, BITS, , (at, 1, peer))                   \
    APPLY(swap, NAME, TYPE, BITS, sum +=, (at, 1, peer))            \
    APPLY(compare_swap, NAME, TYPE, BITS, sum +=, (at, 0, 1, peer)) \
    APPLY(fetch_and, NAME, TYPE, BITS, sum +=, (at, 3, peer))       \
    APPLY(and, NAME, TYPE, BITS, , (at, 3, peer))                   \
    APPLY(fetch_or, NAME, TYPE, BITS, sum +=, (at, 1, peer))        \
    APPLY(or, NAME, TYPE, BITS, , (at, 1, peer))                    \
    APPLY(fetch_xor, NAME, TYPE, BITS, sum +=, (at, 1, peer))       \
    APPLY(xor, NAME, TYPE, BITS, , (at, 1, peer))

/* fetched: memory of this PE. */
#define DEFINE_ATOMIC(OPERATION, NAME, TYPE, BITS, USE, ARGUMENTS)                                \
    __kernel void perf_##OPERATION##_##BITS(__global TYPE *at, __global ulong *fetched, int peer, \
                                            ulong count, int each_quiet)                          \
    {                                                                                             \
        ulong sum = 0;                                                                            \
        if (get_local_linear_id() != 0)                                                           \
            return;                                                                               \
        for (ulong i = 0; i < count; i++) {                                                       \
            USE ishmem_##NAME##_atomic_##OPERATION ARGUMENTS;                                     \
            if (each_quiet)                                                                       \
                ishmem_quiet();                                                                   \
        }                                                                                         \
        ishmem_quiet();                                                                           \
        if (sum == 1)                                                                             \
            *fetched = sum;                                                                       \
    }
ATOMICS(DEFINE_ATOMIC, uint32, uint, 32)
ATOMICS(DEFINE_ATOMIC, uint64, ulong, 64)

/* The operation changes a word that is `idle`.  The PE that has seen the change makes the word idle
 * again before the other PE's next turn. */
#define DEFINE_PING_PONG(OPERATION, NAME, TYPE, BITS, USE, ARGUMENTS)                      \
    __kernel void perf_ping_pong_##OPERATION##_##BITS(__global ulong *word,                \
                                                      __global ulong *fetched, int peer,   \
                                                      ulong count, ulong idle, int serves) \
    {                                                                                      \
        __global TYPE *const at = (__global TYPE *)word;                                   \
        ulong sum = 0;                                                                     \
        if (get_local_linear_id() != 0)                                                    \
            return;                                                                        \
        const int me = ishmem_my_pe();                                                     \
        for (ulong i = 0; i < count; i++) {                                                \
            if (serves) {                                                                  \
                USE ishmem_##NAME##_atomic_##OPERATION ARGUMENTS;                          \
            }                                                                              \
            ishmem_uint64_wait_until(word, ISHMEM_CMP_NE, idle);                           \
            ishmem_uint64_p(word, idle, me);                                               \
            ishmem_fence();                                                                \
            if (!serves) {                                                                 \
                USE ishmem_##NAME##_atomic_##OPERATION ARGUMENTS;                          \
            }                                                                              \
        }                                                                                  \
        if (sum == 1)                                                                      \
            *fetched = sum;                                                                \
    }
ATOMICS(DEFINE_PING_PONG, uint32, uint, 32)
ATOMICS(DEFINE_PING_PONG, uint64, ulong, 64)
