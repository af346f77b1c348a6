/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libishmem: OpenSHMEM for GPUs over Level Zero.  This header has the standard host
 * API, in C99 and C++11.  Names without a type need C11, or ishmem.hpp in C++17.
 * Kernels include ishmem_device.h; extensions are in ishmemx.h.  What this header says
 * about routines of many types applies to the declarations in ishmem/routines.h.
 *
 * A PE (processing element) is a process that owns one GPU tile and one symmetric heap in that
 * tile's memory.  `dest` of a put and `source` of a get are symmetric addresses: addresses of
 * objects in the caller's own heap, which identify the object at the same offset in the heap of PE
 * `pe`.  Counts are in elements of the type, or in bytes for the `mem` routines.  PE numbers run
 * from 0 to ishmem_n_pes() - 1.
 *
 * A routine that finds a bad argument ends the job with one line on stderr: the PE,
 * the routine, the argument, its value and what was expected.
 */
#ifndef ISHMEM_H
#define ISHMEM_H

/* Outside of system headers GCC prints where each macro of a declaration was expanded, line by line:
 * an error in one call would fill a screen. */
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

#if defined(__GNUC__) && !defined(__SYCL_DEVICE_ONLY__)
#define ISHMEM_EXPORT __attribute__((visibility("default")))
#else
#define ISHMEM_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A communication context.  The handle is an address in device memory.  A kernel that receives it as
 * an argument of type ishmem_ctx_t needs no module binding. */
typedef struct ishmemi_state *ishmem_ctx_t;

/* The default context; NULL before initialisation.  Read it, never assign to it. */
extern ISHMEM_EXPORT ishmem_ctx_t ishmem_ctx_default;
#define ISHMEM_CTX_DEFAULT ishmem_ctx_default
#define ISHMEM_CTX_INVALID ((ishmem_ctx_t)0)

/* ---- Library setup, exit and query ------------------------------------------------------- */

/* Joins the job: collective over all PEs.  Takes a tile, creates the symmetric heap
 * (ISHMEM_SYMMETRIC_SIZE bytes) and maps the heaps of the other PEs.  Initialises MPI unless the
 * program has done so.  If this fails, the process ends with a message.
 *
 * Once the process has joined a job, this and the other routines that join one only count their calls.
 * Each call needs a matching ishmem_finalize, and the last of these leaves the job.  Parts of a program
 * can therefore use the library independently.  Any thread may call this at any time. */
ISHMEM_EXPORT void ishmem_init(void);

/* The same as ishmem_init, with a thread level.  *provided, if not NULL, receives the level in force:
 * `requested`, or the level of the first call if the process has already joined a job.  Returns 0. */
ISHMEM_EXPORT int ishmem_init_thread(int requested, int *provided);
/* The level in force, or ISHMEM_THREAD_SINGLE outside of a job.  May be called at any time. */
ISHMEM_EXPORT void ishmem_query_thread(int *provided);

/* Leaves the job.  Collective; waits for all PEs and completes all their operations.  If the process
 * joined the job more than once, only the last call also frees the heap and everything in it.  The
 * library may be initialised again afterwards. */
ISHMEM_EXPORT void ishmem_finalize(void);

/* Ends every process of the job with exit status `status`, 0 to 255.  Not collective; does not return.  Any
 * other status is an error, which also ends the job. */
ISHMEM_EXPORT void ishmem_global_exit(int status);

/* For profiling libraries, which redefine it (pishmem.h).  In this library it does nothing. */
ISHMEM_EXPORT void ishmem_pcontrol(int level, ...);

ISHMEM_EXPORT int ishmem_my_pe(void);
ISHMEM_EXPORT int ishmem_n_pes(void);

/* The version of the API: ISHMEM_MAJOR_VERSION and ISHMEM_MINOR_VERSION. */
ISHMEM_EXPORT void ishmem_info_get_version(int *major, int *minor);
/* Stores the vendor string, at most ISHMEM_MAX_NAME_LEN bytes including the terminating null character. */
ISHMEM_EXPORT void ishmem_info_get_name(char *name);

/* The address at which this PE's kernels reach PE pe's copy of the symmetric object dest, or NULL if
 * it cannot be reached by load and store or dest is not symmetric.  The address of a static object of
 * the program is valid on the host only. */
ISHMEM_EXPORT void *ishmem_ptr(const void *dest, int pe);
/* 1 if communication with PE pe, or with the object at addr on PE pe, is possible; 0 otherwise. */
ISHMEM_EXPORT int ishmem_pe_accessible(int pe);
ISHMEM_EXPORT int ishmem_addr_accessible(const void *addr, int pe);

/* ---- Memory management -------------------------------------------------------------------- */
/*
 * These routines are collective: every PE calls with the same arguments, and each call ends with a
 * barrier.  They return NULL on every PE if the heap has no block that is large enough.  If the arguments
 * differ, a message names the PEs and their values, and the job ends.
 * A call for 0 bytes, and ishmem_free of NULL, return at once without waiting for other PEs
 * (ishmem_realloc of a block to 0 bytes frees it, and is collective).
 */
ISHMEM_EXPORT void *ishmem_malloc(size_t size);
ISHMEM_EXPORT void *ishmem_calloc(size_t count, size_t size);
/* alignment: any power of two; the block's address is a multiple of it on every PE.  A value below sizeof(void *)
 * means sizeof(void *).  Returns NULL if the heap has no such block.  The largest alignment available is the largest
 * power of two that is smaller than the heap. */
ISHMEM_EXPORT void *ishmem_align(size_t alignment, size_t size);
/* Keeps the contents up to the smaller size.  If it returns NULL, the old block is unchanged. */
ISHMEM_EXPORT void *ishmem_realloc(void *ptr, size_t size);
/* hints: 0, or a bitwise OR of ISHMEM_MALLOC_ATOMICS_REMOTE and ISHMEM_MALLOC_SIGNAL_REMOTE; they change nothing.
 * Other bits are an error, unless ISHMEM_CHECKS is 0. */
ISHMEM_EXPORT void *ishmem_malloc_with_hints(size_t size, long hints);
/* NULL is ignored. */
ISHMEM_EXPORT void ishmem_free(void *ptr);

/* ---- Contexts -------------------------------------------------------------------------------- */
/*
 * A context is a stream of operations that is ordered and completed independently of others:
 * ishmem_ctx_fence and ishmem_ctx_quiet act only on the operations of that context.  Every routine that
 * moves data has a form with a context: ishmem_ctx_int_put(ctx, ...), ishmem_ctx_putmem(ctx, ...),
 * ishmemx_ctx_int_ibput(ctx, ...).  The form without a context uses ISHMEM_CTX_DEFAULT.
 */

/* options: 0, or a bitwise OR of ISHMEM_CTX_SERIALIZED, _PRIVATE and _NOSTORE.  Returns 0 and stores the
 * context; on failure returns a nonzero value and stores ISHMEM_CTX_INVALID. */
ISHMEM_EXPORT int ishmem_ctx_create(long options, ishmem_ctx_t *ctx);
/* Completes the context's operations first.  ISHMEM_CTX_INVALID is ignored, as it is by
 * ishmem_ctx_fence, _quiet, _pe_quiet, _session_start and _session_stop.  ishmem_finalize destroys the
 * remaining contexts. */
ISHMEM_EXPORT void ishmem_ctx_destroy(ishmem_ctx_t ctx);
/* Returns 0 and stores the team of the context.  For ISHMEM_CTX_INVALID it returns a nonzero value and
 * stores ISHMEM_TEAM_INVALID. */
ISHMEM_EXPORT int ishmem_ctx_get_team(ishmem_ctx_t ctx, ishmem_team_t *team);

/* Hints about the operations between session_start and session_stop: there will be many of them
 * (options: ISHMEM_CTX_SESSION_BATCH or 0), and at most total_ops (config_mask:
 * ISHMEM_CTX_SESSION_TOTAL_OPS or 0; config may be NULL if config_mask is 0). */
ISHMEM_EXPORT void ishmem_ctx_session_start(ishmem_ctx_t ctx, long options,
                                            const ishmem_ctx_session_config_t *config,
                                            long config_mask);
ISHMEM_EXPORT void ishmem_ctx_session_stop(ishmem_ctx_t ctx);

/* ---- Teams ----------------------------------------------------------------------------------- */
/*
 * A team is an ordered set of PEs, numbered from 0.  A handle is valid only on the PE that received it,
 * both on its host and in its kernels.  ishmem_finalize destroys the remaining teams.
 * ISHMEM_TEAM_MEMORY limits how many teams can exist; the maximum is 65536.
 */

/* This PE's number in the team, and the number of PEs in it; -1 for ISHMEM_TEAM_INVALID. */
ISHMEM_EXPORT int ishmem_team_my_pe(ishmem_team_t team);
ISHMEM_EXPORT int ishmem_team_n_pes(ishmem_team_t team);
/* Stores the members that config_mask names (ISHMEM_TEAM_NUM_CONTEXTS or 0; config may be NULL if
 * config_mask is 0) and returns 0.  For ISHMEM_TEAM_INVALID it returns a nonzero value. */
ISHMEM_EXPORT int ishmem_team_get_config(ishmem_team_t team, long config_mask,
                                         ishmem_team_config_t *config);
/* The number that PE src_pe of src_team has in dest_team; -1 if one of the teams has no such PE or is
 * ISHMEM_TEAM_INVALID. */
ISHMEM_EXPORT int ishmem_team_translate_pe(ishmem_team_t src_team, int src_pe,
                                           ishmem_team_t dest_team);
/* The same as ishmem_ptr, for PE pe of the team; NULL for ISHMEM_TEAM_INVALID. */
ISHMEM_EXPORT void *ishmem_team_ptr(ishmem_team_t team, const void *dest, int pe);

/*
 * These routines are collective over the parent: every PE of the parent calls with the same arguments.
 * If the arguments differ, a message names the PEs and their values, and the job ends.  The members get
 * the new team and the other PEs of the parent get ISHMEM_TEAM_INVALID; both return 0.  If the arguments
 * do not describe a team, a member has no memory for it, or the parent is ISHMEM_TEAM_INVALID, no PE gets
 * a team and all return a nonzero value. config and config_mask are as above, and must be the same on all
 * PEs of a new team.
 */

/* A team of `size` PEs of the parent, in this order: start, start + stride and so on.  stride may be
 * negative, but all PEs must be PEs of the parent. */
ISHMEM_EXPORT int ishmem_team_split_strided(ishmem_team_t parent_team, int start, int stride,
                                            int size, const ishmem_team_config_t *config,
                                            long config_mask, ishmem_team_t *new_team);
/* Arranges the parent's PEs in rows of xrange PEs: *xaxis_team is this PE's row, *yaxis_team its
 * column. */
ISHMEM_EXPORT int ishmem_team_split_2d(ishmem_team_t parent_team, int xrange,
                                       const ishmem_team_config_t *xaxis_config, long xaxis_mask,
                                       ishmem_team_t *xaxis_team,
                                       const ishmem_team_config_t *yaxis_config, long yaxis_mask,
                                       ishmem_team_t *yaxis_team);
/* Collective over the team.  Also destroys its contexts.  ISHMEM_TEAM_INVALID is ignored. */
ISHMEM_EXPORT void ishmem_team_destroy(ishmem_team_t team);

/* The same as ishmem_ctx_create, for a context whose routines take the team's PE numbers.  Not
 * collective.  For ISHMEM_TEAM_INVALID it fails. */
ISHMEM_EXPORT int ishmem_team_create_ctx(ishmem_team_t team, long options, ishmem_ctx_t *ctx);

/* ---- Remote memory access -------------------------------------------------------------------- */
/*
 * put returns when source may be reused, get when dest holds the data.  For the _nbi forms, this is the
 * case only after ishmem_quiet.  p and g move one value.  iput and iget move elements that are dst and
 * sst elements apart.  ishmemx_..._ibput and ibget move blocks of bsize elements whose starts are dst
 * and sst elements apart.  A stride is at least 1, for blocks at least bsize.  ishmem_fence orders
 * puts, and ishmem_quiet or a barrier completes them.
 */

/* ---- Signals ------------------------------------------------------------------------------- */
/*
 * put_signal copies as put does, then updates the 64-bit signal word at the symmetric address
 * sig_addr on PE pe with `signal`: ISHMEM_SIGNAL_SET stores it, ISHMEM_SIGNAL_ADD adds it.  A PE that
 * sees the new signal sees the data.
 */

/* Only update the signal.  fence orders and quiet completes the update, as for AMOs. */
ISHMEM_EXPORT void ishmemx_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);
ISHMEM_EXPORT void ishmemx_ctx_signal_set(ishmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal,
                                          int pe);
ISHMEM_EXPORT void ishmemx_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);
ISHMEM_EXPORT void ishmemx_ctx_signal_add(ishmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal,
                                          int pe);
/* The value of this PE's own signal word. */
ISHMEM_EXPORT uint64_t ishmem_signal_fetch(const uint64_t *sig_addr);
/* Waits as wait_until does, and returns the value that it saw. */
ISHMEM_EXPORT uint64_t ishmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);

/* ---- Point-to-point synchronisation -------------------------------------------------------- */
/*
 * wait_until returns when the comparison of this PE's own object with the value holds (cmp:
 * ISHMEM_CMP_...).  What the writer ordered before its update is then visible.  test returns at once:
 * 1 if the comparison holds, 0 otherwise.
 *
 * A set is ivars[0] to ivars[nelems - 1] without the elements whose status is not 0 (status may be
 * NULL).  The comparison must hold for
 * _all      every element;
 * _any      one element, whose index is returned;
 * _some     at least one element: the indices of all for which it holds are stored, and their number
 *           is returned;
 * _vector   as above, with cmp_values[i] for element i.
 * Waits for an empty set return at once, and _any returns SIZE_MAX, _some 0.  test_all of an empty set
 * returns 1.  If the comparison holds for no element, test_any returns SIZE_MAX and test_some 0.  _any is
 * fair: an element whose comparison keeps holding is eventually returned.
 */

/* ---- Atomic memory operations -------------------------------------------------------------- */
/*
 * Each operation is atomic with respect to every other AMO on the object, from any host and any kernel.
 * Fetching forms return the previous value.  ishmem_quiet completes the others.  The _nbi forms store the
 * previous value in *fetch, where it is valid after ishmem_quiet.
 */

/* ---- Memory ordering ----------------------------------------------------------------------- */

/* For each PE, orders this PE's earlier puts, AMOs and signals to it before its later ones. */
ISHMEM_EXPORT void ishmem_fence(void);
ISHMEM_EXPORT void ishmem_ctx_fence(ishmem_ctx_t ctx);
/* Completes all operations that this PE has started, on the default context or on `ctx`. */
ISHMEM_EXPORT void ishmem_quiet(void);
ISHMEM_EXPORT void ishmem_ctx_quiet(ishmem_ctx_t ctx);
/* The same for the operations whose target is one of the npes PEs in target_pes. */
ISHMEM_EXPORT void ishmem_pe_quiet(const int *target_pes, size_t npes);
ISHMEM_EXPORT void ishmem_ctx_pe_quiet(ishmem_ctx_t ctx, const int *target_pes, size_t npes);

/* ---- Distributed locks --------------------------------------------------------------------- */
/*
 * A lock is a symmetric long.  It must be 0 before its first use; after that, only the library may
 * change it.  At most one PE holds it, through its host or a kernel.  Waiting PEs acquire it in the
 * order of their calls.
 */
ISHMEM_EXPORT void ishmem_set_lock(long *lock);
/* First completes all operations of this PE: the next PE to acquire the lock sees their effects. */
ISHMEM_EXPORT void ishmem_clear_lock(long *lock);
/* Returns at once: 0 if the lock was free and this PE acquired it, 1 otherwise. */
ISHMEM_EXPORT int ishmem_test_lock(long *lock);

/* ---- Collectives --------------------------------------------------------------------------- */
/*
 * All members of a team must call the same collectives on it, one after the other, with the same
 * arguments except where noted.  They must all call from the host, or all from kernels.  Without the
 * first argument, the team, a collective uses the world: ishmem_int_broadcast(dest, source, nelems,
 * PE_root). dest and source are symmetric and do not overlap; where noted, they may be the same.  PE
 * numbers are those in the team.  The result is 0, or a nonzero value if the job is being aborted.
 */

/* Returns when every PE has arrived. */
ISHMEM_EXPORT void ishmem_sync_all(void);
/* Does the same as ishmem_quiet followed by ishmem_sync_all. */
ISHMEM_EXPORT void ishmem_barrier_all(void);
/* The same for the members of a team. */
ISHMEM_EXPORT int ishmem_team_sync(ishmem_team_t team);
ISHMEM_EXPORT int ishmemx_team_barrier(ishmem_team_t team);

/*
 * broadcast  copies nelems elements from source on PE_root to dest on all members; dest may be source,
 *            and must be ready on all members before any of them calls.
 * collect    stores the sources of all members one after the other; each has its own nelems.
 * fcollect   does the same with one nelems for all members.
 * alltoall   sends block i of source to member i, which is where block i of dest comes from; a block
 *            has nelems elements.  dest must be ready on all members before any of them calls.
 * alltoalls  does the same with elements that are sst elements apart in source, dst in dest.
 * ...mem     count in bytes.
 */

/*
 * and, or, xor, max, min, sum and prod combine element by element, in the order of the members.  The
 * results are bitwise identical on all members. dest may be source.  Integer results wrap on overflow.
 * For a number and a NaN, max and min return the number.
 *
 * OP_reduce           combines nreduce elements, for all members.
 * OP_reduce_scatter   combines block i of the sources for member i: source has nreduce elements for
 *                     each member.
 * sum_inscan          sums over the members up to this one.
 * sum_exscan          sums over the members before this one; the first member gets zeros.
 * float16, bfloat16   are held in a uint16_t, computed in float and rounded at each step.
 */

#ifdef __cplusplus
}
#endif

/* A collective without a team, where the language lets one name have two functions. */
#ifdef __cplusplus
#define ISHMEMI_WORLD static inline
#elif defined(__clang__)
#define ISHMEMI_WORLD static inline __attribute__((overloadable))
#endif

#ifndef ISHMEM_ROUTINES_H /* else it is what an editor shows */
#include "ishmem/routines.h"
#endif
#ifndef __cplusplus
#include "ishmem/select.h"
#include "ishmem/without_team.h"
#endif

#include "ishmem/watch_exit.h"

/* The same routines in kernels in SYCL. */
#ifdef __SYCL_DEVICE_ONLY__
#include "ishmem/sycl/device_code.h"
#endif

#endif
#endif
