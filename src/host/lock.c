/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Distributed locks; the protocol, which kernels share, is in ishmem/lock.h.
 */
#include "ishmem/lock.h"

#include "transfer.h"
#include <stddef.h>

/* The lock's copy on its home PE. */
static char *at_home(const long *lock)
{
    const uintptr_t start = ishmemi_segment_holds(lock, 1, sizeof *lock)
                                ? ishmemi_segment.start
                                : (uintptr_t)ishmemi_job.heap;
    const uint64_t offset = (uintptr_t)lock - start;
    return ishmemi_peer_address(lock, ISHMEMI_LOCK_HOME(offset, ishmemi_job.n_pes));
}

static void check_lock(const char *routine, const long *lock)
{
    ishmemi_check_own(routine, "lock", lock, sizeof(ishmemi_lock_t));
}

void ishmem_set_lock(long *lock)
{
    static const char routine[] = "ishmem_set_lock";
    check_lock(routine, lock);
    char *const home = at_home(lock);
    const uint64_t ticket =
        ishmemi_transfer_amo(ISHMEMI_AMO_ADD, true, home + offsetof(ishmemi_lock_t, next),
                             sizeof(uint32_t), 1, 0);
    ishmemi_access->wait(routine, home + offsetof(ishmemi_lock_t, serving), sizeof(uint32_t), false,
                         ISHMEM_CMP_EQ, ticket);
}

void ishmem_clear_lock(long *lock)
{
    static const char routine[] = "ishmem_clear_lock";
    check_lock(routine, lock);
    char *const home = at_home(lock);
    ishmemi_check_lock_is_set(
        routine, ishmemi_transfer_load(home + offsetof(ishmemi_lock_t, serving), sizeof(uint32_t)),
        ishmemi_transfer_load(home + offsetof(ishmemi_lock_t, next), sizeof(uint32_t)));
    ishmemi_access->quiet();
    ishmemi_transfer_amo(ISHMEMI_AMO_ADD, false, home + offsetof(ishmemi_lock_t, serving),
                         sizeof(uint32_t), 1, 0);
}

int ishmem_test_lock(long *lock)
{
    check_lock("ishmem_test_lock", lock);
    char *const home = at_home(lock);
    const uint32_t serving = (uint32_t)ishmemi_transfer_load(
        home + offsetof(ishmemi_lock_t, serving), sizeof(uint32_t));
    const uint64_t next =
        ishmemi_transfer_amo(ISHMEMI_AMO_COMPARE_SWAP, true, home + offsetof(ishmemi_lock_t, next),
                             sizeof(uint32_t), serving + 1, serving);
    return next != serving;
}
