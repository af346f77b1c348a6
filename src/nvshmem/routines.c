/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The routines that have the same parameters as libishmem's.
 */
#include "define.h"

#define SINGLE(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    NVSHMEM_JUMP(RESULT, nvshmem_##NAME, KIND, TYPE, PREFIX##_##TARGET)
#define EXTRA(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    NVSHMEM_JUMP(RESULT, nvshmemx_##NAME, KIND, TYPE, PREFIX##_##TARGET)

NVSHMEMI_SINGLE_LISTS(SINGLE)
NVSHMEMI_CHANGED_LIST(SINGLE)
NVSHMEMI_AMO_FLOAT_LIST(EXTRA)
