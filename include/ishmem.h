/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libishmem: OpenSHMEM for GPUs over Level Zero.  The standard host API, in C11
 * and C++.  Kernels include ishmem_device.h; extensions are in ishmemx.h.
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
 * the program has done so.  Ends the process with a sentence when it cannot. */
ISHMEM_EXPORT void ishmem_init(void);

/* As ishmem_init, asking for a thread level; *provided, if not NULL, is the level given, which is
 * never below `requested`.  Returns 0. */
ISHMEM_EXPORT int ishmem_init_thread(int requested, int *provided);
ISHMEM_EXPORT void ishmem_query_thread(int *provided);

/* Leaves the job: collective; waits for all PEs and completes all their operations.  Frees the
 * heap and all that is in it.  The library may be initialised again afterwards. */
ISHMEM_EXPORT void ishmem_finalize(void);

/* Ends every process of the job with exit status `status`.  Not collective; does not return. */
ISHMEM_EXPORT void ishmem_global_exit(int status);

ISHMEM_EXPORT int ishmem_my_pe(void);
ISHMEM_EXPORT int ishmem_n_pes(void);

/* The version of the API: ISHMEM_MAJOR_VERSION and ISHMEM_MINOR_VERSION. */
ISHMEM_EXPORT void ishmem_info_get_version(int *major, int *minor);
/* Stores the vendor string, at most ISHMEM_MAX_NAME_LEN bytes with its final zero. */
ISHMEM_EXPORT void ishmem_info_get_name(char *name);

/* The address by which this PE's kernels reach PE pe's copy of the symmetric object dest, or NULL
 * where it cannot be reached by load and store or dest is not symmetric. */
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
/* alignment: a power of two and a multiple of sizeof(void *). */
ISHMEM_EXPORT void *ishmem_align(size_t alignment, size_t size);
/* Contents are kept up to the smaller size; on NULL the old block stays as it was. */
ISHMEM_EXPORT void *ishmem_realloc(void *ptr, size_t size);
/* hints: ISHMEM_MALLOC_... ORed, or 0. */
ISHMEM_EXPORT void *ishmem_malloc_with_hints(size_t size, long hints);
/* NULL is ignored. */
ISHMEM_EXPORT void ishmem_free(void *ptr);

/* ---- Remote memory access ------------------------------------------------------------------ */
/*
 * put returns when source may be reused, get when dest holds the data; p and g move one value.
 * Puts are ordered by ishmem_fence and complete with ishmem_quiet or a barrier.
 */
#define ISHMEMI_RMA_PROTOTYPES(NAME, TYPE, A)                                                    \
    ISHMEM_EXPORT void ishmem_##NAME##_put(TYPE *dest, const TYPE *source, size_t nelems, int pe); \
    ISHMEM_EXPORT void ishmem_##NAME##_get(TYPE *dest, const TYPE *source, size_t nelems, int pe); \
    ISHMEM_EXPORT void ishmem_##NAME##_p(TYPE *dest, TYPE value, int pe);                        \
    ISHMEM_EXPORT TYPE ishmem_##NAME##_g(const TYPE *source, int pe);                            \
    ISHMEM_EXPORT void ishmem_##NAME##_put_signal(TYPE *dest, const TYPE *source, size_t nelems, \
                                                  uint64_t *sig_addr, uint64_t signal,           \
                                                  int sig_op, int pe);
ISHMEMI_RMA_TYPES(ISHMEMI_RMA_PROTOTYPES, )

#define ISHMEMI_SIZE_PROTOTYPES(SIZE, BYTES, A)                                                  \
    ISHMEM_EXPORT void ishmem_put##SIZE(void *dest, const void *source, size_t nelems, int pe);  \
    ISHMEM_EXPORT void ishmem_get##SIZE(void *dest, const void *source, size_t nelems, int pe);  \
    ISHMEM_EXPORT void ishmem_put##SIZE##_signal(void *dest, const void *source, size_t nelems,  \
                                                 uint64_t *sig_addr, uint64_t signal,            \
                                                 int sig_op, int pe);
ISHMEMI_SIZES(ISHMEMI_SIZE_PROTOTYPES, )

ISHMEM_EXPORT void ishmem_putmem(void *dest, const void *source, size_t nelems, int pe);
ISHMEM_EXPORT void ishmem_getmem(void *dest, const void *source, size_t nelems, int pe);

/* ---- Signals -------------------------------------------------------------------------------- */
/*
 * put_signal copies as put does, then updates the 64-bit signal word at the symmetric address
 * sig_addr on PE pe with `signal`: ISHMEM_SIGNAL_SET stores it, ISHMEM_SIGNAL_ADD adds it.  Who
 * sees the new signal sees the data.
 */
ISHMEM_EXPORT void ishmem_putmem_signal(void *dest, const void *source, size_t nelems,
                                        uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
/* The value of this PE's own signal word. */
ISHMEM_EXPORT uint64_t ishmem_signal_fetch(const uint64_t *sig_addr);

/* ---- Point-to-point synchronisation ---------------------------------------------------------- */
/*
 * Return when this PE's own object compares as asked with the value (cmp: ISHMEM_CMP_...).  What
 * the writer ordered before the update is then visible.  signal_wait_until returns the value seen.
 */
#define ISHMEMI_WAIT_PROTOTYPES(NAME, TYPE, A)                                                   \
    ISHMEM_EXPORT void ishmem_##NAME##_wait_until(TYPE *ivar, int cmp, TYPE cmp_value);
ISHMEMI_AMO_STD_TYPES(ISHMEMI_WAIT_PROTOTYPES, )
ISHMEM_EXPORT uint64_t ishmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);

/* ---- Atomic memory operations ----------------------------------------------------------------- */
/*
 * Each is exclusive with every other AMO on the object, from any host and any kernel.  Fetching
 * forms return the value before the operation; the others complete with ishmem_quiet.
 */
#define ISHMEMI_AMO_STD_PROTOTYPES(NAME, TYPE, A)                                                \
    ISHMEM_EXPORT TYPE ishmem_##NAME##_atomic_compare_swap(TYPE *dest, TYPE cond, TYPE value,    \
                                                           int pe);                              \
    ISHMEM_EXPORT TYPE ishmem_##NAME##_atomic_fetch_add(TYPE *dest, TYPE value, int pe);         \
    ISHMEM_EXPORT void ishmem_##NAME##_atomic_add(TYPE *dest, TYPE value, int pe);
ISHMEMI_AMO_STD_TYPES(ISHMEMI_AMO_STD_PROTOTYPES, )

#define ISHMEMI_AMO_EXT_PROTOTYPES(NAME, TYPE, A)                                                \
    ISHMEM_EXPORT TYPE ishmem_##NAME##_atomic_fetch(const TYPE *source, int pe);                 \
    ISHMEM_EXPORT void ishmem_##NAME##_atomic_set(TYPE *dest, TYPE value, int pe);
ISHMEMI_AMO_EXT_TYPES(ISHMEMI_AMO_EXT_PROTOTYPES, )

/* ---- Memory ordering --------------------------------------------------------------------------- */

/* Orders this PE's puts, AMOs and signals to each PE before it ahead of those after it. */
ISHMEM_EXPORT void ishmem_fence(void);
/* Completes all operations that this PE has started. */
ISHMEM_EXPORT void ishmem_quiet(void);

/* ---- Collectives -------------------------------------------------------------------------------- */

/* Returns when every PE has arrived. */
ISHMEM_EXPORT void ishmem_sync_all(void);
/* ishmem_quiet, then ishmem_sync_all. */
ISHMEM_EXPORT void ishmem_barrier_all(void);

#ifdef __cplusplus
}
#endif

#endif
