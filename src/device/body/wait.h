/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting on one object of this PE, and testing it, by lane 0 of a group.  The first polls are loads
 * that acquire, so that what a short wait is for can be used at once.  Each of these empties a GPU's
 * first cache, which other groups use too.  So a longer wait polls by relaxed loads, and acquires at
 * the end.  A wait also ends when the job is being aborted: it checks the abort word every
 * ISHMEMI_POLLS_PER_ABORT_CHECK polls.
 */
#ifndef ISHMEM_DEVICE_WAIT_H
#define ISHMEM_DEVICE_WAIT_H

#include "atomics.h"
#include "log.h"

/* The value as an unsigned number that orders in the same way. */
ISHMEMI_INLINE uint64_t ishmemi_key(uint64_t bits, size_t bytes, int is_signed)
{
    if (!is_signed) {
        return bytes == 2 ? (uint16_t)bits : bytes == 4 ? (uint32_t)bits : bits;
    }
    const int64_t number = bytes == 2 ? (int16_t)bits : bytes == 4 ? (int32_t)bits : (int64_t)bits;
    return (uint64_t)number ^ 0x8000000000000000UL;
}

/* An unknown comparison counts as true, because a wait for it would have no end. */
ISHMEMI_INLINE int ishmemi_compares(uint64_t left, int cmp, uint64_t right)
{
    switch (cmp) {
    case ISHMEM_CMP_EQ:
        return left == right;
    case ISHMEM_CMP_NE:
        return left != right;
    case ISHMEM_CMP_GT:
        return left > right;
    case ISHMEM_CMP_GE:
        return left >= right;
    case ISHMEM_CMP_LT:
        return left < right;
    case ISHMEM_CMP_LE:
        return left <= right;
    default:
        return 1;
    }
}

/* What polls: a routine that the user calls; a body that other bodies call, too; a collective. */
typedef enum ishmemi_polls {
    ISHMEMI_POLLS_ROUTINE,
    ISHMEMI_POLLS_INNER,
    ISHMEMI_POLLS_TEAM
} ishmemi_polls_t;

/* Publishes what ishmemi_poll waits for. */
ISHMEMI_INLINE uint64_t ishmemi_poll_publish(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                             ishmemi_polls_t what, int32_t team, uint64_t address,
                                             size_t bytes, int is_signed, int cmp, uint64_t value)
{
    switch (what) {
    case ISHMEMI_POLLS_TEAM:
        return ishmemi_wait_publish_team(ctx, team);
    case ISHMEMI_POLLS_INNER:
        return ishmemi_wait_publish_inner(ctx, routine, address, bytes, is_signed, cmp, value);
    default:
        return ishmemi_wait_publish_word(ctx, routine, address, bytes, is_signed, cmp, value);
    }
}

/* Repeats what follows 32 times, which is about 10 microseconds of a GPU.  A compiler that knew the number would make
 * 32 copies of the loop's body, so the first state, which is halved each time, depends on an address.  Where a kernel
 * shows that the address is even, it makes them nevertheless, and that is quicker: a loop loads the registers that are
 * in memory again after each poll. */
#define ISHMEMI_FOR_FIRST_POLLS(address) \
    for (uint32_t polls = 0x80000000u | (uint32_t)((address)&1); polls != 0; polls >>= 1)

/* The polls after the first ones, in a function of its own: the calls that it may make would cost a GPU
 * registers in every routine that waits. */
ISHMEMI_COLD uint64_t ishmemi_poll_on(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                      ishmemi_polls_t what, int32_t team, uint64_t address,
                                      size_t bytes, int is_signed, int cmp, uint64_t value)
{
    const uint64_t right = ishmemi_key(value, bytes, is_signed);
    uint64_t published = 0;
    uint64_t seen;
    for (uint32_t polls = 1;; polls++) {
        seen = ishmemi_atomic_peek(address, bytes);
        if (ishmemi_compares(ishmemi_key(seen, bytes, is_signed), cmp, right)) {
            break;
        }
        if (polls % ISHMEMI_POLLS_PER_ABORT_CHECK == 0) {
            if (ishmemi_aborted(ctx)) {
                break;
            }
            if (ISHMEMI_IS_LONG(ctx, polls, published)) {
                published = ishmemi_poll_publish(ctx, routine, what, team, address, bytes,
                                                 is_signed, cmp, value);
            }
        }
    }
    ishmemi_atomic_acquire(address, bytes, seen);
    ishmemi_wait_withdraw(published);
    return seen;
}

/* Returns the value that ended the wait: one that compares, unless the job is being aborted.  For
 * the host's report: routine, what polls (a constant), and a collective's team. */
ISHMEMI_INLINE uint64_t ishmemi_poll(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                     ishmemi_polls_t what, int32_t team, uint64_t address,
                                     size_t bytes, int is_signed, int cmp, uint64_t value)
{
    const uint64_t right = ishmemi_key(value, bytes, is_signed);
    /* There is no load of 2 bytes that acquires. */
    ISHMEMI_FOR_FIRST_POLLS(address)
    {
        if (bytes == 2) {
            break;
        }
        const uint64_t seen = ishmemi_atomic_fetch(address, bytes);
        if (ishmemi_compares(ishmemi_key(seen, bytes, is_signed), cmp, right)) {
            return seen;
        }
    }
    return ishmemi_poll_on(ctx, routine, what, team, address, bytes, is_signed, cmp, value);
}

ISHMEMI_BODY int ishmemi_good_own(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                  ishmemi_string_t argument, const void *object, size_t bytes,
                                  int cmp)
{
    ishmemi_fault_t fault;
    const int good =
        ishmemi_good_symmetric(ctx, &fault, argument, ISHMEMI_ADDRESS(object), 1, bytes, bytes) &&
        ishmemi_good_cmp(&fault, cmp);
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

/* Lane 0's wait, and the value that ended it; 0 on the others, which do not wait.  The barrier before it lets
 * all lanes make their earlier calls, for which the peer may wait: on a processor lane 0 polls alone. */
ISHMEMI_INLINE uint64_t ishmemi_wait_alone(ishmem_ctx_t ctx, ishmemi_group_t group,
                                           ishmemi_string_t routine, const void *object,
                                           size_t bytes, int is_signed, int cmp, uint64_t value)
{
    ishmemi_group_barrier(group);
    return ishmemi_group_lane(group) == 0
               ? ishmemi_poll(ctx, routine, ISHMEMI_POLLS_ROUTINE, 0, ISHMEMI_ADDRESS(object),
                              bytes, is_signed, cmp, value)
               : 0;
}

/* Of lane 0.  argument: the name of the parameter `object`. */
#define ISHMEMI_SLOW(SUFFIX, GROUP)                                                                \
    ISHMEMI_COLD uint64_t ishmemi_slow_wait_##SUFFIX(                                              \
        ishmem_ctx_t ctx, ishmemi_string_t routine, ishmemi_string_t argument, const void *object, \
        size_t bytes, int is_signed, int cmp, uint64_t value)                                      \
    {                                                                                              \
        if (ishmemi_checked(ctx) &&                                                                \
            !ishmemi_good_own(ctx, routine, argument, object, bytes, cmp)) {                       \
            return 0;                                                                              \
        }                                                                                          \
        const uint64_t began = ishmemi_log_begin(ctx);                                             \
        const uint64_t seen =                                                                      \
            ishmemi_wait_alone(ctx, GROUP, routine, object, bytes, is_signed, cmp, value);         \
        if (ishmemi_group_lane(GROUP) == 0) {                                                      \
            ishmemi_log_end_word(ctx, ISHMEMI_WORK_ITEM, routine, began, ISHMEMI_LOG_WAIT, 0, -1,  \
                                 ISHMEMI_LOG_SEES, ISHMEMI_ADDRESS(object), seen);                 \
        }                                                                                          \
        return seen;                                                                               \
    }
ISHMEMI_SLOW_GROUPS(ISHMEMI_SLOW)
#undef ISHMEMI_SLOW

/* Returns lane 0's value to lane 0.  The barrier passes on what lane 0 acquired. */
ISHMEMI_INLINE uint64_t ishmemi_wait_until(ishmem_ctx_t ctx, ishmemi_group_t group,
                                           ishmemi_string_t routine, ishmemi_string_t argument,
                                           const void *object, size_t bytes, int is_signed, int cmp,
                                           uint64_t value)
{
    uint64_t seen;
    if (ctx != 0 && ishmemi_is_slow(ctx)) {
        seen = ISHMEMI_SLOW_CALL(ishmemi_slow_wait, group,
                                 (ctx, routine, argument, object, bytes, is_signed, cmp, value));
    } else {
        seen = ishmemi_wait_alone(ctx, group, routine, object, bytes, is_signed, cmp, value);
    }
    ishmemi_group_barrier(group);
    return seen;
}

/* Returns the value to all lanes. */
ISHMEMI_INLINE uint64_t ishmemi_wait_value(ishmem_ctx_t ctx, ishmemi_group_t group,
                                           ishmemi_string_t routine, ishmemi_string_t argument,
                                           const void *object, size_t bytes, int is_signed, int cmp,
                                           uint64_t value)
{
    return ishmemi_group_broadcast(group, ishmemi_wait_until(ctx, group, routine, argument, object,
                                                             bytes, is_signed, cmp, value));
}

/* The value that lane 0 reads, on all lanes. */
ISHMEMI_INLINE uint64_t ishmemi_group_fetch(ishmemi_group_t group, uint64_t address, size_t bytes)
{
    uint64_t seen = 0;
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        seen = ishmemi_atomic_fetch(address, bytes);
    }
    ishmemi_group_barrier(group);
    return ishmemi_group_broadcast(group, seen);
}

/* The value of an object of this PE. */
ISHMEMI_INLINE uint64_t ishmemi_own_fetch(ishmem_ctx_t ctx, ishmemi_group_t group,
                                          ishmemi_string_t routine, ishmemi_string_t argument,
                                          const void *object, size_t bytes)
{
    if (ishmemi_checked_if_bound(ctx) &&
        !ishmemi_good_own(ctx, routine, argument, object, bytes, ISHMEM_CMP_EQ)) {
        return 0;
    }
    return ishmemi_group_fetch(group, ISHMEMI_ADDRESS(object), bytes);
}

ISHMEMI_INLINE int ishmemi_test(ishmem_ctx_t ctx, ishmemi_group_t group, ishmemi_string_t routine,
                                const void *ivar, size_t bytes, int is_signed, int cmp,
                                uint64_t value)
{
    if (ishmemi_checked_if_bound(ctx) &&
        !ishmemi_good_own(ctx, routine, "ivar", ivar, bytes, cmp)) {
        return 0;
    }
    const uint64_t seen = ishmemi_group_fetch(group, ISHMEMI_ADDRESS(ivar), bytes);
    return ishmemi_compares(ishmemi_key(seen, bytes, is_signed), cmp,
                            ishmemi_key(value, bytes, is_signed));
}

#endif
