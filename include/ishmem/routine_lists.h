/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The point-to-point routines of the API, each written once.  A list is an X-macro: it applies
 *
 *     X(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)
 *
 * to every routine of a family.  PREFIX_NAME_ROUTINE returns RESULT and has the parameters
 * ISHMEMI_PARAMETERS_KIND(TYPE); ISHMEMI_ARGUMENTS_KIND are the names of these parameters, for a
 * call.  Declarations, definitions, overloads and tests expand from a list of types
 * (type_lists.h) and a list of routines.
 */
#ifndef ISHMEM_ROUTINE_LISTS_H
#define ISHMEM_ROUTINE_LISTS_H

/* ---- Parameters, by the kind of routine ------------------------------------------------- */

/*
 * If the name has no type, the first pointer of a call selects the routine and with it the types of
 * all other parameters.  In a C++ template these take no part in the deduction, so arguments
 * convert as they do in a call of the routine with a type in its name.
 */
#ifdef __cplusplus
namespace ishmemi {
template <typename T> struct identity {
    using type = T;
};
template <typename T> using follows = typename identity<T>::type;
} // namespace ishmemi
#define ISHMEMI_FOLLOWS(TYPE) ishmemi::follows<TYPE>
#else
#define ISHMEMI_FOLLOWS(TYPE) TYPE
#endif

#define ISHMEMI_PARAMETERS_copy(TYPE) \
    TYPE *dest, const ISHMEMI_FOLLOWS(TYPE) *source, size_t nelems, int pe
#define ISHMEMI_ARGUMENTS_copy dest, source, nelems, pe
#define ISHMEMI_PARAMETERS_strided(TYPE)                                                          \
    TYPE *dest, const ISHMEMI_FOLLOWS(TYPE) *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
        int pe
#define ISHMEMI_ARGUMENTS_strided dest, source, dst, sst, nelems, pe
#define ISHMEMI_PARAMETERS_blocks(TYPE)                                                          \
    TYPE *dest, const ISHMEMI_FOLLOWS(TYPE) *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, \
        size_t nblocks, int pe
#define ISHMEMI_ARGUMENTS_blocks dest, source, dst, sst, bsize, nblocks, pe
#define ISHMEMI_PARAMETERS_signal(TYPE)                                                 \
    TYPE *dest, const ISHMEMI_FOLLOWS(TYPE) *source, size_t nelems, uint64_t *sig_addr, \
        uint64_t signal, int sig_op, int pe
#define ISHMEMI_ARGUMENTS_signal dest, source, nelems, sig_addr, signal, sig_op, pe

/* One object that is read, changed, changed with a value, or swapped under a condition. */
#define ISHMEMI_PARAMETERS_read(TYPE) const TYPE *source, int pe
#define ISHMEMI_ARGUMENTS_read source, pe
#define ISHMEMI_PARAMETERS_change(TYPE) TYPE *dest, int pe
#define ISHMEMI_ARGUMENTS_change dest, pe
#define ISHMEMI_PARAMETERS_value(TYPE) TYPE *dest, ISHMEMI_FOLLOWS(TYPE) value, int pe
#define ISHMEMI_ARGUMENTS_value dest, value, pe
#define ISHMEMI_PARAMETERS_cond(TYPE) \
    TYPE *dest, ISHMEMI_FOLLOWS(TYPE) cond, ISHMEMI_FOLLOWS(TYPE) value, int pe
#define ISHMEMI_ARGUMENTS_cond dest, cond, value, pe
/* The same, non-blocking. */
#define ISHMEMI_PARAMETERS_read_nbi(TYPE) TYPE *fetch, const ISHMEMI_FOLLOWS(TYPE) *source, int pe
#define ISHMEMI_ARGUMENTS_read_nbi fetch, source, pe
#define ISHMEMI_PARAMETERS_change_nbi(TYPE) TYPE *fetch, ISHMEMI_FOLLOWS(TYPE) *dest, int pe
#define ISHMEMI_ARGUMENTS_change_nbi fetch, dest, pe
#define ISHMEMI_PARAMETERS_value_nbi(TYPE) \
    TYPE *fetch, ISHMEMI_FOLLOWS(TYPE) *dest, ISHMEMI_FOLLOWS(TYPE) value, int pe
#define ISHMEMI_ARGUMENTS_value_nbi fetch, dest, value, pe
#define ISHMEMI_PARAMETERS_cond_nbi(TYPE)                                 \
    TYPE *fetch, ISHMEMI_FOLLOWS(TYPE) *dest, ISHMEMI_FOLLOWS(TYPE) cond, \
        ISHMEMI_FOLLOWS(TYPE) value, int pe
#define ISHMEMI_ARGUMENTS_cond_nbi fetch, dest, cond, value, pe

/* Waits for and tests of one object, of a set, and of a set whose indices are returned; and of sets
 * with a value for each element. */
#define ISHMEMI_PARAMETERS_one(TYPE) TYPE *ivar, int cmp, ISHMEMI_FOLLOWS(TYPE) cmp_value
#define ISHMEMI_ARGUMENTS_one ivar, cmp, cmp_value
#define ISHMEMI_PARAMETERS_set(TYPE) \
    TYPE *ivars, size_t nelems, const int *status, int cmp, ISHMEMI_FOLLOWS(TYPE) cmp_value
#define ISHMEMI_ARGUMENTS_set ivars, nelems, status, cmp, cmp_value
#define ISHMEMI_PARAMETERS_some(TYPE)                                        \
    TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, \
        ISHMEMI_FOLLOWS(TYPE) cmp_value
#define ISHMEMI_ARGUMENTS_some ivars, nelems, indices, status, cmp, cmp_value
#define ISHMEMI_PARAMETERS_set_vector(TYPE) \
    TYPE *ivars, size_t nelems, const int *status, int cmp, const ISHMEMI_FOLLOWS(TYPE) *cmp_values
#define ISHMEMI_ARGUMENTS_set_vector ivars, nelems, status, cmp, cmp_values
#define ISHMEMI_PARAMETERS_some_vector(TYPE)                                 \
    TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, \
        const ISHMEMI_FOLLOWS(TYPE) *cmp_values
#define ISHMEMI_ARGUMENTS_some_vector ivars, nelems, indices, status, cmp, cmp_values

/* Collectives over a team, and the same parameters without the team, for a call over the world. */
#define ISHMEMI_PARAMETERS_world_gather(TYPE) \
    TYPE *dest, const ISHMEMI_FOLLOWS(TYPE) *source, size_t nelems
#define ISHMEMI_ARGUMENTS_world_gather dest, source, nelems
#define ISHMEMI_PARAMETERS_world_gather_strided(TYPE) \
    TYPE *dest, const ISHMEMI_FOLLOWS(TYPE) *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems
#define ISHMEMI_ARGUMENTS_world_gather_strided dest, source, dst, sst, nelems
#define ISHMEMI_PARAMETERS_world_from_root(TYPE) \
    TYPE *dest, const ISHMEMI_FOLLOWS(TYPE) *source, size_t nelems, int PE_root
#define ISHMEMI_ARGUMENTS_world_from_root dest, source, nelems, PE_root
#define ISHMEMI_PARAMETERS_world_reduce(TYPE) \
    TYPE *dest, const ISHMEMI_FOLLOWS(TYPE) *source, size_t nreduce
#define ISHMEMI_ARGUMENTS_world_reduce dest, source, nreduce
/* A collective of a team.  OpenSHMEM's team is of another type, which its library converts. */
#define ISHMEMI_TEAM_PARAMETER ishmem_team_t team
#define ISHMEMI_TEAM_ARGUMENT team
#define ISHMEMI_PARAMETERS_gather(TYPE) \
    ISHMEMI_TEAM_PARAMETER, ISHMEMI_PARAMETERS_world_gather(TYPE)
#define ISHMEMI_ARGUMENTS_gather ISHMEMI_TEAM_ARGUMENT, ISHMEMI_ARGUMENTS_world_gather
#define ISHMEMI_PARAMETERS_gather_strided(TYPE) \
    ISHMEMI_TEAM_PARAMETER, ISHMEMI_PARAMETERS_world_gather_strided(TYPE)
#define ISHMEMI_ARGUMENTS_gather_strided \
    ISHMEMI_TEAM_ARGUMENT, ISHMEMI_ARGUMENTS_world_gather_strided
#define ISHMEMI_PARAMETERS_from_root(TYPE) \
    ISHMEMI_TEAM_PARAMETER, ISHMEMI_PARAMETERS_world_from_root(TYPE)
#define ISHMEMI_ARGUMENTS_from_root ISHMEMI_TEAM_ARGUMENT, ISHMEMI_ARGUMENTS_world_from_root
#define ISHMEMI_PARAMETERS_reduce(TYPE) \
    ISHMEMI_TEAM_PARAMETER, ISHMEMI_PARAMETERS_world_reduce(TYPE)
#define ISHMEMI_ARGUMENTS_reduce ISHMEMI_TEAM_ARGUMENT, ISHMEMI_ARGUMENTS_world_reduce

/* Signal words, PEs, locks and teams. */
#define ISHMEMI_PARAMETERS_signal_word(TYPE) TYPE *sig_addr, TYPE signal, int pe
#define ISHMEMI_ARGUMENTS_signal_word sig_addr, signal, pe
#define ISHMEMI_PARAMETERS_own_signal(TYPE) const TYPE *sig_addr
#define ISHMEMI_ARGUMENTS_own_signal sig_addr
#define ISHMEMI_PARAMETERS_await_signal(TYPE) TYPE *sig_addr, int cmp, TYPE cmp_value
#define ISHMEMI_ARGUMENTS_await_signal sig_addr, cmp, cmp_value
#define ISHMEMI_PARAMETERS_pes(TYPE) const TYPE *target_pes, size_t npes
#define ISHMEMI_ARGUMENTS_pes target_pes, npes
#define ISHMEMI_PARAMETERS_lock(TYPE) TYPE *lock
#define ISHMEMI_ARGUMENTS_lock lock
#define ISHMEMI_PARAMETERS_team(TYPE) ISHMEMI_TEAM_PARAMETER
#define ISHMEMI_ARGUMENTS_team ISHMEMI_TEAM_ARGUMENT
#define ISHMEMI_PARAMETERS_nothing(TYPE) void
#define ISHMEMI_ARGUMENTS_nothing

/* ---- Routines of a type ------------------------------------------------------------------ */
/*
 * Where the routines of a list differ in what they do to symmetric memory, ISHMEMI_EFFECT_ROUTINE
 * says it for the detection of races (src/host/routines/routine_names.h).
 */

/* RMA types: blocks, and single values. */
#define ISHMEMI_RMA_ROUTINES(X, NAME, TYPE)     \
    X(NAME, TYPE, void, ishmem, put, copy)      \
    X(NAME, TYPE, void, ishmem, get, copy)      \
    X(NAME, TYPE, void, ishmem, put_nbi, copy)  \
    X(NAME, TYPE, void, ishmem, get_nbi, copy)  \
    X(NAME, TYPE, void, ishmem, iput, strided)  \
    X(NAME, TYPE, void, ishmem, iget, strided)  \
    X(NAME, TYPE, void, ishmemx, ibput, blocks) \
    X(NAME, TYPE, void, ishmemx, ibget, blocks)
#define ISHMEMI_EFFECT_put PUT
#define ISHMEMI_EFFECT_get GET
#define ISHMEMI_EFFECT_put_nbi PUT
#define ISHMEMI_EFFECT_get_nbi GET
#define ISHMEMI_EFFECT_iput PUT
#define ISHMEMI_EFFECT_iget GET
#define ISHMEMI_EFFECT_ibput PUT
#define ISHMEMI_EFFECT_ibget GET
#define ISHMEMI_RMA_VALUE_ROUTINES(X, NAME, TYPE) \
    X(NAME, TYPE, void, ishmem, p, value)         \
    X(NAME, TYPE, TYPE, ishmem, g, read)
#define ISHMEMI_EFFECT_p PUT
#define ISHMEMI_EFFECT_g GET
#define ISHMEMI_SIGNAL_ROUTINES(X, NAME, TYPE)      \
    X(NAME, TYPE, void, ishmem, put_signal, signal) \
    X(NAME, TYPE, void, ishmem, put_signal_nbi, signal)
#define ISHMEMI_EFFECT_put_signal SIGNAL
#define ISHMEMI_EFFECT_put_signal_nbi SIGNAL

/* Standard, extended and bitwise AMO types, and floating point, which has additions alone. */
#define ISHMEMI_AMO_INTEGER_ROUTINES(X, NAME, TYPE)                \
    X(NAME, TYPE, TYPE, ishmem, atomic_compare_swap, cond)         \
    X(NAME, TYPE, TYPE, ishmem, atomic_fetch_inc, change)          \
    X(NAME, TYPE, void, ishmem, atomic_inc, change)                \
    X(NAME, TYPE, void, ishmem, atomic_compare_swap_nbi, cond_nbi) \
    X(NAME, TYPE, void, ishmem, atomic_fetch_inc_nbi, change_nbi)
#define ISHMEMI_AMO_ADD_ROUTINES(X, NAME, TYPE)          \
    X(NAME, TYPE, TYPE, ishmem, atomic_fetch_add, value) \
    X(NAME, TYPE, void, ishmem, atomic_add, value)       \
    X(NAME, TYPE, void, ishmem, atomic_fetch_add_nbi, value_nbi)
#define ISHMEMI_AMO_STD_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_AMO_INTEGER_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_AMO_ADD_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_AMO_FLOAT_ROUTINES(X, NAME, TYPE) ISHMEMI_AMO_ADD_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_AMO_EXT_ROUTINES(X, NAME, TYPE)             \
    X(NAME, TYPE, TYPE, ishmem, atomic_fetch, read)         \
    X(NAME, TYPE, void, ishmem, atomic_set, value)          \
    X(NAME, TYPE, TYPE, ishmem, atomic_swap, value)         \
    X(NAME, TYPE, void, ishmem, atomic_fetch_nbi, read_nbi) \
    X(NAME, TYPE, void, ishmem, atomic_swap_nbi, value_nbi)
#define ISHMEMI_AMO_BIT_ROUTINES(X, NAME, TYPE)                  \
    X(NAME, TYPE, TYPE, ishmem, atomic_fetch_and, value)         \
    X(NAME, TYPE, void, ishmem, atomic_and, value)               \
    X(NAME, TYPE, TYPE, ishmem, atomic_fetch_or, value)          \
    X(NAME, TYPE, void, ishmem, atomic_or, value)                \
    X(NAME, TYPE, TYPE, ishmem, atomic_fetch_xor, value)         \
    X(NAME, TYPE, void, ishmem, atomic_xor, value)               \
    X(NAME, TYPE, void, ishmem, atomic_fetch_and_nbi, value_nbi) \
    X(NAME, TYPE, void, ishmem, atomic_fetch_or_nbi, value_nbi)  \
    X(NAME, TYPE, void, ishmem, atomic_fetch_xor_nbi, value_nbi)

/* Types of waits and tests. */
#define ISHMEMI_WAIT_UNTIL_ROUTINES(X, NAME, TYPE)                   \
    X(NAME, TYPE, void, ishmem, wait_until, one)                     \
    X(NAME, TYPE, void, ishmem, wait_until_all, set)                 \
    X(NAME, TYPE, size_t, ishmem, wait_until_any, set)               \
    X(NAME, TYPE, size_t, ishmem, wait_until_some, some)             \
    X(NAME, TYPE, void, ishmem, wait_until_all_vector, set_vector)   \
    X(NAME, TYPE, size_t, ishmem, wait_until_any_vector, set_vector) \
    X(NAME, TYPE, size_t, ishmem, wait_until_some_vector, some_vector)
#define ISHMEMI_TEST_ROUTINES(X, NAME, TYPE)                   \
    X(NAME, TYPE, int, ishmem, test, one)                      \
    X(NAME, TYPE, int, ishmem, test_all, set)                  \
    X(NAME, TYPE, size_t, ishmem, test_any, set)               \
    X(NAME, TYPE, size_t, ishmem, test_some, some)             \
    X(NAME, TYPE, int, ishmem, test_all_vector, set_vector)    \
    X(NAME, TYPE, size_t, ishmem, test_any_vector, set_vector) \
    X(NAME, TYPE, size_t, ishmem, test_some_vector, some_vector)
#define ISHMEMI_WAIT_ROUTINES(X, NAME, TYPE)   \
    ISHMEMI_WAIT_UNTIL_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_TEST_ROUTINES(X, NAME, TYPE)

/* Collectives of RMA types, and reductions of their types (type_lists.h). */
#define ISHMEMI_COLLECTIVE_ROUTINES(X, NAME, TYPE)        \
    X(NAME, TYPE, int, ishmem, alltoall, gather)          \
    X(NAME, TYPE, int, ishmem, alltoalls, gather_strided) \
    X(NAME, TYPE, int, ishmem, broadcast, from_root)      \
    X(NAME, TYPE, int, ishmem, collect, gather)           \
    X(NAME, TYPE, int, ishmem, fcollect, gather)
#define ISHMEMI_EFFECT_alltoall ALLTOALL
#define ISHMEMI_EFFECT_alltoalls ALLTOALL
#define ISHMEMI_EFFECT_broadcast BROADCAST
#define ISHMEMI_EFFECT_collect COLLECT
#define ISHMEMI_EFFECT_fcollect FCOLLECT
/* Collectives of bytes: X(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND), as below. */
#define ISHMEMI_SIZE_COLLECTIVE_ROUTINES(X, SIZE, BYTES) \
    X(SIZE, BYTES, ishmem, alltoall, , gather)           \
    X(SIZE, BYTES, ishmem, alltoalls, , gather_strided)  \
    X(SIZE, BYTES, ishmem, broadcast, , from_root)       \
    X(SIZE, BYTES, ishmem, collect, , gather)            \
    X(SIZE, BYTES, ishmem, fcollect, , gather)
#define ISHMEMI_REDUCE_BITWISE_ROUTINES(X, NAME, TYPE) \
    X(NAME, TYPE, int, ishmem, and_reduce, reduce)     \
    X(NAME, TYPE, int, ishmem, or_reduce, reduce)      \
    X(NAME, TYPE, int, ishmem, xor_reduce, reduce)
#define ISHMEMI_REDUCE_BIT_SCATTER_ROUTINES(X, NAME, TYPE)  \
    X(NAME, TYPE, int, ishmemx, and_reduce_scatter, reduce) \
    X(NAME, TYPE, int, ishmemx, or_reduce_scatter, reduce)  \
    X(NAME, TYPE, int, ishmemx, xor_reduce_scatter, reduce)
#define ISHMEMI_REDUCE_BIT_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_REDUCE_BITWISE_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_REDUCE_BIT_SCATTER_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_REDUCE_EXTREMA_ROUTINES(X, NAME, TYPE) \
    X(NAME, TYPE, int, ishmem, max_reduce, reduce)     \
    X(NAME, TYPE, int, ishmem, min_reduce, reduce)
#define ISHMEMI_REDUCE_SUM_ROUTINES(X, NAME, TYPE)  \
    X(NAME, TYPE, int, ishmem, sum_reduce, reduce)  \
    X(NAME, TYPE, int, ishmem, prod_reduce, reduce) \
    X(NAME, TYPE, int, ishmem, sum_inscan, gather)  \
    X(NAME, TYPE, int, ishmem, sum_exscan, gather)
#define ISHMEMI_REDUCE_SCATTER_ROUTINES(X, NAME, TYPE)      \
    X(NAME, TYPE, int, ishmemx, max_reduce_scatter, reduce) \
    X(NAME, TYPE, int, ishmemx, min_reduce_scatter, reduce) \
    X(NAME, TYPE, int, ishmemx, sum_reduce_scatter, reduce) \
    X(NAME, TYPE, int, ishmemx, prod_reduce_scatter, reduce)
#define ISHMEMI_REDUCE_ARITH_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_REDUCE_EXTREMA_ROUTINES(X, NAME, TYPE)   \
    ISHMEMI_REDUCE_SUM_ROUTINES(X, NAME, TYPE)       \
    ISHMEMI_REDUCE_SCATTER_ROUTINES(X, NAME, TYPE)
/* float16 and bfloat16. */
#define ISHMEMI_REDUCE_HALF_ROUTINES(X, NAME, TYPE) \
    X(NAME, TYPE, int, ishmemx, max_reduce, reduce) \
    X(NAME, TYPE, int, ishmemx, min_reduce, reduce) \
    X(NAME, TYPE, int, ishmemx, sum_reduce, reduce)

/* ---- Routines without a type -------------------------------------------------------------- */
/*
 * X(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND): the routine whose name is PREFIX_, HEAD, SIZE and TAIL,
 * joined, returns nothing and has the parameters ISHMEMI_PARAMETERS_KIND(void).  SIZE is the size
 * of an element in bits, or `mem` for bytes.  Strided routines have no form for bytes.
 */
#define ISHMEMI_SIZE_RMA_ROUTINES(X, SIZE, BYTES) \
    X(SIZE, BYTES, ishmem, put, , copy)           \
    X(SIZE, BYTES, ishmem, get, , copy)           \
    X(SIZE, BYTES, ishmem, put, _nbi, copy)       \
    X(SIZE, BYTES, ishmem, get, _nbi, copy)
#define ISHMEMI_SIZE_SIGNAL_ROUTINES(X, SIZE, BYTES) \
    X(SIZE, BYTES, ishmem, put, _signal, signal)     \
    X(SIZE, BYTES, ishmem, put, _signal_nbi, signal)
#define ISHMEMI_SIZE_STRIDED_ROUTINES(X, SIZE, BYTES) \
    X(SIZE, BYTES, ishmem, iput, , strided)           \
    X(SIZE, BYTES, ishmem, iget, , strided)           \
    X(SIZE, BYTES, ishmemx, ibput, , blocks)          \
    X(SIZE, BYTES, ishmemx, ibget, , blocks)

/*
 * X(RESULT, PREFIX, ROUTINE, KIND, TYPE): PREFIX_ROUTINE returns RESULT and has the parameters
 * ISHMEMI_PARAMETERS_KIND(TYPE).  Signals, orders and PEs' quiets have forms with contexts, too.
 */
#define ISHMEMI_SIGNAL_WORD_ROUTINES(X)                 \
    X(void, ishmemx, signal_set, signal_word, uint64_t) \
    X(void, ishmemx, signal_add, signal_word, uint64_t)
#define ISHMEMI_EFFECT_signal_set SIGNAL
#define ISHMEMI_EFFECT_signal_add SIGNAL
#define ISHMEMI_OWN_SIGNAL_ROUTINES(X)                      \
    X(uint64_t, ishmem, signal_fetch, own_signal, uint64_t) \
    X(uint64_t, ishmem, signal_wait_until, await_signal, uint64_t)
#define ISHMEMI_EFFECT_signal_fetch TEST
#define ISHMEMI_EFFECT_signal_wait_until WAIT
#define ISHMEMI_ORDER_ROUTINES(X)         \
    X(void, ishmem, fence, nothing, void) \
    X(void, ishmem, quiet, nothing, void)
#define ISHMEMI_EFFECT_fence FENCE
#define ISHMEMI_EFFECT_quiet QUIET
#define ISHMEMI_PES_ROUTINES(X) X(void, ishmem, pe_quiet, pes, int)
#define ISHMEMI_EFFECT_pe_quiet QUIET
#define ISHMEMI_LOCK_ROUTINES(X)            \
    X(void, ishmem, set_lock, lock, long)   \
    X(void, ishmem, clear_lock, lock, long) \
    X(int, ishmem, test_lock, lock, long)
#define ISHMEMI_EFFECT_set_lock SET_LOCK
#define ISHMEMI_EFFECT_clear_lock CLEAR_LOCK
#define ISHMEMI_EFFECT_test_lock TEST_LOCK
#define ISHMEMI_SYNC_ROUTINES(X)             \
    X(void, ishmem, sync_all, nothing, void) \
    X(void, ishmem, barrier_all, nothing, void)
#define ISHMEMI_EFFECT_sync_all SYNC
#define ISHMEMI_EFFECT_barrier_all BARRIER
#define ISHMEMI_TEAM_SYNC_ROUTINES(X)     \
    X(int, ishmem, team_sync, team, void) \
    X(int, ishmemx, team_barrier, team, void)
#define ISHMEMI_EFFECT_team_sync SYNC
#define ISHMEMI_EFFECT_team_barrier BARRIER

/* ---- All routines of a kind, of all types and sizes ----------------------------------------- */
/* X and SIZED are applied as above, by all that expand every routine in one place. */
#define ISHMEMI_EACH_RMA(NAME, TYPE, X)       \
    ISHMEMI_RMA_ROUTINES(X, NAME, TYPE)       \
    ISHMEMI_RMA_VALUE_ROUTINES(X, NAME, TYPE) \
    ISHMEMI_SIGNAL_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_WAIT(NAME, TYPE, X) ISHMEMI_WAIT_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_AMO_STD(NAME, TYPE, X) ISHMEMI_AMO_STD_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_AMO_EXT(NAME, TYPE, X) ISHMEMI_AMO_EXT_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_AMO_BIT(NAME, TYPE, X) ISHMEMI_AMO_BIT_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_AMO_FLOAT(NAME, TYPE, X) ISHMEMI_AMO_FLOAT_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_COLLECTIVE(NAME, TYPE, X) ISHMEMI_COLLECTIVE_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_REDUCE_BIT(NAME, TYPE, X) ISHMEMI_REDUCE_BIT_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_REDUCE_ARITH(NAME, TYPE, X) ISHMEMI_REDUCE_ARITH_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_REDUCE_HALF(NAME, TYPE, X) ISHMEMI_REDUCE_HALF_ROUTINES(X, NAME, TYPE)
#define ISHMEMI_EACH_SIZE(SIZE, BYTES, X)         \
    ISHMEMI_SIZE_RMA_ROUTINES(X, SIZE, BYTES)     \
    ISHMEMI_SIZE_STRIDED_ROUTINES(X, SIZE, BYTES) \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(X, SIZE, BYTES)

#define ISHMEMI_ALL_RMA(X, SIZED)            \
    ISHMEMI_RMA_TYPES(ISHMEMI_EACH_RMA, X)   \
    ISHMEMI_SIZES(ISHMEMI_EACH_SIZE, SIZED)  \
    ISHMEMI_SIZE_RMA_ROUTINES(SIZED, mem, 1) \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(SIZED, mem, 1)
#define ISHMEMI_ALL_AMOS(X)                        \
    ISHMEMI_AMO_STD_TYPES(ISHMEMI_EACH_AMO_STD, X) \
    ISHMEMI_AMO_EXT_TYPES(ISHMEMI_EACH_AMO_EXT, X) \
    ISHMEMI_AMO_BIT_TYPES(ISHMEMI_EACH_AMO_BIT, X) \
    ISHMEMI_AMO_FLOAT_TYPES(ISHMEMI_EACH_AMO_FLOAT, X)
#define ISHMEMI_ALL_WAITS(X) ISHMEMI_WAIT_TYPES(ISHMEMI_EACH_WAIT, X)
#define ISHMEMI_ALL_COLLECTIVES(X, SIZED)                    \
    ISHMEMI_RMA_TYPES(ISHMEMI_EACH_COLLECTIVE, X)            \
    ISHMEMI_REDUCE_BIT_TYPES(ISHMEMI_EACH_REDUCE_BIT, X)     \
    ISHMEMI_REDUCE_ARITH_TYPES(ISHMEMI_EACH_REDUCE_ARITH, X) \
    ISHMEMI_REDUCE_HALF_TYPES(ISHMEMI_EACH_REDUCE_HALF, X)   \
    ISHMEMI_SIZE_COLLECTIVE_ROUTINES(SIZED, mem, 1)
/* Those without a type or a size. */
#define ISHMEMI_ALL_PLAIN(X)        \
    ISHMEMI_SIGNAL_WORD_ROUTINES(X) \
    ISHMEMI_OWN_SIGNAL_ROUTINES(X)  \
    ISHMEMI_ORDER_ROUTINES(X)       \
    ISHMEMI_PES_ROUTINES(X)         \
    ISHMEMI_LOCK_ROUTINES(X)        \
    ISHMEMI_SYNC_ROUTINES(X)        \
    ISHMEMI_TEAM_SYNC_ROUTINES(X)

#endif
