/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal: copies, then updates the signal word.
 *
 * Ordering: each lane's copy, the group's barrier at the scope of all devices, then lane 0's
 * release of the signal.  Who acquires the signal sees the data of every lane.
 */
#ifndef ISHMEM_DEVICE_SIGNAL_H
#define ISHMEM_DEVICE_SIGNAL_H

#include "../types.h"
#include "copy.h"

ISHMEMI_INLINE void ishmemi_put_signal(ishmem_ctx_t ctx, ishmemi_group_t group, void *dest,
                                       const void *source, size_t bytes, const void *sig_addr,
                                       uint64_t signal, int sig_op, int pe)
{
    const uint64_t remote = ishmemi_translate(ctx, ISHMEMI_ADDRESS(dest), pe);
    const uint64_t remote_signal = ishmemi_translate(ctx, ISHMEMI_ADDRESS(sig_addr), pe);
    ishmemi_group_barrier(group);
    ishmemi_copy(ctx, (char *)(ISHMEMI_GLOBAL char *)remote, (const char *)source, bytes,
                 ishmemi_group_lane(group), ishmemi_group_lanes(group));
    ishmemi_group_barrier_system(group);
    if (ishmemi_group_lane(group) == 0) {
        if (sig_op == ISHMEM_SIGNAL_ADD) {
            ISHMEMI_ATOMIC_ADD(uint64_t, remote_signal, signal, ISHMEMI_RELEASE);
        } else {
            ISHMEMI_ATOMIC_STORE(uint64_t, remote_signal, signal, ISHMEMI_RELEASE);
        }
    }
}

#endif
