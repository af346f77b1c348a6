/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Distributed locks in kernels, by lane 0 of a group; the protocol is in shared/lock.h.
 *
 * On a GPU two lanes of a sub-group must not want the same lock at a time: one that spins may keep
 * the other from giving it back.
 */
#ifndef ISHMEM_DEVICE_LOCK_H
#define ISHMEM_DEVICE_LOCK_H

#include "order.h"
#include "shared/lock.h"
#include "wait.h"

/* Where a lock's counters are: the PE, and the address of its `serving`, which `next`
 * follows. */
typedef struct ishmemi_lock_home {
    int pe;
    int is_far; /* serving is then this PE's own address for it */
    uint64_t serving;
} ishmemi_lock_home_t;

ISHMEMI_INLINE ishmemi_lock_home_t ishmemi_lock_at_home(ishmem_ctx_t ctx, const void *lock)
{
    const uint64_t address = ISHMEMI_ADDRESS(lock);
    ishmemi_lock_home_t home;
    home.pe = (int)ISHMEMI_LOCK_HOME(address - ctx->heap, ctx->n_pes);
    const int64_t delta = ishmemi_delta(ctx, home.pe);
    home.is_far = ishmemi_is_far(delta);
    home.serving = home.is_far ? address : address + (uint64_t)delta;
    return home;
}

ISHMEMI_INLINE uint64_t ishmemi_lock_next(ishmemi_lock_home_t home)
{
    return home.serving + sizeof(uint32_t);
}

/* An AMO on one of the lock's counters at a far home; returns the previous value. */
ISHMEMI_INLINE uint32_t ishmemi_lock_ask(ishmem_ctx_t ctx, ishmemi_lock_home_t home,
                                         ishmemi_amo_t op, uint64_t counter, uint32_t value,
                                         uint32_t cond)
{
    return (uint32_t)ishmemi_far_amo(ctx, op, counter, sizeof value, value, cond, home.pe, 1);
}

/* A wait is long after so many requests to a far home. */
#define ISHMEMI_ASKS_UNTIL_LONG 64

/* Publishes a wait for a lock with a far home. */
ISHMEMI_COLD uint64_t ishmemi_wait_publish_lock(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                                uint64_t serving, int home, uint32_t ticket)
{
    ishmemi_long_wait_t wait = {.kind = ISHMEMI_KERNEL_WAIT_LOCK};
    wait.address = serving;
    wait.wanted = ticket;
    wait.count = (uint64_t)home;
    ishmemi_long_wait_publish_for_group(&wait);
    return ishmemi_wait_publish(ctx, routine, &wait);
}

ISHMEMI_INLINE void ishmemi_lock_await(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                       ishmemi_lock_home_t home)
{
    if (!home.is_far) {
        const uint32_t ticket =
            ISHMEMI_ATOMIC_ADD(uint32_t, ishmemi_lock_next(home), 1, ISHMEMI_RELAXED);
        ishmemi_poll(ctx, routine, ISHMEMI_POLLS_ROUTINE, 0, home.serving, sizeof ticket, 0,
                     ISHMEM_CMP_EQ, ticket);
        return;
    }
    const uint32_t ticket =
        ishmemi_lock_ask(ctx, home, ISHMEMI_AMO_ADD, ishmemi_lock_next(home), 1, 0);
    uint64_t published = 0;
    for (uint32_t asks = 1;
         ishmemi_lock_ask(ctx, home, ISHMEMI_AMO_FETCH, home.serving, 0, 0) != ticket &&
         !ishmemi_aborted(ctx);
         asks++) {
        if (asks % ISHMEMI_ASKS_UNTIL_LONG == 0 && published == 0) {
            published = ishmemi_wait_publish_lock(ctx, routine, home.serving, home.pe, ticket);
        }
    }
    ishmemi_wait_withdraw(published);
}

ISHMEMI_INLINE int ishmemi_lock_try(ishmem_ctx_t ctx, ishmemi_lock_home_t home)
{
    if (!home.is_far) {
        const uint32_t serving = ISHMEMI_ATOMIC_LOAD(uint32_t, home.serving, ISHMEMI_ACQUIRE);
        return ISHMEMI_ATOMIC_COMPARE_SWAP(uint32_t, ishmemi_lock_next(home), serving, serving + 1,
                                           ISHMEMI_ACQUIRE) == serving;
    }
    const uint32_t serving = ishmemi_lock_ask(ctx, home, ISHMEMI_AMO_FETCH, home.serving, 0, 0);
    return ishmemi_lock_ask(ctx, home, ISHMEMI_AMO_COMPARE_SWAP, ishmemi_lock_next(home),
                            serving + 1, serving) == serving;
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
        ishmemi_lock_await(ctx, routine, ishmemi_lock_at_home(ctx, lock));
    }
    ishmemi_group_barrier(group);
}

ISHMEMI_INLINE void ishmemi_clear_lock(ishmem_ctx_t ctx, ishmemi_group_t group,
                                       ishmemi_string_t routine, const void *lock)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_lock(ctx, routine, lock)) {
        return;
    }
    ishmemi_quiet(ctx, group);
    if (ishmemi_group_lane(group) != 0) {
        return;
    }
    const ishmemi_lock_home_t home = ishmemi_lock_at_home(ctx, lock);
    if (home.is_far) {
        ishmemi_far_amo(ctx, ISHMEMI_AMO_ADD, home.serving, sizeof(uint32_t), 1, 0, home.pe, 0);
    } else {
        ISHMEMI_ATOMIC_ADD(uint32_t, home.serving, 1, ISHMEMI_RELEASE);
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
        taken = !ishmemi_lock_try(ctx, ishmemi_lock_at_home(ctx, lock));
    }
    ishmemi_group_barrier(group);
    return (int)ishmemi_group_broadcast(group, taken);
}

#endif
