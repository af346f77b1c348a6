/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels that the host library launches, one work-item each, where it cannot load and store the
 * heap itself.  All arguments are 64-bit integers: addresses are device addresses, `result` is
 * that of a uint64_t, `state` that of the context's ishmemi_state_t.
 *
 * The result is stored without ordering: the host reads it after the kernel has ended.
 */
#include "host_kernels.h"
#include "ishmem/device/atomics.h"
#include "ishmem/device/sync.h"
#include "ishmem/device/wait.h"

/* op: ISHMEMI_AMO_...; bytes: 4 or 8.  The result is the value before. */
kernel void ishmemi_kernel_amo(ulong op, ulong bytes, ulong address, ulong value, ulong cond,
                               ulong result)
{
    ulong before = 0;
    switch (op) {
    case ISHMEMI_AMO_FETCH: before = ishmemi_atomic_fetch(address, bytes); break;
    case ISHMEMI_AMO_SET: ishmemi_atomic_set(address, bytes, value); break;
    case ISHMEMI_AMO_ADD: before = ishmemi_atomic_fetch_add(address, bytes, value); break;
    case ISHMEMI_AMO_COMPARE_SWAP:
        before = ishmemi_atomic_compare_swap(address, bytes, cond, value);
        break;
    }
    *(__global ulong *)result = before;
}

/* The result is the value that compared, or one that does not when the job is being aborted. */
kernel void ishmemi_kernel_wait(ulong state, ulong address, ulong bytes, ulong is_signed, ulong cmp,
                                ulong value, ulong result)
{
    *(__global ulong *)result = ishmemi_poll((ishmem_ctx_t)state, address, bytes, is_signed != 0,
                                             (int)cmp, value);
}

kernel void ishmemi_kernel_sync_all(ulong state)
{
    ishmemi_sync_all((ishmem_ctx_t)state, ISHMEMI_WORK_ITEM);
}
