/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ordering and barriers inside kernels, many rounds a launch, as host_sync.c and host_order.c have
 * them from the host.
 */
#include "ishmem_device.h"

/* words: one for each PE.  *wrong counts PEs that were seen in another round. */
kernel void sync_item(global long *entered, long first, long rounds, global ulong *wrong)
{
    const int me = ishmem_my_pe();
    const int n = ishmem_n_pes();
    ulong bad = 0;
    for (long round = first; round < first + rounds; round++) {
        ishmem_long_p((long *)entered, round, me);
        ishmem_quiet();
        ishmem_sync_all();
        for (int pe = 0; pe < n; pe++) {
            const long other = ishmem_long_g((const long *)entered, pe);
            bad += other < round || other > round + 1;
        }
    }
    *wrong = bad;
}

kernel void sync_group(global long *entered, long first, long rounds, global ulong *wrong)
{
    const int me = ishmem_my_pe();
    const int n = ishmem_n_pes();
    ulong bad = 0;
    for (long round = first; round < first + rounds; round++) {
        if (get_local_id(0) == 0) {
            ishmem_long_p((long *)entered, round, me);
        }
        ishmemx_quiet_work_group();
        ishmemx_sync_all_work_group();
        for (int pe = (int)get_local_id(0); pe < n; pe += (int)get_local_size(0)) {
            const long other = ishmem_long_g((const long *)entered, pe);
            bad += other < round || other > round + 1;
        }
    }
    atomic_fetch_add_explicit((volatile global atomic_ulong *)wrong, bad, memory_order_relaxed,
                              memory_scope_all_svm_devices);
}

kernel void barrier_item(global long *words, long first, long rounds, global ulong *wrong)
{
    const int me = ishmem_my_pe();
    const int n = ishmem_n_pes();
    ulong bad = 0;
    for (long round = first; round < first + rounds; round++) {
        for (int pe = 0; pe < n; pe++) {
            ishmem_long_p((long *)words + me, round, pe);
        }
        ishmem_barrier_all();
        for (int pe = 0; pe < n; pe++) {
            const long word = ishmem_long_g((const long *)words + pe, me);
            bad += word < round || word > round + 1;
        }
    }
    *wrong = bad;
}

kernel void barrier_group(global long *words, long first, long rounds, global ulong *wrong)
{
    const int me = ishmem_my_pe();
    const int n = ishmem_n_pes();
    ulong bad = 0;
    for (long round = first; round < first + rounds; round++) {
        for (int pe = (int)get_local_id(0); pe < n; pe += (int)get_local_size(0)) {
            ishmem_long_p((long *)words + me, round, pe);
        }
        ishmemx_barrier_all_work_group();
        for (int pe = (int)get_local_id(0); pe < n; pe += (int)get_local_size(0)) {
            const long word = ishmem_long_g((const long *)words + pe, me);
            bad += word < round || word > round + 1;
        }
    }
    atomic_fetch_add_explicit((volatile global atomic_ulong *)wrong, bad, memory_order_relaxed,
                              memory_scope_all_svm_devices);
}

/* Message passing to the right neighbour: data and flag are apart by a cache line.  Odd rounds fence
 * by the context. */
kernel void message_passing(ishmem_ctx_t ctx, global long *data, global long *flag, long rounds,
                            int right, global ulong *wrong)
{
    const int me = ishmem_my_pe();
    ulong bad = 0;
    long seen = 0;
    for (long round = 1; round <= rounds || seen < rounds;) {
        if (round <= rounds) {
            ishmem_long_p((long *)data, round, right);
            if (round & 1) {
                ishmem_ctx_fence(ctx);
            } else {
                ishmem_fence();
            }
            ishmem_long_atomic_set((long *)flag, round, right);
            round++;
        } else {
            ishmem_long_wait_until((long *)flag, ISHMEM_CMP_GT, seen);
        }
        seen = ishmem_long_atomic_fetch((const long *)flag, me);
        bad += ishmem_long_g((const long *)data, me) < seen;
    }
    *wrong = bad;
}

/* Store buffering against a partner: saw_old[round] tells whether this PE missed the partner's
 * store.  x and start are apart by a cache line. */
kernel void store_buffering(ishmem_ctx_t ctx, global long *x, global long *start,
                            global uchar *saw_old, long rounds, int partner)
{
    const int me = ishmem_my_pe();
    for (long round = 1; round <= rounds; round++) {
        ishmem_long_atomic_set((long *)start, round, partner);
        ishmem_long_wait_until((long *)start, ISHMEM_CMP_GE, round);
        long seen;
        if (round & 1) {
            ishmem_long_p((long *)x, round, partner);
            ishmem_quiet();
            seen = ishmem_long_g((const long *)x, me);
        } else {
            ishmem_long_atomic_set((long *)x, round, partner);
            ishmem_ctx_quiet(ctx);
            seen = ishmem_long_atomic_fetch((const long *)x, me);
        }
        saw_old[round] = seen < round;
    }
}
