/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libishmem: OpenSHMEM for GPUs over Level Zero.  The standard host API, in C99
 * and C++11.  Names without a type need C11, or ishmem.hpp in C++17.  Kernels
 * include ishmem_device.h; extensions are in ishmemx.h.
 *
 * A PE (processing element) is a process that owns one GPU tile and one symmetric
 * heap in that tile's memory.  `dest` of a put and `source` of a get are symmetric
 * addresses: addresses of objects in the caller's own heap, which name the object
 * of the same offset in the heap of PE `pe`.  Counts are in elements of the type,
 * or in bytes for the `mem` routines.  PE numbers run from 0 to ishmem_n_pes() - 1.
 *
 * A routine that finds an argument wrong says so in one line on stderr, with the
 * PE, the routine, the argument, its value and what was expected, and ends the job.
 */
#ifndef ISHMEM_H
#define ISHMEM_H

/* GCC shows where each macro of a declaration was expanded, line by line, unless it stands in a system
 * header: an error in a call would fill a screen. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#if defined(__cplusplus) ? __cplusplus < 201103L : __STDC_VERSION__ + 0 < 199901L
#error "ishmem.h needs C99 or C++11: compile with -std=c11 or -std=c++17"
#else

#include "ishmem/routine_lists.h"
#include "ishmem/types.h"
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ISHMEM_EXPORT __attribute__((visibility("default")))
#else
#define ISHMEM_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A communication context.  The handle is an address in device memory: passed to a kernel as an
 * argument of type ishmem_ctx_t it needs no module binding there. */
typedef struct ishmemi_state *ishmem_ctx_t;

/* The default context; NULL before initialisation.  Read it, never assign it. */
extern ISHMEM_EXPORT ishmem_ctx_t ishmem_ctx_default;
#define ISHMEM_CTX_DEFAULT ishmem_ctx_default
#define ISHMEM_CTX_INVALID ((ishmem_ctx_t)0)

/* ---- Library setup, exit and query ------------------------------------------------------- */

/* Joins the job: collective over all PEs.  Takes a tile, creates the symmetric heap
 * (ISHMEM_SYMMETRIC_SIZE bytes) and maps the heaps of the other PEs.  MPI is initialised unless
 * the program has done so.  Ends the process with a sentence when it cannot.
 *
 * In a job that has been joined, this and the other routines that join one only count: each call
 * takes an ishmem_finalize of its own, and the last of those leaves the job.  Parts of a program may
 * so use the library without knowing of each other.  Any thread may call, at any time. */
ISHMEM_EXPORT void ishmem_init(void);

/* As ishmem_init, asking for a thread level; *provided, if not NULL, is the level given: `requested`,
 * or in a job that has been joined before the level of the first call.  Returns 0. */
ISHMEM_EXPORT int ishmem_init_thread(int requested, int *provided);
/* The level given; outside of a job ISHMEM_THREAD_SINGLE.  Callable at any time. */
ISHMEM_EXPORT void ishmem_query_thread(int *provided);

/* Leaves the job: collective; waits for all PEs and completes all their operations.  Where the job
 * was joined more than once, that is all that a call does but the last, which frees the heap and all
 * that is in it.  The library may be initialised again afterwards. */
ISHMEM_EXPORT void ishmem_finalize(void);

/* Ends every process of the job with exit status `status`.  Not collective; does not return. */
ISHMEM_EXPORT void ishmem_global_exit(int status);

ISHMEM_EXPORT int ishmem_my_pe(void);
ISHMEM_EXPORT int ishmem_n_pes(void);

/* The version of the API: ISHMEM_MAJOR_VERSION and ISHMEM_MINOR_VERSION. */
ISHMEM_EXPORT void ishmem_info_get_version(int *major, int *minor);
/* Stores the vendor string, at most ISHMEM_MAX_NAME_LEN bytes with its final zero. */
ISHMEM_EXPORT void ishmem_info_get_name(char *name);

/* The address by which this PE's kernels reach PE pe's copy of the symmetric object dest, or
 * NULL where it cannot be reached by load and store or dest is not symmetric.  For a static
 * object of the program it is an address for the host alone. */
ISHMEM_EXPORT void *ishmem_ptr(const void *dest, int pe);
/* 1 if communication with PE pe, or with the object at addr on it, is possible; else 0. */
ISHMEM_EXPORT int ishmem_pe_accessible(int pe);
ISHMEM_EXPORT int ishmem_addr_accessible(const void *addr, int pe);

/* ---- Memory management -------------------------------------------------------------------- */
/*
 * All collective: every PE calls with the same arguments, and each ends with a barrier.  NULL on
 * every PE when the heap has no block large enough, or when size is 0.  Unequal arguments end the
 * job, having named the PEs and their values.
 */
ISHMEM_EXPORT void *ishmem_malloc(size_t size);
ISHMEM_EXPORT void *ishmem_calloc(size_t count, size_t size);
/* alignment: a power of two; below sizeof(void *) it is that. */
ISHMEM_EXPORT void *ishmem_align(size_t alignment, size_t size);
/* Contents are kept up to the smaller size; on NULL the old block stays as it was. */
ISHMEM_EXPORT void *ishmem_realloc(void *ptr, size_t size);
/* hints: ISHMEM_MALLOC_... ORed, or 0; unknown ones are ignored. */
ISHMEM_EXPORT void *ishmem_malloc_with_hints(size_t size, long hints);
/* NULL is ignored. */
ISHMEM_EXPORT void ishmem_free(void *ptr);

/* ---- Contexts -------------------------------------------------------------------------------- */
/*
 * A context is a stream of operations that is ordered and completed by itself: ishmem_ctx_fence and
 * ishmem_ctx_quiet act on the operations of that context alone.  Every routine that moves data has
 * a form with a context: ishmem_ctx_int_put(ctx, ...), ishmem_ctx_putmem(ctx, ...),
 * ishmemx_ctx_int_ibput(ctx, ...); without one it works on ISHMEM_CTX_DEFAULT.
 */

/* Options of ishmem_ctx_create, to be ORed: threads of this PE use the context one at a time; only
 * the thread that made it uses it; fence and quiet need not act on stores. */
#define ISHMEM_CTX_SERIALIZED 1L
#define ISHMEM_CTX_PRIVATE 2L
#define ISHMEM_CTX_NOSTORE 4L

/* Returns 0 and the context; else not 0 and ISHMEM_CTX_INVALID. */
ISHMEM_EXPORT int ishmem_ctx_create(long options, ishmem_ctx_t *ctx);
/* Completes the context's operations first.  ISHMEM_CTX_INVALID is ignored, here as in
 * ishmem_ctx_fence, _quiet, _pe_quiet, _session_start and _session_stop.  What is not destroyed
 * by ishmem_finalize is destroyed there. */
ISHMEM_EXPORT void ishmem_ctx_destroy(ishmem_ctx_t ctx);
/* Returns 0 and the team of the context; for ISHMEM_CTX_INVALID not 0 and ISHMEM_TEAM_INVALID. */
ISHMEM_EXPORT int ishmem_ctx_get_team(ishmem_ctx_t ctx, ishmem_team_t *team);

/* Hints about the operations to come, between session_start and session_stop: there will be many
 * of them (options: ISHMEM_CTX_SESSION_BATCH or 0), total_ops at most (config_mask:
 * ISHMEM_CTX_SESSION_TOTAL_OPS or 0; config may be NULL if it is 0). */
#define ISHMEM_CTX_SESSION_BATCH 1L
#define ISHMEM_CTX_SESSION_TOTAL_OPS 1L

typedef struct ishmem_ctx_session_config_t {
    size_t total_ops;
} ishmem_ctx_session_config_t;

ISHMEM_EXPORT void ishmem_ctx_session_start(ishmem_ctx_t ctx, long options,
                                            const ishmem_ctx_session_config_t *config,
                                            long config_mask);
ISHMEM_EXPORT void ishmem_ctx_session_stop(ishmem_ctx_t ctx);

/* ---- Teams ----------------------------------------------------------------------------------- */
/*
 * A team is an ordered set of PEs, numbered from 0. A handle is of the PE that got it, on its
 * host and in its kernels. Teams that are not destroyed by ishmem_finalize are destroyed there.
 * As many can exist as ISHMEM_TEAM_MEMORY has room for, at most 65536.
 */

/* This PE's number, and the number of PEs; -1 for ISHMEM_TEAM_INVALID. */
ISHMEM_EXPORT int ishmem_team_my_pe(ishmem_team_t team);
ISHMEM_EXPORT int ishmem_team_n_pes(ishmem_team_t team);
/* Stores the members that config_mask names (ISHMEM_TEAM_NUM_CONTEXTS or 0; config may be NULL
 * if it is 0) and returns 0; for ISHMEM_TEAM_INVALID not 0. */
ISHMEM_EXPORT int ishmem_team_get_config(ishmem_team_t team, long config_mask,
                                         ishmem_team_config_t *config);
/* The number in dest_team of src_team's PE src_pe; -1 where one of the teams has no such PE or is
 * ISHMEM_TEAM_INVALID. */
ISHMEM_EXPORT int ishmem_team_translate_pe(ishmem_team_t src_team, int src_pe,
                                           ishmem_team_t dest_team);
/* As ishmem_ptr, for the team's PE pe; NULL for ISHMEM_TEAM_INVALID. */
ISHMEM_EXPORT void *ishmem_team_ptr(ishmem_team_t team, const void *dest, int pe);

/*
 * Collective over the parent: every PE of it calls with the same arguments, or the job ends, having
 * named the PEs and their values. The members get the new team, the other PEs of the parent
 * ISHMEM_TEAM_INVALID; both return 0. Where the arguments describe no team, where a member has no
 * memory for it, or for ISHMEM_TEAM_INVALID as parent, no PE gets a team and all return not 0.
 * config and config_mask as above, the same on all PEs of a new team.
 */

/* The parent's PEs start, start + stride and so on, `size` of them, in this order. stride may be
 * negative; PEs beyond the parent's first and last one there are none. */
ISHMEM_EXPORT int ishmem_team_split_strided(ishmem_team_t parent_team, int start, int stride,
                                            int size, const ishmem_team_config_t *config,
                                            long config_mask, ishmem_team_t *new_team);
/* With the parent's PEs laid out in rows of xrange: *xaxis_team is this PE's row, *yaxis_team its
 * column. */
ISHMEM_EXPORT int ishmem_team_split_2d(ishmem_team_t parent_team, int xrange,
                                       const ishmem_team_config_t *xaxis_config, long xaxis_mask,
                                       ishmem_team_t *xaxis_team,
                                       const ishmem_team_config_t *yaxis_config, long yaxis_mask,
                                       ishmem_team_t *yaxis_team);
/* Collective over the team; destroys its contexts, too. ISHMEM_TEAM_INVALID is ignored. */
ISHMEM_EXPORT void ishmem_team_destroy(ishmem_team_t team);

/* As ishmem_ctx_create, for a context whose routines take the team's PE numbers. Not collective.
 * For ISHMEM_TEAM_INVALID not 0 and ISHMEM_CTX_INVALID. */
ISHMEM_EXPORT int ishmem_team_create_ctx(ishmem_team_t team, long options, ishmem_ctx_t *ctx);

/* ---- The routines of routine_lists.h -------------------------------------------------------- */

#define ISHMEMI_PROTOTYPE_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                         \
    ISHMEM_EXPORT RESULT PREFIX##_##NAME##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE));
#define ISHMEMI_PROTOTYPES(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                            \
    ISHMEMI_PROTOTYPE_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                             \
    ISHMEM_EXPORT RESULT PREFIX##_ctx_##NAME##_##ROUTINE(ishmem_ctx_t ctx,                       \
                                                         ISHMEMI_PARAMETERS_##KIND(TYPE));
#define ISHMEMI_SIZE_PROTOTYPES(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                           \
    ISHMEM_EXPORT void PREFIX##_##HEAD##SIZE##TAIL(ISHMEMI_PARAMETERS_##KIND(void));             \
    ISHMEM_EXPORT void PREFIX##_ctx_##HEAD##SIZE##TAIL(ishmem_ctx_t ctx,                         \
                                                       ISHMEMI_PARAMETERS_##KIND(void));

/* ---- Remote memory access -------------------------------------------------------------------- */
/*
 * put returns when source may be reused, get when dest holds the data; the _nbi forms leave both to
 * ishmem_quiet.  p and g move one value.  iput and iget move elements that are dst and sst elements
 * apart, ishmemx_..._ibput and ibget blocks of bsize elements whose starts are dst and sst elements
 * apart; strides are at least 1 and bsize.  Puts are ordered by ishmem_fence and complete with
 * ishmem_quiet or a barrier.
 */
#define ISHMEMI_RMA_PROTOTYPES(NAME, TYPE, A)                                                    \
    ISHMEMI_RMA_ROUTINES(ISHMEMI_PROTOTYPES, NAME, TYPE)                                         \
    ISHMEMI_RMA_VALUE_ROUTINES(ISHMEMI_PROTOTYPES, NAME, TYPE)
ISHMEMI_RMA_TYPES(ISHMEMI_RMA_PROTOTYPES, )

#define ISHMEMI_RMA_SIZE_PROTOTYPES(SIZE, BYTES, A)                                              \
    ISHMEMI_SIZE_RMA_ROUTINES(ISHMEMI_SIZE_PROTOTYPES, SIZE, BYTES)                              \
    ISHMEMI_SIZE_STRIDED_ROUTINES(ISHMEMI_SIZE_PROTOTYPES, SIZE, BYTES)
ISHMEMI_SIZES(ISHMEMI_RMA_SIZE_PROTOTYPES, )
ISHMEMI_SIZE_RMA_ROUTINES(ISHMEMI_SIZE_PROTOTYPES, mem, 1)

/* ---- Signals ------------------------------------------------------------------------------- */
/*
 * put_signal copies as put does, then updates the 64-bit signal word at the symmetric address
 * sig_addr on PE pe with `signal`: ISHMEM_SIGNAL_SET stores it, ISHMEM_SIGNAL_ADD adds it.  Who
 * sees the new signal sees the data.
 */
#define ISHMEMI_SIGNAL_PROTOTYPES(NAME, TYPE, A)                                                 \
    ISHMEMI_SIGNAL_ROUTINES(ISHMEMI_PROTOTYPES, NAME, TYPE)
ISHMEMI_RMA_TYPES(ISHMEMI_SIGNAL_PROTOTYPES, )

#define ISHMEMI_SIGNAL_SIZE_PROTOTYPES(SIZE, BYTES, A)                                           \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(ISHMEMI_SIZE_PROTOTYPES, SIZE, BYTES)
ISHMEMI_SIZES(ISHMEMI_SIGNAL_SIZE_PROTOTYPES, )
ISHMEMI_SIZE_SIGNAL_ROUTINES(ISHMEMI_SIZE_PROTOTYPES, mem, 1)

/* The update alone; ordered by fence and quiet, as AMOs are. */
ISHMEM_EXPORT void ishmemx_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);
ISHMEM_EXPORT void ishmemx_ctx_signal_set(ishmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal,
                                          int pe);
ISHMEM_EXPORT void ishmemx_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);
ISHMEM_EXPORT void ishmemx_ctx_signal_add(ishmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal,
                                          int pe);
/* The value of this PE's own signal word. */
ISHMEM_EXPORT uint64_t ishmem_signal_fetch(const uint64_t *sig_addr);
/* Waits as wait_until does, and returns the value seen. */
ISHMEM_EXPORT uint64_t ishmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);

/* ---- Point-to-point synchronisation -------------------------------------------------------- */
/*
 * wait_until returns when this PE's own object compares as asked with the value (cmp:
 * ISHMEM_CMP_...); what the writer ordered before the update is then visible.  test returns 1 if it
 * does, else 0, at once.
 *
 * On a set, ivars[0] to ivars[nelems - 1] without those whose status is not 0 (status may be NULL):
 * _all      all elements compare;
 * _any      one does, whose index is returned;
 * _some     one at least does: the indices of those that do are stored, and their number returned;
 * _vector   element i is compared with cmp_values[i].
 * Of a set without members, waits return at once: _all, and test with 1; _any with SIZE_MAX; _some
 * with 0.  test_any and test_some return the same when no element compares.  An element that goes
 * on to compare is returned by _any after some calls, whatever the others do.
 */
#define ISHMEMI_WAIT_PROTOTYPES(NAME, TYPE, A)                                                   \
    ISHMEMI_WAIT_ROUTINES(ISHMEMI_PROTOTYPE_OWN, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(ISHMEMI_WAIT_PROTOTYPES, )

/* ---- Atomic memory operations -------------------------------------------------------------- */
/*
 * Each is exclusive with every other AMO on the object, from any host and any kernel.  Fetching
 * forms return the value before the operation; the others complete with ishmem_quiet.  The _nbi
 * forms store the value before the operation in *fetch, which ishmem_quiet completes.
 */
#define ISHMEMI_AMO_STD_PROTOTYPES(NAME, TYPE, A)                                                \
    ISHMEMI_AMO_STD_ROUTINES(ISHMEMI_PROTOTYPES, NAME, TYPE)
#define ISHMEMI_AMO_EXT_PROTOTYPES(NAME, TYPE, A)                                                \
    ISHMEMI_AMO_EXT_ROUTINES(ISHMEMI_PROTOTYPES, NAME, TYPE)
#define ISHMEMI_AMO_BIT_PROTOTYPES(NAME, TYPE, A)                                                \
    ISHMEMI_AMO_BIT_ROUTINES(ISHMEMI_PROTOTYPES, NAME, TYPE)
#define ISHMEMI_AMO_FLOAT_PROTOTYPES(NAME, TYPE, A)                                              \
    ISHMEMI_AMO_FLOAT_ROUTINES(ISHMEMI_PROTOTYPES, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(ISHMEMI_AMO_STD_PROTOTYPES, )
ISHMEMI_AMO_EXT_TYPES(ISHMEMI_AMO_EXT_PROTOTYPES, )
ISHMEMI_AMO_BIT_TYPES(ISHMEMI_AMO_BIT_PROTOTYPES, )
ISHMEMI_AMO_FLOAT_TYPES(ISHMEMI_AMO_FLOAT_PROTOTYPES, )

/* ---- Memory ordering ----------------------------------------------------------------------- */

/* Orders this PE's puts, AMOs and signals to each PE before it ahead of those after it. */
ISHMEM_EXPORT void ishmem_fence(void);
ISHMEM_EXPORT void ishmem_ctx_fence(ishmem_ctx_t ctx);
/* Completes all operations that this PE has started, on the default context or on `ctx`. */
ISHMEM_EXPORT void ishmem_quiet(void);
ISHMEM_EXPORT void ishmem_ctx_quiet(ishmem_ctx_t ctx);
/* The same for the operations that have one of the npes PEs of target_pes as their target. */
ISHMEM_EXPORT void ishmem_pe_quiet(const int *target_pes, size_t npes);
ISHMEM_EXPORT void ishmem_ctx_pe_quiet(ishmem_ctx_t ctx, const int *target_pes, size_t npes);

/* ---- Distributed locks --------------------------------------------------------------------- */
/*
 * A lock is a symmetric long, 0 before its first use, whose value is the library's own.  At most
 * one PE, by its host or a kernel, holds it; those who wait get it in the order in which they
 * came.
 */
ISHMEM_EXPORT void ishmem_set_lock(long *lock);
/* Completes all operations of this PE first: who gets the lock next sees their effects. */
ISHMEM_EXPORT void ishmem_clear_lock(long *lock);
/* Sets the lock and returns 0 if nobody holds it; else returns 1, at once. */
ISHMEM_EXPORT int ishmem_test_lock(long *lock);

/* ---- Collectives --------------------------------------------------------------------------- */
/*
 * All members of a team call the same collectives on it, one after the other, all from the host or
 * all from kernels, with the same arguments but for what is said.  Without its first argument, the
 * team, each is over the world: ishmem_int_broadcast(dest, source, nelems, PE_root).  dest and source
 * are symmetric and do not overlap; where it is said, they may be the same.  PE numbers are those in
 * the team.  Results are 0; not 0 when the job is being aborted.
 */

/* Returns when every PE has arrived. */
ISHMEM_EXPORT void ishmem_sync_all(void);
/* ishmem_quiet, then ishmem_sync_all. */
ISHMEM_EXPORT void ishmem_barrier_all(void);
/* The same for the members of a team. */
ISHMEM_EXPORT int ishmem_team_sync(ishmem_team_t team);
ISHMEM_EXPORT int ishmemx_team_barrier(ishmem_team_t team);

/*
 * broadcast  nelems elements of source on PE_root, to dest on all; dest may be source, and must be
 *            ready on all members before any of them calls.
 * collect    the sources of all members, one behind the other; each has nelems of its own.
 * fcollect   the same, with one nelems.
 * alltoall   block i of source goes to member i, and block i of dest comes from there; a block has
 *            nelems elements.
 * alltoalls  the same of elements that are sst elements apart in source, dst in dest.
 * ...mem     of bytes.
 */
#define ISHMEMI_COLLECTIVE_PROTOTYPES(NAME, TYPE, A)                                             \
    ISHMEMI_COLLECTIVE_ROUTINES(ISHMEMI_PROTOTYPE_OWN, NAME, TYPE)
#define ISHMEMI_COLLECTIVE_SIZE_PROTOTYPES(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                \
    ISHMEM_EXPORT int PREFIX##_##HEAD##SIZE(ISHMEMI_PARAMETERS_##KIND(void));
ISHMEMI_RMA_TYPES(ISHMEMI_COLLECTIVE_PROTOTYPES, )
ISHMEMI_SIZE_COLLECTIVE_ROUTINES(ISHMEMI_COLLECTIVE_SIZE_PROTOTYPES, mem, 1)

/*
 * and, or, xor, max, min, sum, prod, element by element, in the order of the members; all get the
 * same bits.  dest may be source.  Integers wrap; of a number and a NaN, max and min are the number.
 *
 * OP_reduce           of nreduce elements, to all.
 * OP_reduce_scatter   block i of the sources to member i: source has nreduce elements for each.
 * sum_inscan          over the members up to the own one.
 * sum_exscan          over the members before the own one; the first gets zeros.
 * float16, bfloat16   in a uint16_t; computed in float, rounded at each step.
 */
#define ISHMEMI_REDUCE_BIT_PROTOTYPES(NAME, TYPE, A)                                             \
    ISHMEMI_REDUCE_BIT_ROUTINES(ISHMEMI_PROTOTYPE_OWN, NAME, TYPE)
#define ISHMEMI_REDUCE_ARITH_PROTOTYPES(NAME, TYPE, A)                                           \
    ISHMEMI_REDUCE_ARITH_ROUTINES(ISHMEMI_PROTOTYPE_OWN, NAME, TYPE)
#define ISHMEMI_REDUCE_HALF_PROTOTYPES(NAME, TYPE, A)                                            \
    ISHMEMI_REDUCE_HALF_ROUTINES(ISHMEMI_PROTOTYPE_OWN, NAME, TYPE)
ISHMEMI_REDUCE_BIT_TYPES(ISHMEMI_REDUCE_BIT_PROTOTYPES, )
ISHMEMI_REDUCE_ARITH_TYPES(ISHMEMI_REDUCE_ARITH_PROTOTYPES, )
ISHMEMI_REDUCE_HALF_TYPES(ISHMEMI_REDUCE_HALF_PROTOTYPES, )

#ifdef __cplusplus
}

/* Without a team. */
#define ISHMEMI_WORLD(RESULT, ROUTINE, KIND, TYPE)                                               \
    static inline RESULT ROUTINE(ISHMEMI_PARAMETERS_world_##KIND(TYPE))                          \
    {                                                                                            \
        return ROUTINE(ISHMEM_TEAM_WORLD, ISHMEMI_ARGUMENTS_world_##KIND);                       \
    }
#define ISHMEMI_WORLD_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                           \
    ISHMEMI_WORLD(RESULT, PREFIX##_##NAME##_##ROUTINE, KIND, TYPE)
#define ISHMEMI_WORLD_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                               \
    ISHMEMI_WORLD(int, PREFIX##_##HEAD##SIZE, KIND, void)
#define ISHMEMI_WORLD_COLLECTIVES(NAME, TYPE, A)                                                 \
    ISHMEMI_COLLECTIVE_ROUTINES(ISHMEMI_WORLD_TYPED, NAME, TYPE)
#define ISHMEMI_WORLD_REDUCE_BIT(NAME, TYPE, A)                                                  \
    ISHMEMI_REDUCE_BIT_ROUTINES(ISHMEMI_WORLD_TYPED, NAME, TYPE)
#define ISHMEMI_WORLD_REDUCE_ARITH(NAME, TYPE, A)                                                \
    ISHMEMI_REDUCE_ARITH_ROUTINES(ISHMEMI_WORLD_TYPED, NAME, TYPE)
#define ISHMEMI_WORLD_REDUCE_HALF(NAME, TYPE, A)                                                 \
    ISHMEMI_REDUCE_HALF_ROUTINES(ISHMEMI_WORLD_TYPED, NAME, TYPE)
ISHMEMI_RMA_TYPES(ISHMEMI_WORLD_COLLECTIVES, )
ISHMEMI_SIZE_COLLECTIVE_ROUTINES(ISHMEMI_WORLD_SIZED, mem, 1)
ISHMEMI_REDUCE_BIT_TYPES(ISHMEMI_WORLD_REDUCE_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(ISHMEMI_WORLD_REDUCE_ARITH, )
ISHMEMI_REDUCE_HALF_TYPES(ISHMEMI_WORLD_REDUCE_HALF, )
#else
#include "ishmem/generic.h"
#include "ishmem/without_team.h"
#endif

#endif
#endif
