/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal: copies, then updates the signal word.  signal_set, signal_add: the update alone.
 *
 * Ordering: each lane's copy, the group's barrier, then lane 0's release of the signal.  Whoever
 * acquires the signal sees the data of every lane.
 */
#ifndef ISHMEM_DEVICE_SIGNAL_H
#define ISHMEM_DEVICE_SIGNAL_H

#include "check.h"
#include "log.h"
#include "ring.h"

ISHMEMI_BODY int ishmemi_good_put_signal(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                         const void *dest, const void *source, size_t nelems,
                                         size_t size, size_t alignment, const void *sig_addr,
                                         int sig_op, int pe)
{
    ishmemi_fault_t fault;
    const int good =
        ishmemi_good_transfer(ctx, &fault, 1, dest, source, nelems, size, alignment, pe) &&
        ishmemi_good_remote(ctx, &fault, "sig_addr", sig_addr, sizeof(uint64_t), pe) &&
        ishmemi_good_sig_op(&fault, sig_op) &&
        ishmemi_good_signal_apart(&fault, ISHMEMI_ADDRESS(dest), nelems * size,
                                  ISHMEMI_ADDRESS(sig_addr));
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

/* The update, after all that the group has put. */
ISHMEMI_INLINE void ishmemi_raise(uint64_t remote_signal, uint64_t signal, int sig_op)
{
    if (sig_op == ISHMEM_SIGNAL_ADD) {
        ISHMEMI_ATOMIC_ADD(uint64_t, remote_signal, signal, ISHMEMI_RELEASE);
    } else {
        ISHMEMI_ATOMIC_STORE(uint64_t, remote_signal, signal, ISHMEMI_RELEASE);
    }
}

/* For near PEs the blocking and the non-blocking form are the same: lane 0 must not raise the
 * signal before the data has arrived. */
ISHMEMI_INLINE void ishmemi_put_signal_plain(ishmem_ctx_t ctx, ishmemi_group_t group,
                                             ishmemi_string_t routine, void *dest,
                                             const void *source, size_t nelems, size_t size,
                                             size_t alignment, const void *sig_addr,
                                             uint64_t signal, int sig_op, int pe,
                                             ishmemi_ring_wait_t wait)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_put_signal(ctx, routine, dest, source, nelems, size,
                                                         alignment, sig_addr, sig_op, pe)) {
        return;
    }
    const uint64_t began = ishmemi_log_begin(ctx);
    const int64_t delta = ishmemi_delta(ctx, pe);
    const uint64_t remote_signal = ISHMEMI_ADDRESS(sig_addr) + (uint64_t)delta;
    const size_t lane = ishmemi_group_lane(group);
    const int copies = ishmemi_copies(ctx, lane);
    ishmemi_group_barrier(group);
    if (ishmemi_is_far(delta)) {
        if (lane == 0) {
            ishmemi_far_put_signal(ctx, ISHMEMI_ADDRESS(dest), (const char *)source, nelems * size,
                                   ISHMEMI_ADDRESS(sig_addr), signal, sig_op, pe, wait);
        }
        if (wait == ISHMEMI_RING_AWAIT) {
            ishmemi_group_barrier(group);
        }
    } else {
        if (copies) {
            ishmemi_copy_quick(ctx, ishmemi_pointer(ISHMEMI_ADDRESS(dest) + (uint64_t)delta),
                               (const char *)source, nelems * size, lane,
                               ishmemi_group_lanes(group));
        }
        ishmemi_group_barrier(group);
        if (lane == 0) {
            ishmemi_raise(remote_signal, signal, sig_op);
        }
    }
    ishmemi_log_end_word(ctx, group, routine, began, ISHMEMI_LOG_SIGNAL, nelems * size, pe,
                         sig_op == ISHMEM_SIGNAL_ADD ? ISHMEMI_LOG_ADDS : ISHMEMI_LOG_SETS,
                         ISHMEMI_ADDRESS(sig_addr), signal);
}

#define ISHMEMI_SLOW(SUFFIX, GROUP)                                                                \
    ISHMEMI_COLD int ishmemi_slow_put_signal_##SUFFIX(                                             \
        ishmem_ctx_t ctx, ishmemi_string_t routine, void *dest, const void *source, size_t nelems, \
        size_t size, size_t alignment, const void *sig_addr, uint64_t signal, int sig_op, int pe,  \
        ishmemi_ring_wait_t wait)                                                                  \
    {                                                                                              \
        ishmemi_put_signal_plain(ctx, GROUP, routine, dest, source, nelems, size, alignment,       \
                                 sig_addr, signal, sig_op, pe, wait);                              \
        return 0;                                                                                  \
    }
ISHMEMI_SLOW_GROUPS(ISHMEMI_SLOW)
#undef ISHMEMI_SLOW

ISHMEMI_INLINE void ishmemi_put_signal(ishmem_ctx_t ctx, ishmemi_group_t group,
                                       ishmemi_string_t routine, void *dest, const void *source,
                                       size_t nelems, size_t size, size_t alignment,
                                       const void *sig_addr, uint64_t signal, int sig_op, int pe,
                                       ishmemi_ring_wait_t wait)
{
    if (ishmemi_is_slow(ctx)) {
        ISHMEMI_SLOW_CALL(ishmemi_slow_put_signal, group,
                          (ctx, routine, dest, source, nelems, size, alignment, sig_addr, signal,
                           sig_op, pe, wait));
        return;
    }
    const uint64_t delta = (uint64_t)ishmemi_quick_delta(ctx, pe);
    const size_t lane = ishmemi_group_lane(group);
    const int copies = ishmemi_copies(ctx, lane);
    ishmemi_group_barrier(group);
    if (copies) {
        ishmemi_copy_quick(ctx, ishmemi_pointer(ISHMEMI_ADDRESS(dest) + delta),
                           (const char *)source, nelems * size, lane, ishmemi_group_lanes(group));
    }
    ishmemi_group_barrier(group);
    if (lane == 0) {
        ishmemi_raise(ISHMEMI_ADDRESS(sig_addr) + delta, signal, sig_op);
    }
}

#endif
