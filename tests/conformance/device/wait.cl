/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting inside kernels, by work-item 0 or by each of the launch's work-groups; *result is what
 * signal_wait_until returned, on the last work-item.
 */
#include "forms.h"
#include "ishmem_device.h"

#define TYPED(NAME, TYPE, A)                                                     \
    kernel void NAME##_item(uint form, global TYPE *ivar, int cmp, ulong value)  \
    {                                                                            \
        if (get_global_id(0) != 0) {                                             \
            return;                                                              \
        }                                                                        \
        if (form == FORM_FLAT) {                                                 \
            ishmem_##NAME##_wait_until(ivar, cmp, (TYPE)value);                  \
        } else {                                                                 \
            ishmem_wait_until((TYPE *)ivar, cmp, (TYPE)value);                   \
        }                                                                        \
    }                                                                            \
    kernel void NAME##_group(uint form, global TYPE *ivar, int cmp, ulong value) \
    {                                                                            \
        if (form == FORM_FLAT) {                                                 \
            ishmemx_##NAME##_wait_until_work_group(ivar, cmp, (TYPE)value);      \
        } else {                                                                 \
            ishmemx_wait_until_work_group((TYPE *)ivar, cmp, (TYPE)value);       \
        }                                                                        \
    }
ISHMEMI_WAIT_TYPES(TYPED, )

kernel void signal_item(global ulong *sig_addr, int cmp, ulong value, global ulong *result)
{
    if (get_global_id(0) == 0) {
        const ulong seen = ishmem_signal_wait_until((uint64_t *)sig_addr, cmp, value);
        /* Nobody changes the word after it has its last value. */
        *result = ishmem_signal_fetch((const uint64_t *)sig_addr) == seen ? seen : ~seen;
    }
}

kernel void signal_group(global ulong *sig_addr, int cmp, ulong value, global ulong *result)
{
    const ulong seen = ishmemx_signal_wait_until_work_group((uint64_t *)sig_addr, cmp, value);
    if (get_local_id(0) == get_local_size(0) - 1) {
        *result = seen;
    }
}
