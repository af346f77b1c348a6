/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers inside kernels, many rounds a launch, as host_sync.c has them from the host. */
#include "ishmem_device.h"

/* words: one for each PE.  *wrong counts PEs that were seen in another round. */
kernel void sync_item(global long *entered, long first, long rounds, global ulong *wrong)
{
    const int me = ishmem_my_pe();
    const int n = ishmem_n_pes();
    ulong bad = 0;
    for (long round = first; round < first + rounds; round++) {
        ishmem_long_atomic_set((long *)entered, round, me);
        ishmem_quiet();
        ishmem_sync_all();
        for (int pe = 0; pe < n; pe++) {
            const long other = ishmem_long_atomic_fetch((const long *)entered, pe);
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
            ishmem_long_atomic_set((long *)entered, round, me);
        }
        ishmemx_quiet_work_group();
        ishmemx_sync_all_work_group();
        for (int pe = (int)get_local_id(0); pe < n; pe += (int)get_local_size(0)) {
            const long other = ishmem_long_atomic_fetch((const long *)entered, pe);
            bad += other < round || other > round + 1;
        }
    }
    atomic_fetch_add_explicit((volatile global atomic_ulong *)wrong, bad, memory_order_relaxed,
                              memory_scope_all_svm_devices);
}

/* Nothing that would complete the syncs' own stores. */
kernel void sync_alone(long rounds)
{
    for (long round = 0; round < rounds; round++) {
        ishmem_sync_all();
    }
}

kernel void barrier_item(global long *words, long first, long rounds, global ulong *wrong)
{
    const int me = ishmem_my_pe();
    const int n = ishmem_n_pes();
    ulong bad = 0;
    for (long round = first; round < first + rounds; round++) {
        for (int pe = 0; pe < n; pe++) {
            ishmem_long_atomic_set((long *)words + me, round, pe);
        }
        ishmem_barrier_all();
        for (int pe = 0; pe < n; pe++) {
            const long word = ishmem_long_atomic_fetch((const long *)words + pe, me);
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
            ishmem_long_atomic_set((long *)words + me, round, pe);
        }
        ishmemx_barrier_all_work_group();
        for (int pe = (int)get_local_id(0); pe < n; pe += (int)get_local_size(0)) {
            const long word = ishmem_long_atomic_fetch((const long *)words + pe, me);
            bad += word < round || word > round + 1;
        }
    }
    atomic_fetch_add_explicit((volatile global atomic_ulong *)wrong, bad, memory_order_relaxed,
                              memory_scope_all_svm_devices);
}

kernel void sync_team(int team)
{
    ishmem_team_sync(team);
}
