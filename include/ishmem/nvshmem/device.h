/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NVSHMEM's device API in OpenCL C, included by nvshmem.h alone.  Each name is one more name for a routine of
 * ishmem_device.h: _block for its _work_group form, _warp for its _sub_group form.
 */
// IWYU pragma: private, include <nvshmem.h>
#ifndef ISHMEM_NVSHMEM_DEVICE_H
#define ISHMEM_NVSHMEM_DEVICE_H

#include "lists.h"

#define NVSHMEMI_NAMED(RESULT, NAME, KIND, TYPE, TARGET) \
    RESULT NAME(ISHMEMI_PARAMETERS_##KIND(TYPE)) __asm__(#TARGET);
#define NVSHMEMI_SINGLE(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    NVSHMEMI_NAMED(RESULT, nvshmem_##NAME, KIND, TYPE, PREFIX##_##TARGET)
#define NVSHMEMI_EXTRA(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    NVSHMEMI_NAMED(RESULT, nvshmemx_##NAME, KIND, TYPE, PREFIX##_##TARGET)
#define NVSHMEMI_GROUPS(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)                              \
    NVSHMEMI_NAMED(RESULT, nvshmemx_##NAME##_block, KIND, TYPE, ishmemx_##TARGET##_work_group) \
    NVSHMEMI_NAMED(RESULT, nvshmemx_##NAME##_warp, KIND, TYPE, ishmemx_##TARGET##_sub_group)

NVSHMEMI_SINGLE_LISTS(NVSHMEMI_SINGLE)
NVSHMEMI_AMO_FLOAT_LIST(NVSHMEMI_EXTRA)
NVSHMEMI_GROUP_LISTS(NVSHMEMI_GROUPS)

/* ---- What has other parameters than the routine that does it -------------------------------------- */

#define NVSHMEMI_INLINE static inline __attribute__((always_inline))

#define NVSHMEMI_WAIT(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)            \
    NVSHMEMI_INLINE RESULT nvshmem_##NAME(ISHMEMI_PARAMETERS_##KIND(TYPE)) \
    {                                                                      \
        PREFIX##_##TARGET(ISHMEMI_ARGUMENTS_##KIND);                       \
    }
NVSHMEMI_CHANGED_LIST(NVSHMEMI_WAIT)

/* Updates a signal word on PE pe. */
NVSHMEMI_INLINE void nvshmemx_signal_op(uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)
{
    if (sig_op == NVSHMEM_SIGNAL_ADD) {
        ishmemx_signal_add(sig_addr, signal, pe);
    } else {
        ishmemx_signal_set(sig_addr, signal, pe);
    }
}

NVSHMEMI_INLINE void nvshmem_info_get_version(int *major, int *minor)
{
    *major = NVSHMEM_MAJOR_VERSION;
    *minor = NVSHMEM_MINOR_VERSION;
}

NVSHMEMI_INLINE void nvshmemx_vendor_get_version_info(int *major, int *minor, int *patch)
{
    *major = NVSHMEM_VENDOR_MAJOR_VERSION;
    *minor = NVSHMEM_VENDOR_MINOR_VERSION;
    *patch = NVSHMEM_VENDOR_PATCH_VERSION;
}

#endif
