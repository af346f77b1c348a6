/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Expands, by the preprocessor alone, to the names of all routines that the device library must
 * have, over the type lists of the API.  The names stand here once more, so that a routine that falls
 * out of routine_lists.h is missed.
 */
#include "ishmem/type_lists.h"

#define GROUPS(NAME) ishmemx_##NAME##_work_group ishmemx_##NAME##_sub_group
#define OWN(NAME) ishmem_##NAME GROUPS(NAME)
#define EXTENSION(NAME) ishmemx_##NAME ishmemx_ctx_##NAME GROUPS(NAME) GROUPS(ctx_##NAME)
#define ALL(NAME) ishmem_##NAME ishmem_ctx_##NAME GROUPS(NAME) GROUPS(ctx_##NAME)

/* clang-format off */
#define RMA(NAME, TYPE, A)                                                                    \
    ALL(NAME##_put) ALL(NAME##_get) ALL(NAME##_put_nbi) ALL(NAME##_get_nbi)                   \
    ALL(NAME##_iput) ALL(NAME##_iget) EXTENSION(NAME##_ibput) EXTENSION(NAME##_ibget)         \
    ALL(NAME##_p) ALL(NAME##_g) ALL(NAME##_put_signal) ALL(NAME##_put_signal_nbi)
#define BYTES(SIZE)                                                                           \
    ALL(put##SIZE) ALL(get##SIZE) ALL(put##SIZE##_nbi) ALL(get##SIZE##_nbi)                   \
    ALL(put##SIZE##_signal) ALL(put##SIZE##_signal_nbi)
#define SIZE(BITS, WIDTH, A)                                                                  \
    BYTES(BITS) ALL(iput##BITS) ALL(iget##BITS) EXTENSION(ibput##BITS) EXTENSION(ibget##BITS)
#define AMO_STD(NAME, TYPE, A)                                                                \
    ALL(NAME##_atomic_compare_swap) ALL(NAME##_atomic_compare_swap_nbi)                       \
    ALL(NAME##_atomic_inc) ALL(NAME##_atomic_fetch_inc) ALL(NAME##_atomic_fetch_inc_nbi)      \
    ALL(NAME##_atomic_add) ALL(NAME##_atomic_fetch_add) ALL(NAME##_atomic_fetch_add_nbi)
#define WAITS(NAME, TYPE, A)                                                                  \
    OWN(NAME##_wait_until) OWN(NAME##_wait_until_all) OWN(NAME##_wait_until_any)              \
    OWN(NAME##_wait_until_some) OWN(NAME##_wait_until_all_vector)                             \
    OWN(NAME##_wait_until_any_vector) OWN(NAME##_wait_until_some_vector)                      \
    OWN(NAME##_test) OWN(NAME##_test_all) OWN(NAME##_test_any) OWN(NAME##_test_some)          \
    OWN(NAME##_test_all_vector) OWN(NAME##_test_any_vector) OWN(NAME##_test_some_vector)
#define AMO_EXT(NAME, TYPE, A)                                                                \
    ALL(NAME##_atomic_fetch) ALL(NAME##_atomic_fetch_nbi) ALL(NAME##_atomic_set)              \
    ALL(NAME##_atomic_swap) ALL(NAME##_atomic_swap_nbi)
#define AMO_BIT(NAME, TYPE, A)                                                                \
    ALL(NAME##_atomic_and) ALL(NAME##_atomic_fetch_and) ALL(NAME##_atomic_fetch_and_nbi)      \
    ALL(NAME##_atomic_or) ALL(NAME##_atomic_fetch_or) ALL(NAME##_atomic_fetch_or_nbi)         \
    ALL(NAME##_atomic_xor) ALL(NAME##_atomic_fetch_xor) ALL(NAME##_atomic_fetch_xor_nbi)

#define OWN_EXTENSION(NAME) ishmemx_##NAME GROUPS(NAME)
#define COLLECTIVE(NAME, TYPE, A)                                                             \
    OWN(NAME##_broadcast) OWN(NAME##_collect) OWN(NAME##_fcollect) OWN(NAME##_alltoall)       \
    OWN(NAME##_alltoalls)
#define REDUCE(NAME, OP) OWN(NAME##_##OP##_reduce) OWN_EXTENSION(NAME##_##OP##_reduce_scatter)
#define REDUCE_BIT(NAME, TYPE, A) REDUCE(NAME, and) REDUCE(NAME, or) REDUCE(NAME, xor)
#define REDUCE_ARITH(NAME, TYPE, A)                                                           \
    REDUCE(NAME, max) REDUCE(NAME, min) REDUCE(NAME, sum) REDUCE(NAME, prod)                  \
    OWN(NAME##_sum_inscan) OWN(NAME##_sum_exscan)
#define REDUCE_HALF(NAME, TYPE, A)                                                            \
    OWN_EXTENSION(NAME##_max_reduce) OWN_EXTENSION(NAME##_min_reduce)                         \
    OWN_EXTENSION(NAME##_sum_reduce)

ROUTINES
ISHMEMI_RMA_TYPES(RMA, )
ISHMEMI_SIZES(SIZE, )
BYTES(mem)
ISHMEMI_AMO_STD_TYPES(AMO_STD, )
ISHMEMI_WAIT_TYPES(WAITS, )
ISHMEMI_AMO_EXT_TYPES(AMO_EXT, )
ISHMEMI_AMO_BIT_TYPES(AMO_BIT, )
ALL(float_atomic_add) ALL(float_atomic_fetch_add) ALL(float_atomic_fetch_add_nbi)
ALL(double_atomic_add) ALL(double_atomic_fetch_add) ALL(double_atomic_fetch_add_nbi)
EXTENSION(signal_set) EXTENSION(signal_add) OWN(signal_fetch) OWN(signal_wait_until)
ALL(fence) ALL(quiet) ALL(pe_quiet)
OWN(set_lock) OWN(clear_lock) OWN(test_lock)
ishmem_my_pe ishmem_n_pes ishmem_ptr ishmem_info_get_version ishmem_info_get_name
OWN(sync_all) OWN(barrier_all) OWN(team_sync) OWN_EXTENSION(team_barrier)
ISHMEMI_RMA_TYPES(COLLECTIVE, )
OWN(broadcastmem) OWN(collectmem) OWN(fcollectmem) OWN(alltoallmem) OWN(alltoallsmem)
ISHMEMI_REDUCE_BIT_TYPES(REDUCE_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(REDUCE_ARITH, )
ISHMEMI_REDUCE_HALF_TYPES(REDUCE_HALF, )
ishmemx_print ishmemx_timestamp ishmemx_timestamp_nbi ishmemx_nop ishmemx_nop_no_r ishmemx_debug_test
