/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Expands, by the preprocessor alone, to the names of all routines that the device library must
 * have, over the type lists of the API.
 */
#include "ishmem/type_lists.h"

#define CTX(NAME) ishmem_##NAME ishmem_ctx_##NAME
#define GROUPS(NAME)                                  \
    ishmemx_##NAME##_work_group ishmemx_ctx_##NAME##_work_group \
    ishmemx_##NAME##_sub_group ishmemx_ctx_##NAME##_sub_group

#define RMA(NAME, TYPE, A)                                       \
    CTX(NAME##_put) CTX(NAME##_get) CTX(NAME##_p) CTX(NAME##_g)  \
    CTX(NAME##_put_signal)                                       \
    GROUPS(NAME##_put) GROUPS(NAME##_get) GROUPS(NAME##_put_signal)
#define SIZE(BITS, BYTES, A)                                          \
    CTX(put##BITS) CTX(get##BITS) CTX(put##BITS##_signal)             \
    GROUPS(put##BITS) GROUPS(get##BITS) GROUPS(put##BITS##_signal)
#define AMO_STD(NAME, TYPE, A)                                                        \
    CTX(NAME##_atomic_compare_swap) CTX(NAME##_atomic_fetch_add) CTX(NAME##_atomic_add) \
    ishmem_##NAME##_wait_until ishmemx_##NAME##_wait_until_work_group
#define AMO_EXT(NAME, TYPE, A) CTX(NAME##_atomic_fetch) CTX(NAME##_atomic_set)

ROUTINES
ISHMEMI_RMA_TYPES(RMA, )
ISHMEMI_SIZES(SIZE, )
CTX(putmem) CTX(getmem) CTX(putmem_signal)
GROUPS(putmem) GROUPS(getmem) GROUPS(putmem_signal)
ISHMEMI_AMO_STD_TYPES(AMO_STD, )
ISHMEMI_AMO_EXT_TYPES(AMO_EXT, )
CTX(fence) CTX(quiet) ishmemx_fence_work_group ishmemx_quiet_work_group
ishmem_signal_fetch ishmem_signal_wait_until ishmemx_signal_wait_until_work_group
ishmem_my_pe ishmem_n_pes ishmem_ptr ishmem_info_get_version ishmem_info_get_name
ishmem_sync_all ishmem_barrier_all ishmemx_sync_all_work_group ishmemx_barrier_all_work_group
