/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The routines of nvshmem.h and nvshmemx.h, each once, and the routine of libishmem that does the same.  A
 * list applies
 *
 *     X(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)
 *
 * to each routine: nvshmem_NAME returns RESULT, has the parameters ISHMEMI_PARAMETERS_KIND(TYPE)
 * (routine_lists.h) and is PREFIX_TARGET.  A list also says for which callers the routine exists:
 *
 *     the host                nvshmem_NAME             PREFIX_TARGET
 *     a work-item             nvshmem_NAME             PREFIX_TARGET
 *     a work-group            nvshmemx_NAME_block      ishmemx_TARGET_work_group
 *     a sub-group             nvshmemx_NAME_warp       ishmemx_TARGET_sub_group
 *     a command list          nvshmemx_NAME_on_stream  ishmemx_TARGET_on_queue
 */
// IWYU pragma: private, include <nvshmem.h>
#ifndef ISHMEM_NVSHMEM_LISTS_H
#define ISHMEM_NVSHMEM_LISTS_H

#include "../routine_lists.h"
#include "../type_lists.h"

/* Kinds of parameters that routine_lists.h does not have. */
#define ISHMEMI_PARAMETERS_changed(TYPE) TYPE *ivar, TYPE cmp_value
#define ISHMEMI_ARGUMENTS_changed ivar, ISHMEM_CMP_NE, cmp_value
#define ISHMEMI_PARAMETERS_none(TYPE) void
#define ISHMEMI_ARGUMENTS_none
#define ISHMEMI_PARAMETERS_of_team(TYPE) nvshmem_team_t team
#define ISHMEMI_ARGUMENTS_of_team team
#define ISHMEMI_PARAMETERS_translate(TYPE) \
    nvshmem_team_t src_team, int src_pe, nvshmem_team_t dest_team
#define ISHMEMI_ARGUMENTS_translate src_team, src_pe, dest_team
#define ISHMEMI_PARAMETERS_object_of_pe(TYPE) const TYPE *dest, int pe
#define ISHMEMI_ARGUMENTS_object_of_pe dest, pe
#define ISHMEMI_PARAMETERS_name(TYPE) TYPE *name
#define ISHMEMI_ARGUMENTS_name name
#define ISHMEMI_PARAMETERS_own_word(TYPE) const TYPE *sig_addr
#define ISHMEMI_ARGUMENTS_own_word sig_addr
#define ISHMEMI_PARAMETERS_own_wait(TYPE) TYPE *sig_addr, int cmp, TYPE cmp_value
#define ISHMEMI_ARGUMENTS_own_wait sig_addr, cmp, cmp_value

/* ---- Remote memory access: RMA types, half and bfloat16 ------------------------------------------- */
/*
 * NAME and TYPE are those of a type of NVSHMEM's, BODY the name of the type whose routines do the work.  A
 * uint16_t holds the bits of half and bfloat16.
 */
#define NVSHMEMI_COPIES(X, NAME, TYPE, BODY)                            \
    X(void, NAME##_put, copy, TYPE, ishmem, BODY##_put)                 \
    X(void, NAME##_get, copy, TYPE, ishmem, BODY##_get)                 \
    X(void, NAME##_put_nbi, copy, TYPE, ishmem, BODY##_put_nbi)         \
    X(void, NAME##_get_nbi, copy, TYPE, ishmem, BODY##_get_nbi)         \
    X(void, NAME##_iput, strided, TYPE, ishmem, BODY##_iput)            \
    X(void, NAME##_iget, strided, TYPE, ishmem, BODY##_iget)            \
    X(void, NAME##_put_signal, signal, TYPE, ishmem, BODY##_put_signal) \
    X(void, NAME##_put_signal_nbi, signal, TYPE, ishmem, BODY##_put_signal_nbi)
#define NVSHMEMI_P(X, NAME, TYPE, BODY) X(void, NAME##_p, value, TYPE, ishmem, BODY##_p)
#define NVSHMEMI_G(X, NAME, TYPE, BODY) X(TYPE, NAME##_g, read, TYPE, ishmem, BODY##_g)
#define NVSHMEMI_SIZED_COPIES(X, SIZE)                                    \
    X(void, put##SIZE, copy, void, ishmem, put##SIZE)                     \
    X(void, get##SIZE, copy, void, ishmem, get##SIZE)                     \
    X(void, put##SIZE##_nbi, copy, void, ishmem, put##SIZE##_nbi)         \
    X(void, get##SIZE##_nbi, copy, void, ishmem, get##SIZE##_nbi)         \
    X(void, put##SIZE##_signal, signal, void, ishmem, put##SIZE##_signal) \
    X(void, put##SIZE##_signal_nbi, signal, void, ishmem, put##SIZE##_signal_nbi)
#define NVSHMEMI_SIZED_STRIDED(X, SIZE)                    \
    X(void, iput##SIZE, strided, void, ishmem, iput##SIZE) \
    X(void, iget##SIZE, strided, void, ishmem, iget##SIZE)

#define NVSHMEMI_COPIES_OF(NAME, TYPE, X) NVSHMEMI_COPIES(X, NAME, TYPE, NAME)
#define NVSHMEMI_P_OF(NAME, TYPE, X) NVSHMEMI_P(X, NAME, TYPE, NAME)
#define NVSHMEMI_G_OF(NAME, TYPE, X) NVSHMEMI_G(X, NAME, TYPE, NAME)
#define NVSHMEMI_SIZED_OF(SIZE, BYTES, X) \
    NVSHMEMI_SIZED_COPIES(X, SIZE)        \
    NVSHMEMI_SIZED_STRIDED(X, SIZE)
/* The host, work-items, work-groups, sub-groups and command lists. */
#define NVSHMEMI_COPY_LIST(X)                      \
    ISHMEMI_RMA_TYPES(NVSHMEMI_COPIES_OF, X)       \
    NVSHMEMI_COPIES(X, half, uint16_t, uint16)     \
    NVSHMEMI_COPIES(X, bfloat16, uint16_t, uint16) \
    ISHMEMI_SIZES(NVSHMEMI_SIZED_OF, X)            \
    NVSHMEMI_SIZED_COPIES(X, mem)
/* The host, work-items and command lists. */
#define NVSHMEMI_P_LIST(X)                \
    ISHMEMI_RMA_TYPES(NVSHMEMI_P_OF, X)   \
    NVSHMEMI_P(X, half, uint16_t, uint16) \
    NVSHMEMI_P(X, bfloat16, uint16_t, uint16)
#define NVSHMEMI_G_LIST(X)                \
    ISHMEMI_RMA_TYPES(NVSHMEMI_G_OF, X)   \
    NVSHMEMI_G(X, half, uint16_t, uint16) \
    NVSHMEMI_G(X, bfloat16, uint16_t, uint16)

/* ---- Atomic memory operations: the host and work-items ------------------------------------------------ */

#define NVSHMEMI_AMO_STD_OF(NAME, TYPE, X)                                              \
    X(TYPE, NAME##_atomic_compare_swap, cond, TYPE, ishmem, NAME##_atomic_compare_swap) \
    X(TYPE, NAME##_atomic_fetch_inc, change, TYPE, ishmem, NAME##_atomic_fetch_inc)     \
    X(void, NAME##_atomic_inc, change, TYPE, ishmem, NAME##_atomic_inc)                 \
    X(TYPE, NAME##_atomic_fetch_add, value, TYPE, ishmem, NAME##_atomic_fetch_add)      \
    X(void, NAME##_atomic_add, value, TYPE, ishmem, NAME##_atomic_add)
#define NVSHMEMI_AMO_EXT_OF(NAME, TYPE, X)                                \
    X(TYPE, NAME##_atomic_fetch, read, TYPE, ishmem, NAME##_atomic_fetch) \
    X(void, NAME##_atomic_set, value, TYPE, ishmem, NAME##_atomic_set)    \
    X(TYPE, NAME##_atomic_swap, value, TYPE, ishmem, NAME##_atomic_swap)
#define NVSHMEMI_AMO_BIT_OF(NAME, TYPE, X)                                         \
    X(TYPE, NAME##_atomic_fetch_and, value, TYPE, ishmem, NAME##_atomic_fetch_and) \
    X(void, NAME##_atomic_and, value, TYPE, ishmem, NAME##_atomic_and)             \
    X(TYPE, NAME##_atomic_fetch_or, value, TYPE, ishmem, NAME##_atomic_fetch_or)   \
    X(void, NAME##_atomic_or, value, TYPE, ishmem, NAME##_atomic_or)               \
    X(TYPE, NAME##_atomic_fetch_xor, value, TYPE, ishmem, NAME##_atomic_fetch_xor) \
    X(void, NAME##_atomic_xor, value, TYPE, ishmem, NAME##_atomic_xor)
#define NVSHMEMI_AMO_FLOAT_OF(NAME, TYPE, X)                                       \
    X(TYPE, NAME##_atomic_fetch_add, value, TYPE, ishmem, NAME##_atomic_fetch_add) \
    X(void, NAME##_atomic_add, value, TYPE, ishmem, NAME##_atomic_add)
#define NVSHMEMI_AMO_LIST(X)                      \
    ISHMEMI_AMO_STD_TYPES(NVSHMEMI_AMO_STD_OF, X) \
    ISHMEMI_AMO_EXT_TYPES(NVSHMEMI_AMO_EXT_OF, X) \
    ISHMEMI_AMO_BIT_TYPES(NVSHMEMI_AMO_BIT_OF, X)
/* These names begin with nvshmemx_. */
#define NVSHMEMI_AMO_FLOAT_LIST(X) ISHMEMI_AMO_FLOAT_TYPES(NVSHMEMI_AMO_FLOAT_OF, X)

/* ---- Point-to-point synchronisation: types of waits, and the type of signals -------------------------- */

#define NVSHMEMI_WAITS(X, NAME, TYPE, BODY)                                  \
    X(void, NAME##_wait_until_all, set, TYPE, ishmem, BODY##_wait_until_all) \
    X(void, NAME##_wait_until_all_vector, set_vector, TYPE, ishmem, BODY##_wait_until_all_vector)
#define NVSHMEMI_SETS(X, NAME, TYPE, BODY)                                              \
    X(size_t, NAME##_wait_until_any, set, TYPE, ishmem, BODY##_wait_until_any)          \
    X(size_t, NAME##_wait_until_some, some, TYPE, ishmem, BODY##_wait_until_some)       \
    X(size_t, NAME##_wait_until_any_vector, set_vector, TYPE, ishmem,                   \
      BODY##_wait_until_any_vector)                                                     \
    X(size_t, NAME##_wait_until_some_vector, some_vector, TYPE, ishmem,                 \
      BODY##_wait_until_some_vector)                                                    \
    X(int, NAME##_test, one, TYPE, ishmem, BODY##_test)                                 \
    X(int, NAME##_test_all, set, TYPE, ishmem, BODY##_test_all)                         \
    X(size_t, NAME##_test_any, set, TYPE, ishmem, BODY##_test_any)                      \
    X(size_t, NAME##_test_some, some, TYPE, ishmem, BODY##_test_some)                   \
    X(int, NAME##_test_all_vector, set_vector, TYPE, ishmem, BODY##_test_all_vector)    \
    X(size_t, NAME##_test_any_vector, set_vector, TYPE, ishmem, BODY##_test_any_vector) \
    X(size_t, NAME##_test_some_vector, some_vector, TYPE, ishmem, BODY##_test_some_vector)
#define NVSHMEMI_WAITS_OF(NAME, TYPE, X)                             \
    X(void, NAME##_wait_until, one, TYPE, ishmem, NAME##_wait_until) \
    NVSHMEMI_WAITS(X, NAME, TYPE, NAME)
#define NVSHMEMI_SETS_OF(NAME, TYPE, X) NVSHMEMI_SETS(X, NAME, TYPE, NAME)
#define NVSHMEMI_CHANGED(X, NAME, TYPE, BODY) \
    X(void, NAME##_wait, changed, TYPE, ishmem, BODY##_wait_until)
#define NVSHMEMI_CHANGED_OF(NAME, TYPE, X) NVSHMEMI_CHANGED(X, NAME, TYPE, NAME)
/* The host, work-items and command lists. */
#define NVSHMEMI_WAIT_LIST(X)                \
    ISHMEMI_WAIT_TYPES(NVSHMEMI_WAITS_OF, X) \
    NVSHMEMI_WAITS(X, signal, uint64_t, uint64)
/* The same: wait_until for another value than cmp_value. */
#define NVSHMEMI_CHANGED_LIST(X)               \
    ISHMEMI_WAIT_TYPES(NVSHMEMI_CHANGED_OF, X) \
    NVSHMEMI_CHANGED(X, signal, uint64_t, uint64)
/* The host and work-items. */
#define NVSHMEMI_SET_LIST(X)                \
    ISHMEMI_WAIT_TYPES(NVSHMEMI_SETS_OF, X) \
    NVSHMEMI_SETS(X, signal, uint64_t, uint64)

/* ---- Collectives: the host, work-items, work-groups, sub-groups and command lists --------------------- */

#define NVSHMEMI_MOVES(X, NAME, TYPE, BODY)                             \
    X(int, NAME##_alltoall, gather, TYPE, ishmem, BODY##_alltoall)      \
    X(int, NAME##_broadcast, from_root, TYPE, ishmem, BODY##_broadcast) \
    X(int, NAME##_fcollect, gather, TYPE, ishmem, BODY##_fcollect)
#define NVSHMEMI_MOVES_OF(NAME, TYPE, X) NVSHMEMI_MOVES(X, NAME, TYPE, NAME)
#define NVSHMEMI_REDUCE(X, NAME, TYPE, OP)                                   \
    X(int, NAME##_##OP##_reduce, reduce, TYPE, ishmem, NAME##_##OP##_reduce) \
    X(int, NAME##_##OP##_reducescatter, reduce, TYPE, ishmemx, NAME##_##OP##_reduce_scatter)
#define NVSHMEMI_REDUCE_BIT_OF(NAME, TYPE, X) \
    NVSHMEMI_REDUCE(X, NAME, TYPE, and)       \
    NVSHMEMI_REDUCE(X, NAME, TYPE, or)        \
    NVSHMEMI_REDUCE(X, NAME, TYPE, xor)
#define NVSHMEMI_REDUCE_ARITH_OF(NAME, TYPE, X) \
    NVSHMEMI_REDUCE(X, NAME, TYPE, max)         \
    NVSHMEMI_REDUCE(X, NAME, TYPE, min)         \
    NVSHMEMI_REDUCE(X, NAME, TYPE, sum)         \
    NVSHMEMI_REDUCE(X, NAME, TYPE, prod)
#define NVSHMEMI_REDUCE_HALF(X, NAME, BODY)                                 \
    X(int, NAME##_max_reduce, reduce, uint16_t, ishmemx, BODY##_max_reduce) \
    X(int, NAME##_min_reduce, reduce, uint16_t, ishmemx, BODY##_min_reduce) \
    X(int, NAME##_sum_reduce, reduce, uint16_t, ishmemx, BODY##_sum_reduce)
#define NVSHMEMI_MOVE_LIST(X)                                   \
    ISHMEMI_RMA_TYPES(NVSHMEMI_MOVES_OF, X)                     \
    NVSHMEMI_MOVES(X, half, uint16_t, uint16)                   \
    NVSHMEMI_MOVES(X, bfloat16, uint16_t, uint16)               \
    X(int, alltoallmem, gather, void, ishmem, alltoallmem)      \
    X(int, broadcastmem, from_root, void, ishmem, broadcastmem) \
    X(int, fcollectmem, gather, void, ishmem, fcollectmem)
#define NVSHMEMI_REDUCE_LIST(X)                             \
    ISHMEMI_REDUCE_STD_BIT_TYPES(NVSHMEMI_REDUCE_BIT_OF, X) \
    ISHMEMI_REDUCE_ARITH_TYPES(NVSHMEMI_REDUCE_ARITH_OF, X) \
    NVSHMEMI_REDUCE_HALF(X, half, float16)                  \
    NVSHMEMI_REDUCE_HALF(X, bfloat16, bfloat16)
/* Of a team, and of all PEs. */
#define NVSHMEMI_TEAM_SYNC_LIST(X)                        \
    X(int, barrier, of_team, void, ishmemx, team_barrier) \
    X(int, team_sync, of_team, void, ishmem, team_sync)
#define NVSHMEMI_SYNC_LIST(X)                             \
    X(void, barrier_all, none, void, ishmem, barrier_all) \
    X(void, sync_all, none, void, ishmem, sync_all)

/* ---- Without a type: the host and work-items ------------------------------------------------------------ */

#define NVSHMEMI_QUERY_LIST(X)                                            \
    X(int, my_pe, none, void, ishmem, my_pe)                              \
    X(int, n_pes, none, void, ishmem, n_pes)                              \
    X(void *, ptr, object_of_pe, void, ishmem, ptr)                       \
    X(void, info_get_name, name, char, ishmem, info_get_name)             \
    X(int, team_my_pe, of_team, void, ishmem, team_my_pe)                 \
    X(int, team_n_pes, of_team, void, ishmem, team_n_pes)                 \
    X(int, team_translate_pe, translate, void, ishmem, team_translate_pe) \
    X(void, fence, none, void, ishmem, fence)                             \
    X(void, quiet, none, void, ishmem, quiet)                             \
    X(uint64_t, signal_fetch, own_word, uint64_t, ishmem, signal_fetch)   \
    X(uint64_t, signal_wait_until, own_wait, uint64_t, ishmem, signal_wait_until)

/* ---- All lists for a kind of caller ------------------------------------------------------------------------ */

/* The host and work-items, by their own names. */
#define NVSHMEMI_SINGLE_LISTS(X) \
    NVSHMEMI_QUERY_LIST(X)       \
    NVSHMEMI_COPY_LIST(X)        \
    NVSHMEMI_P_LIST(X)           \
    NVSHMEMI_G_LIST(X)           \
    NVSHMEMI_AMO_LIST(X)         \
    NVSHMEMI_WAIT_LIST(X)        \
    NVSHMEMI_SET_LIST(X)         \
    NVSHMEMI_GROUP_COLLECTIVES(X)
#define NVSHMEMI_GROUP_COLLECTIVES(X) \
    NVSHMEMI_SYNC_LIST(X)             \
    NVSHMEMI_TEAM_SYNC_LIST(X)        \
    NVSHMEMI_MOVE_LIST(X)             \
    NVSHMEMI_REDUCE_LIST(X)
/* Work-groups and sub-groups. */
#define NVSHMEMI_GROUP_LISTS(X) \
    NVSHMEMI_COPY_LIST(X)       \
    NVSHMEMI_GROUP_COLLECTIVES(X)
/* Command lists: what returns nothing, and collectives, which return whether they could be appended. */
#define NVSHMEMI_STREAM_LISTS(X) \
    NVSHMEMI_COPY_LIST(X)        \
    NVSHMEMI_P_LIST(X)           \
    NVSHMEMI_WAIT_LIST(X)
#define NVSHMEMI_STREAM_COLLECTIVES(X) \
    NVSHMEMI_TEAM_SYNC_LIST(X)         \
    NVSHMEMI_MOVE_LIST(X)              \
    NVSHMEMI_REDUCE_LIST(X)

#endif
