/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Distributed locks in kernels, by lane 0 of a group; the protocol is in ishmem/lock.h.
 *
 * On a GPU two lanes of a sub-group must not want the same lock at a time: one that spins may keep
 * the other from giving it back.
 */
#ifndef ISHMEM_DEVICE_LOCK_H
#define ISHMEM_DEVICE_LOCK_H

#include "../lock.h"
#include "order.h"
#include "wait.h"

/* The counter `serving` of the home's copy; `next` is behind it. */
ISHMEMI_INLINE uint64_t ishmemi_lock_at_home(ishmem_ctx_t ctx, const void *lock)
{
    const uint64_t address = ISHMEMI_ADDRESS(lock);
    return ishmemi_translate(ctx, address, ISHMEMI_LOCK_HOME(address - ctx->heap, ctx->n_pes));
}

ISHMEMI_INLINE uint64_t ishmemi_lock_next(uint64_t serving)
{
    return serving + sizeof(uint32_t);
}

ISHMEMI_BODY int ishmemi_good_lock(ishmem_ctx_t ctx, ishmemi_string_t routine, const void *lock)
{
    ishmemi_fault_t fault;
    const int good = ishmemi_good_symmetric(ctx, &fault, "lock", ISHMEMI_ADDRESS(lock), 1,
                                            sizeof(ishmemi_lock_t), sizeof(ishmemi_lock_t));
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

ISHMEMI_INLINE void ishmemi_set_lock(ishmem_ctx_t ctx, ishmemi_group_t group,
                                     ishmemi_string_t routine, const void *lock)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_lock(ctx, routine, lock)) {
        return;
    }
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        const uint64_t serving = ishmemi_lock_at_home(ctx, lock);
        const uint32_t ticket =
            ISHMEMI_ATOMIC_ADD(uint32_t, ishmemi_lock_next(serving), 1, ISHMEMI_RELAXED);
        ishmemi_poll(ctx, serving, sizeof ticket, 0, ISHMEM_CMP_EQ, ticket);
    }
    ishmemi_group_barrier_system(group);
}

ISHMEMI_INLINE void ishmemi_clear_lock(ishmem_ctx_t ctx, ishmemi_group_t group,
                                       ishmemi_string_t routine, const void *lock)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_lock(ctx, routine, lock)) {
        return;
    }
    ishmemi_quiet(group);
    if (ishmemi_group_lane(group) == 0) {
        ISHMEMI_ATOMIC_ADD(uint32_t, ishmemi_lock_at_home(ctx, lock), 1, ISHMEMI_RELEASE);
    }
}

/* 0 when the lock is now the caller's, else 1. */
ISHMEMI_INLINE int ishmemi_test_lock(ishmem_ctx_t ctx, ishmemi_group_t group,
                                     ishmemi_string_t routine, const void *lock)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_lock(ctx, routine, lock)) {
        return 0;
    }
    uint64_t taken = 0;
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        const uint64_t address = ishmemi_lock_at_home(ctx, lock);
        const uint32_t serving = ISHMEMI_ATOMIC_LOAD(uint32_t, address, ISHMEMI_ACQUIRE);
        taken = ISHMEMI_ATOMIC_COMPARE_SWAP(uint32_t, ishmemi_lock_next(address), serving,
                                            serving + 1, ISHMEMI_ACQUIRE) != serving;
    }
    ishmemi_group_barrier_system(group);
    return (int)ishmemi_group_broadcast(group, taken);
}

#endif
