/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The routines of OpenSHMEM that have no type in their name, or are older than the lists of
 * ishmem/routine_lists.h; each once.  tools/headers/openshmem_rows.c declares them, and the files
 * of this folder define them.  A list applies
 *
 *     X(RESULT, NAME, PARAMETERS, ARGUMENTS, TARGET)
 *
 * to each routine: shmem_NAME returns RESULT and has the parameters PARAMETERS, in parentheses.
 * TARGET is the routine of libishmem that does the same with ARGUMENTS.
 */
#ifndef OPENSHMEM_ROUTINES_H
#define OPENSHMEM_ROUTINES_H

/* ---- What libishmem has under another name ------------------------------------------------------ */

#define OPENSHMEM_SETUP(X)                                                                   \
    X(void, finalize, (void), (), ishmem_finalize)                                           \
    X(void, query_thread, (int *provided), (provided), ishmem_query_thread)                  \
    X(void, query_initialized, (int *initialized), (initialized), ishmemx_query_initialized) \
    X(int, my_pe, (void), (), ishmem_my_pe)                                                  \
    X(int, n_pes, (void), (), ishmem_n_pes)                                                  \
    X(int, pe_accessible, (int pe), (pe), ishmem_pe_accessible)                              \
    X(int, addr_accessible, (const void *addr, int pe), (addr, pe), ishmem_addr_accessible)  \
    X(void *, ptr, (const void *dest, int pe), (dest, pe), ishmem_ptr)                       \
    X(void, info_get_name, (char *name), (name), ishmem_info_get_name)
#define OPENSHMEM_MEMORY(X)                                                            \
    X(void *, malloc, (size_t size), (size), ishmem_malloc)                            \
    X(void *, calloc, (size_t count, size_t size), (count, size), ishmem_calloc)       \
    X(void *, align, (size_t alignment, size_t size), (alignment, size), ishmem_align) \
    X(void *, realloc, (void *ptr, size_t size), (ptr, size), ishmem_realloc)          \
    X(void *, malloc_with_hints, (size_t size, long hints), (size, hints),             \
      ishmem_malloc_with_hints)                                                        \
    X(void, free, (void *ptr), (ptr), ishmem_free)
#define OPENSHMEM_TEAMS(X)                                                                      \
    X(int, team_my_pe, (shmem_team_t team), (openshmem_team(team)), ishmem_team_my_pe)          \
    X(int, team_n_pes, (shmem_team_t team), (openshmem_team(team)), ishmem_team_n_pes)          \
    X(int, team_get_config, (shmem_team_t team, long config_mask, shmem_team_config_t *config), \
      (openshmem_team(team), config_mask, config), ishmem_team_get_config)                      \
    X(int, team_translate_pe, (shmem_team_t src_team, int src_pe, shmem_team_t dest_team),      \
      (openshmem_team(src_team), src_pe, openshmem_team(dest_team)), ishmem_team_translate_pe)  \
    X(void *, team_ptr, (shmem_team_t team, const void *dest, int pe),                          \
      (openshmem_team(team), dest, pe), ishmem_team_ptr)                                        \
    X(void, team_destroy, (shmem_team_t team), (openshmem_team(team)), ishmem_team_destroy)
#define OPENSHMEM_CONTEXTS(X)                                                                      \
    X(int, ctx_create, (long options, shmem_ctx_t *ctx), (options, ctx), ishmem_ctx_create)        \
    X(int, team_create_ctx, (shmem_team_t team, long options, shmem_ctx_t *ctx),                   \
      (openshmem_team(team), options, ctx), ishmem_team_create_ctx)                                \
    X(void, ctx_destroy, (shmem_ctx_t ctx), (ctx), ishmem_ctx_destroy)                             \
    X(void, ctx_session_start,                                                                     \
      (shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long config_mask), \
      (ctx, options, config, config_mask), ishmem_ctx_session_start)                               \
    X(void, ctx_session_stop, (shmem_ctx_t ctx), (ctx), ishmem_ctx_session_stop)
#define OPENSHMEM_SIGNALS(X)                                                                    \
    X(uint64_t, signal_fetch, (const uint64_t *sig_addr), (sig_addr), ishmem_signal_fetch)      \
    X(uint64_t, signal_wait_until, (uint64_t * sig_addr, int cmp, uint64_t cmp_value),          \
      (sig_addr, cmp, cmp_value), ishmem_signal_wait_until)                                     \
    X(void, signal_set, (uint64_t * sig_addr, uint64_t signal, int pe), (sig_addr, signal, pe), \
      ishmemx_signal_set)                                                                       \
    X(void, signal_add, (uint64_t * sig_addr, uint64_t signal, int pe), (sig_addr, signal, pe), \
      ishmemx_signal_add)                                                                       \
    X(void, ctx_signal_set, (shmem_ctx_t ctx, uint64_t * sig_addr, uint64_t signal, int pe),    \
      (ctx, sig_addr, signal, pe), ishmemx_ctx_signal_set)                                      \
    X(void, ctx_signal_add, (shmem_ctx_t ctx, uint64_t * sig_addr, uint64_t signal, int pe),    \
      (ctx, sig_addr, signal, pe), ishmemx_ctx_signal_add)
#define OPENSHMEM_ORDER(X)                                                                       \
    X(void, fence, (void), (), ishmem_fence)                                                     \
    X(void, ctx_fence, (shmem_ctx_t ctx), (ctx), ishmem_ctx_fence)                               \
    X(void, quiet, (void), (), ishmem_quiet)                                                     \
    X(void, ctx_quiet, (shmem_ctx_t ctx), (ctx), ishmem_ctx_quiet)                               \
    X(void, pe_quiet, (const int *target_pes, size_t npes), (target_pes, npes), ishmem_pe_quiet) \
    X(void, ctx_pe_quiet, (shmem_ctx_t ctx, const int *target_pes, size_t npes),                 \
      (ctx, target_pes, npes), ishmem_ctx_pe_quiet)                                              \
    X(void, set_lock, (long *lock), (lock), ishmem_set_lock)                                     \
    X(void, clear_lock, (long *lock), (lock), ishmem_clear_lock)                                 \
    X(int, test_lock, (long *lock), (lock), ishmem_test_lock)                                    \
    X(void, sync_all, (void), (), ishmem_sync_all)                                               \
    X(void, barrier_all, (void), (), ishmem_barrier_all)                                         \
    X(int, team_sync, (shmem_team_t team), (openshmem_team(team)), ishmem_team_sync)
#define OPENSHMEM_RENAMED(X) \
    OPENSHMEM_SETUP(X)       \
    OPENSHMEM_MEMORY(X)      \
    OPENSHMEM_TEAMS(X)       \
    OPENSHMEM_CONTEXTS(X)    \
    OPENSHMEM_SIGNALS(X)     \
    OPENSHMEM_ORDER(X)

/* ---- What is only here (setup.c) ------------------------------------------------------------------ */

#define OPENSHMEM_OWN(X)                                                         \
    X(void, init, (void), (), )                                                  \
    X(int, init_thread, (int requested, int *provided), (requested, provided), ) \
    X(void, info_get_version, (int *major, int *minor), (major, minor), )        \
    X(void, pcontrol, (int level, ...), (level), )

/* ---- What makes teams, or finds them (teams.c) ----------------------------------------------------- */

#define OPENSHMEM_NEW_TEAMS(X)                                                             \
    X(int, team_split_strided,                                                             \
      (shmem_team_t parent_team, int start, int stride, int size,                          \
       const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team),       \
      , )                                                                                  \
    X(int, team_split_2d,                                                                  \
      (shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config,      \
       long xaxis_mask, shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, \
       long yaxis_mask, shmem_team_t *yaxis_team),                                         \
      , )                                                                                  \
    X(int, ctx_get_team, (shmem_ctx_t ctx, shmem_team_t * team), , )

/* ---- Names of older versions (old.c) --------------------------------------------------------------- */

/* AMOs before 1.4: of the types of OPENSHMEM_OLD_TYPES, and of floating-point types. */
#define OPENSHMEM_OLD_TYPES(X, A) \
    X(int, int, A)                \
    X(long, long, A)              \
    X(longlong, long long, A)
#define OPENSHMEM_OLD_NUMBERS(X, A) \
    X(float, float, A)              \
    X(double, double, A)            \
    OPENSHMEM_OLD_TYPES(X, A)
#define OPENSHMEM_OLD_AMOS(X, NAME, TYPE)                                                        \
    X(TYPE, NAME##_cswap, (TYPE * dest, TYPE cond, TYPE value, int pe), (dest, cond, value, pe), \
      ishmem_##NAME##_atomic_compare_swap)                                                       \
    X(TYPE, NAME##_finc, (TYPE * dest, int pe), (dest, pe), ishmem_##NAME##_atomic_fetch_inc)    \
    X(void, NAME##_inc, (TYPE * dest, int pe), (dest, pe), ishmem_##NAME##_atomic_inc)           \
    X(TYPE, NAME##_fadd, (TYPE * dest, TYPE value, int pe), (dest, value, pe),                   \
      ishmem_##NAME##_atomic_fetch_add)                                                          \
    X(void, NAME##_add, (TYPE * dest, TYPE value, int pe), (dest, value, pe),                    \
      ishmem_##NAME##_atomic_add)
#define OPENSHMEM_OLD_NUMBER_AMOS(X, NAME, TYPE)                               \
    X(TYPE, NAME##_fetch, (const TYPE *source, int pe), (source, pe),          \
      ishmem_##NAME##_atomic_fetch)                                            \
    X(void, NAME##_set, (TYPE * dest, TYPE value, int pe), (dest, value, pe),  \
      ishmem_##NAME##_atomic_set)                                              \
    X(TYPE, NAME##_swap, (TYPE * dest, TYPE value, int pe), (dest, value, pe), \
      ishmem_##NAME##_atomic_swap)
/* Waits for a change. */
#define OPENSHMEM_OLD_WAITS(X)                                                            \
    X(void, wait, (long *ivar, long cmp_value), (ivar, ISHMEM_CMP_NE, cmp_value),         \
      ishmem_long_wait_until)                                                             \
    X(void, short_wait, (short *ivar, short cmp_value), (ivar, ISHMEM_CMP_NE, cmp_value), \
      ishmem_short_wait_until)                                                            \
    X(void, int_wait, (int *ivar, int cmp_value), (ivar, ISHMEM_CMP_NE, cmp_value),       \
      ishmem_int_wait_until)                                                              \
    X(void, long_wait, (long *ivar, long cmp_value), (ivar, ISHMEM_CMP_NE, cmp_value),    \
      ishmem_long_wait_until)                                                             \
    X(void, longlong_wait, (long long *ivar, long long cmp_value),                        \
      (ivar, ISHMEM_CMP_NE, cmp_value), ishmem_longlong_wait_until)
/* In C without generics; in C++ they are overloads. */
#define OPENSHMEM_OF_LONG(X)                                                           \
    X(void, wait_until, (long *ivar, int cmp, long cmp_value), (ivar, cmp, cmp_value), \
      ishmem_long_wait_until)                                                          \
    X(long, swap, (long *dest, long value, int pe), (dest, value, pe), ishmem_long_atomic_swap)
/* Until 1.4, for machines whose caches were not coherent. */
#define OPENSHMEM_CACHES(X)              \
    X(void, clear_cache_inv, (void), , ) \
    X(void, set_cache_inv, (void), , )   \
    X(void, udcflush, (void), , )
#define OPENSHMEM_CACHE_LINES(X)                          \
    X(void, clear_cache_line_inv, (void *dest), (dest), ) \
    X(void, set_cache_line_inv, (void *dest), (dest), )   \
    X(void, udcflush_line, (void *dest), (dest), )
/* These names do not begin with shmem_.  X gets the whole name. */
#define OPENSHMEM_START(X) X(void, start_pes, (int npes), (npes), )
#define OPENSHMEM_BARE(X)                                                                   \
    X(int, _my_pe, (void), (), ishmem_my_pe)                                                \
    X(int, _num_pes, (void), (), ishmem_n_pes)                                              \
    X(void *, shmalloc, (size_t size), (size), ishmem_malloc)                               \
    X(void *, shmemalign, (size_t alignment, size_t size), (alignment, size), ishmem_align) \
    X(void *, shrealloc, (void *ptr, size_t size), (ptr, size), ishmem_realloc)             \
    X(void, shfree, (void *ptr), (ptr), ishmem_free)

/* ---- Active sets (active_set.c) -------------------------------------------------------------------- */

#define OPENSHMEM_SET int PE_start, int logPE_stride, int PE_size
#define OPENSHMEM_SET_SYNCS(X)                                                                 \
    X(void, barrier, (OPENSHMEM_SET, long *pSync), (PE_start, logPE_stride, PE_size, pSync), ) \
    X(void, sync, (OPENSHMEM_SET, long *pSync), (PE_start, logPE_stride, PE_size, pSync), )
/* Moves of elements of 32 or 64 bits. */
#define OPENSHMEM_SET_MOVES(X, BITS)                                                               \
    X(void, broadcast##BITS,                                                                       \
      (void *dest, const void *source, size_t nelems, int PE_root, OPENSHMEM_SET, long *pSync),    \
      , )                                                                                          \
    X(void, collect##BITS,                                                                         \
      (void *dest, const void *source, size_t nelems, OPENSHMEM_SET, long *pSync), , )             \
    X(void, fcollect##BITS,                                                                        \
      (void *dest, const void *source, size_t nelems, OPENSHMEM_SET, long *pSync), , )             \
    X(void, alltoall##BITS,                                                                        \
      (void *dest, const void *source, size_t nelems, OPENSHMEM_SET, long *pSync), , )             \
    X(void, alltoalls##BITS,                                                                       \
      (void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, OPENSHMEM_SET, \
       long *pSync),                                                                               \
      , )

/* Reductions: X(NAME, TYPE, OP, KIND), where OP and KIND are those of shared/collective/task.h. */
#define OPENSHMEM_BITWISE(X, NAME, TYPE, KIND) \
    X(NAME, TYPE, and, AND, KIND)              \
    X(NAME, TYPE, or, OR, KIND)                \
    X(NAME, TYPE, xor, XOR, KIND)
#define OPENSHMEM_EXTREMA(X, NAME, TYPE, KIND) \
    X(NAME, TYPE, max, MAX, KIND)              \
    X(NAME, TYPE, min, MIN, KIND)
#define OPENSHMEM_SUMS(X, NAME, TYPE, KIND) \
    X(NAME, TYPE, sum, SUM, KIND)           \
    X(NAME, TYPE, prod, PROD, KIND)
#define OPENSHMEM_INTEGER_REDUCTIONS(X, NAME, TYPE, KIND) \
    OPENSHMEM_BITWISE(X, NAME, TYPE, KIND)                \
    OPENSHMEM_EXTREMA(X, NAME, TYPE, KIND)                \
    OPENSHMEM_SUMS(X, NAME, TYPE, KIND)
#define OPENSHMEM_REAL_REDUCTIONS(X, NAME, TYPE, KIND) \
    OPENSHMEM_EXTREMA(X, NAME, TYPE, KIND)             \
    OPENSHMEM_SUMS(X, NAME, TYPE, KIND)
#define OPENSHMEM_SET_COMPLEX(X)                             \
    OPENSHMEM_SUMS(X, complexf, ishmem_complexf_t, COMPLEXF) \
    OPENSHMEM_SUMS(X, complexd, ishmem_complexd_t, COMPLEXD)
#define OPENSHMEM_SET_REDUCTIONS(X)                                   \
    OPENSHMEM_INTEGER_REDUCTIONS(X, short, short, INT16)              \
    OPENSHMEM_INTEGER_REDUCTIONS(X, int, int, INT32)                  \
    OPENSHMEM_INTEGER_REDUCTIONS(X, long, long, INT64)                \
    OPENSHMEM_INTEGER_REDUCTIONS(X, longlong, long long, INT64)       \
    OPENSHMEM_REAL_REDUCTIONS(X, float, float, FLOAT)                 \
    OPENSHMEM_REAL_REDUCTIONS(X, double, double, DOUBLE)              \
    OPENSHMEM_REAL_REDUCTIONS(X, longdouble, long double, LONGDOUBLE) \
    OPENSHMEM_SET_COMPLEX(X)
#define OPENSHMEM_REDUCTION_PARAMETERS(TYPE) \
    TYPE *dest, const TYPE *source, int nreduce, OPENSHMEM_SET, TYPE *pWrk, long *pSync

#endif
