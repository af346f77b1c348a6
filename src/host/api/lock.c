/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Distributed locks.  Kernels use the same protocol: shared/lock.h.
 */
#include "shared/lock.h"

#include "check.h"
#include "held.h"
#include "observe.h"
#include "spin.h"
#include "transfer.h"
#include <stddef.h>

/* The PE whose copy of the lock is the one in use. */
static int home_of(const long *lock)
{
    const uintptr_t start = ishmemi_segment_holds(lock, 1, sizeof *lock)
                                ? ishmemi_segment.start
                                : (uintptr_t)ishmemi_job.heap;
    const uint64_t offset = (uintptr_t)lock - start;
    return ISHMEMI_LOCK_HOME(offset, ishmemi_job.n_pes);
}

static void *next_of(long *lock)
{
    return (char *)lock + offsetof(ishmemi_lock_t, next);
}

static void *serving_of(long *lock)
{
    return (char *)lock + offsetof(ishmemi_lock_t, serving);
}

static bool check_lock(const char *routine, const long *lock)
{
    return ishmemi_check_own(routine, "lock", lock, sizeof(ishmemi_lock_t));
}

void ishmem_set_lock(long *lock)
{
    static const char routine[] = "ishmem_set_lock";
    ISHMEMI_REQUIRE(check_lock(routine, lock));
    ISHMEMI_REQUIRE(!ishmemi_check_is_due(true) || ishmemi_look_at_lock(routine, lock));
    const int home = home_of(lock);
    ISHMEMI_OBSERVE(LOCK, routine, home, .object = lock);
    const uint64_t ticket = ishmemi_transfer_amo(routine, ISHMEMI_AMO_ADD, true, next_of(lock),
                                                 sizeof(uint32_t), 1, 0, home);
    if (ishmemi_far_is(home)) {
        ishmemi_far_wait(routine, serving_of(lock), sizeof(uint32_t), false, ISHMEM_CMP_EQ, ticket,
                         home);
    } else {
        ishmemi_access->wait(routine, ishmemi_peer_address(serving_of(lock), home),
                             sizeof(uint32_t), false, ISHMEM_CMP_EQ, ticket);
    }
    (void)ishmemi_observe_tested(lock, true);
    ishmemi_held_take(lock);
}

void ishmem_clear_lock(long *lock)
{
    static const char routine[] = "ishmem_clear_lock";
    ISHMEMI_REQUIRE(check_lock(routine, lock));
    const int home = home_of(lock);
    ISHMEMI_OBSERVE(LOCK, routine, home, .object = lock, .flags = ISHMEMI_CALL_COMPLETES);
    ISHMEMI_REQUIRE(ishmemi_check_lock_is_set(
        routine, ishmemi_transfer_load(routine, serving_of(lock), sizeof(uint32_t), home),
        ishmemi_transfer_load(routine, next_of(lock), sizeof(uint32_t), home)));
    ishmemi_transfer_quiet(routine, -1);
    ishmemi_held_give_back(lock);
    ishmemi_transfer_amo(routine, ISHMEMI_AMO_ADD, false, serving_of(lock), sizeof(uint32_t), 1, 0,
                         home);
}

int ishmem_test_lock(long *lock)
{
    static const char routine[] = "ishmem_test_lock";
    ISHMEMI_REQUIRE_OR(check_lock(routine, lock), 1);
    const int home = home_of(lock);
    ISHMEMI_OBSERVE(LOCK, routine, home, .object = lock);
    const uint32_t serving =
        (uint32_t)ishmemi_transfer_load(routine, serving_of(lock), sizeof(uint32_t), home);
    const uint64_t next =
        ishmemi_transfer_amo(routine, ISHMEMI_AMO_COMPARE_SWAP, true, next_of(lock),
                             sizeof(uint32_t), serving + 1, serving, home);
    if (ishmemi_observe_tested(lock, next == serving)) {
        ishmemi_held_take(lock);
    }
    return !ishmemi_spin_tested(next == serving);
}
