/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks of the arguments of routines.  For a good call, a check costs a few compares and one
 * branch that is never taken.  For a bad one, the functions below find out what is wrong, report it
 * in one line, and end the job or call the program's error handler (fatal.h).
 *
 * With ISHMEM_CHECKS=2 calls that look good go to these functions too, which also compare the
 * arguments with the live objects of the heap.  ISHMEM_CHECKS=0 turns all checks off.
 */
#ifndef ISHMEMI_CHECK_H
#define ISHMEMI_CHECK_H

#include "context.h"
#include "host_team.h"
#include "job.h"
#include "readable.h"
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One of ISHMEMI_CHECKS_..., set by ishmem_init.  Before that it is _HOST, so that a call outside a
 * job is always caught. */
extern int ishmemi_checks __attribute__((visibility("hidden")));

/* Return from the routine if a check fails.  The check has called the program's error handler by
 * then (fatal.h); without one, it does not return. */
#define ISHMEMI_REQUIRE(CHECK)                    \
    do {                                          \
        if (__builtin_expect(!(CHECK), 0) != 0) { \
            return;                               \
        }                                         \
    } while (0)
#define ISHMEMI_REQUIRE_OR(CHECK, RESULT)         \
    do {                                          \
        if (__builtin_expect(!(CHECK), 0) != 0) { \
            return RESULT;                        \
        }                                         \
    } while (0)

/* Stands for a PE that a check has already refused. */
#define ISHMEMI_PE_REFUSED INT_MIN

/* Whether the arguments need a closer look: at level 1 if they do not look good, at level 2
 * always. */
static inline bool ishmemi_check_is_due(bool looks_good)
{
    return __builtin_expect(ishmemi_checks > (int)looks_good, 0);
}

#define ISHMEMI_COLD __attribute__((cold, noinline))

typedef enum ishmemi_direction { ISHMEMI_PUT, ISHMEMI_GET } ishmemi_direction_t;

bool ishmemi_check_fail_ready(const char *routine) ISHMEMI_COLD;
/* Also checks that this thread may call. */
bool ishmemi_look_at_ready(const char *routine) ISHMEMI_COLD;
/* The functions named fail return false; those named look_at return whether nothing is wrong. */
bool ishmemi_look_at_transfer(const char *routine, ishmemi_direction_t direction,
                              const void *symmetric, const void *local, size_t nelems, size_t size,
                              size_t alignment, int pe) ISHMEMI_COLD;
bool ishmemi_look_at_blocks(const char *routine, ishmemi_direction_t direction,
                            const void *symmetric, const void *local, ptrdiff_t dst, ptrdiff_t sst,
                            size_t bsize, size_t nblocks, size_t size, size_t alignment,
                            int pe) ISHMEMI_COLD;
bool ishmemi_look_at_object(const char *routine, const char *argument, const void *object,
                            size_t size, int pe) ISHMEMI_COLD;
/* Symmetric elements of this PE. */
bool ishmemi_look_at_own(const char *routine, const char *argument, const void *object,
                         size_t nelems, size_t size, size_t alignment) ISHMEMI_COLD;
/* Elements anywhere, whose size is their alignment. */
bool ishmemi_look_at_local(const char *routine, const char *argument, const void *array,
                           size_t count, size_t alignment) ISHMEMI_COLD;
bool ishmemi_check_fail_result(const char *routine, const char *argument, const void *result,
                               size_t alignment) ISHMEMI_COLD;
bool ishmemi_check_fail_pes(const char *routine, const char *argument, const int *pes,
                            size_t count) ISHMEMI_COLD;
bool ishmemi_check_fail_count(const char *routine, const char *argument, size_t count) ISHMEMI_COLD;
bool ishmemi_check_fail_ctx(const char *routine, ishmem_ctx_t ctx) ISHMEMI_COLD;
bool ishmemi_look_at_team(const char *routine, const char *argument, ishmem_team_t team,
                          const ishmemi_host_team_t *found) ISHMEMI_COLD;
/* Keeps the pointer for the message about it, which follows in the same thread. */
void ishmemi_check_note_foreign_team(const void *team) ISHMEMI_COLD;
bool ishmemi_check_fail_team_pe(const char *routine, const char *argument, int pe,
                                int n_pes) ISHMEMI_COLD;
bool ishmemi_check_fail_bits(const char *routine, const char *argument, long bits,
                             const char *expected) ISHMEMI_COLD;
bool ishmemi_check_fail_lock(const char *routine) ISHMEMI_COLD;
/* This PE must not hold the lock already. */
bool ishmemi_look_at_lock(const char *routine, const long *lock) ISHMEMI_COLD;
bool ishmemi_check_fail_cmp(const char *routine, int cmp) ISHMEMI_COLD;
bool ishmemi_check_fail_sig_op(const char *routine, int sig_op) ISHMEMI_COLD;

/* Which arrays may overlap. */
typedef enum ishmemi_overlap {
    ISHMEMI_OVERLAP_NEVER,  /* none */
    ISHMEMI_OVERLAP_SAME,   /* arrays that start at the same address */
    ISHMEMI_OVERLAP_UNKNOWN /* these may: the check does not know enough */
} ishmemi_overlap_t;

bool ishmemi_look_at_signal(const char *routine, const void *dest, size_t bytes,
                            const uint64_t *sig_addr) ISHMEMI_COLD;
bool ishmemi_look_at_apart(const char *routine, const void *dest, size_t dest_nelems,
                           const void *source, size_t source_nelems, size_t size,
                           ishmemi_overlap_t allowed) ISHMEMI_COLD;

/* Two arrays of one PE with elements of `size` bytes; their sizes do not overflow. */
static inline bool ishmemi_check_apart(const char *routine, const void *dest, size_t dest_nelems,
                                       const void *source, size_t source_nelems, size_t size,
                                       ishmemi_overlap_t allowed)
{
    return !ishmemi_check_is_due(true) ||
           ishmemi_look_at_apart(routine, dest, dest_nelems, source, source_nelems, size, allowed);
}

/* The signal word of a put of `bytes` must not lie in the data. */
static inline bool ishmemi_check_signal(const char *routine, const void *dest, size_t bytes,
                                        const uint64_t *sig_addr)
{
    return !ishmemi_check_is_due(true) || ishmemi_look_at_signal(routine, dest, bytes, sig_addr);
}

/* The number in the world of PE `pe` of a context's team.  The context is not the default one. */
int ishmemi_context_pe(const char *routine, ishmem_ctx_t ctx, int pe);

/* Whether an array lies in the user's part of this PE's heap, or in the program's static
 * objects. */
static inline bool ishmemi_check_symmetric(const void *array, size_t nelems, size_t size)
{
    const uintptr_t offset = (uintptr_t)array - (uintptr_t)ishmemi_job.heap - ISHMEMI_HEAD_BYTES;
    const size_t room = ishmemi_job.heap_bytes - ISHMEMI_HEAD_BYTES;
    const bool in_heap = offset < room && nelems <= (room - offset) / size;
    return __builtin_expect(in_heap, true) || ishmemi_segment_holds(array, nelems, size);
}

/* Whether the PE belongs to this job. */
static inline bool ishmemi_check_pe(int pe)
{
    return ishmemi_job.initialized && (unsigned)pe < (unsigned)ishmemi_job.n_pes;
}

static inline bool ishmemi_check_aligned(const void *address, size_t alignment)
{
    return ((uintptr_t)address & (alignment - 1)) == 0;
}

/* Whether the address is usable at all. */
static inline bool ishmemi_check_local_array(const void *array, size_t alignment)
{
    return array && ishmemi_check_aligned(array, alignment);
}

/* The library must be initialised. */
static inline bool ishmemi_check_ready(const char *routine)
{
    return !ishmemi_check_is_due(ishmemi_job.initialized) || ishmemi_look_at_ready(routine);
}

/* A put or a get of nelems elements of `size` bytes, aligned to `alignment`. */
static inline bool ishmemi_check_transfer(const char *routine, ishmemi_direction_t direction,
                                          const void *symmetric, const void *local, size_t nelems,
                                          size_t size, size_t alignment, int pe)
{
    const bool good =
        ishmemi_check_pe(pe) && (nelems == 0 || (ishmemi_check_symmetric(symmetric, nelems, size) &&
                                                 ishmemi_check_aligned(symmetric, alignment) &&
                                                 ishmemi_check_local_array(local, alignment)));
    return !ishmemi_check_is_due(good) ||
           ishmemi_look_at_transfer(routine, direction, symmetric, local, nelems, size, alignment,
                                    pe);
}

/* Elements from the first to the last of nblocks blocks of bsize, whose starts are a stride apart;
 * SIZE_MAX on overflow. */
static inline size_t ishmemi_check_span(ptrdiff_t stride, size_t bsize, size_t nblocks)
{
    size_t span;
    if (bsize == 0 || nblocks == 0) {
        return 0;
    }
    if (__builtin_mul_overflow(nblocks - 1, (size_t)stride, &span) ||
        __builtin_add_overflow(span, bsize, &span)) {
        return SIZE_MAX;
    }
    return span;
}

/* A put or a get of nblocks blocks of bsize elements, whose starts are dst and sst elements
 * apart. */
static inline bool ishmemi_check_blocks(const char *routine, ishmemi_direction_t direction,
                                        const void *symmetric, const void *local, ptrdiff_t dst,
                                        ptrdiff_t sst, size_t bsize, size_t nblocks, size_t size,
                                        size_t alignment, int pe)
{
    const ptrdiff_t least = dst < sst ? dst : sst;
    bool good = ishmemi_check_pe(pe) && least >= 1 && bsize <= (size_t)least;
    if (good && bsize > 0 && nblocks > 0) {
        const size_t span =
            ishmemi_check_span(direction == ISHMEMI_PUT ? dst : sst, bsize, nblocks);
        good = ishmemi_check_symmetric(symmetric, span, size) &&
               ishmemi_check_aligned(symmetric, alignment) &&
               ishmemi_check_local_array(local, alignment);
    }
    return !ishmemi_check_is_due(good) ||
           ishmemi_look_at_blocks(routine, direction, symmetric, local, dst, sst, bsize, nblocks,
                                  size, alignment, pe);
}

/* One naturally aligned symmetric object on another PE. */
static inline bool ishmemi_check_object(const char *routine, const char *argument,
                                        const void *object, size_t size, int pe)
{
    const bool good = ishmemi_check_pe(pe) && ishmemi_check_symmetric(object, 1, size) &&
                      ishmemi_check_aligned(object, size);
    return !ishmemi_check_is_due(good) ||
           ishmemi_look_at_object(routine, argument, object, size, pe);
}

/* One naturally aligned symmetric object of this PE. */
static inline bool ishmemi_check_own(const char *routine, const char *argument, const void *object,
                                     size_t size)
{
    const bool good = ishmemi_job.initialized && ishmemi_check_symmetric(object, 1, size) &&
                      ishmemi_check_aligned(object, size);
    return !ishmemi_check_is_due(good) ||
           ishmemi_look_at_own(routine, argument, object, 1, size, size);
}

/* nelems naturally aligned symmetric objects of this PE. */
static inline bool ishmemi_check_own_array(const char *routine, const char *argument,
                                           const void *array, size_t nelems, size_t size)
{
    const bool good =
        ishmemi_job.initialized && (nelems == 0 || (ishmemi_check_symmetric(array, nelems, size) &&
                                                    ishmemi_check_aligned(array, size)));
    return !ishmemi_check_is_due(good) ||
           ishmemi_look_at_own(routine, argument, array, nelems, size, size);
}

/* An array of `count` elements anywhere. */
static inline bool ishmemi_check_local(const char *routine, const char *argument, const void *array,
                                       size_t count, size_t alignment)
{
    const bool good = count == 0 || ishmemi_check_local_array(array, alignment);
    return !ishmemi_check_is_due(good) ||
           ishmemi_look_at_local(routine, argument, array, count, alignment);
}

/* The address for the result of a routine that may be called outside a job. */
static inline bool ishmemi_check_result(const char *routine, const char *argument,
                                        const void *result, size_t alignment)
{
    return !__builtin_expect(ishmemi_checks && !ishmemi_check_local_array(result, alignment), 0) ||
           ishmemi_check_fail_result(routine, argument, result, alignment);
}

/* Whether a list of PEs is readable.  A list with repeated PEs may have more entries than the job
 * has PEs, so only longer lists have their memory checked. */
static inline bool ishmemi_check_count(const int *pes, size_t count)
{
    return __builtin_expect(count <= (size_t)ishmemi_job.n_pes, 1) ||
           (count <= SIZE_MAX / sizeof *pes && ishmemi_is_readable(pes, count * sizeof *pes));
}

/* A list of `count` PEs. */
static inline bool ishmemi_check_pes(const char *routine, const char *argument, const int *pes,
                                     size_t count)
{
    bool good = ishmemi_job.initialized && (count == 0 || pes) && ishmemi_check_count(pes, count);
    for (size_t i = 0; i < count && good; i++) {
        good = ishmemi_check_pe(pes[i]);
    }
    return !__builtin_expect(ishmemi_checks && !good, 0) ||
           ishmemi_check_fail_pes(routine, argument, pes, count);
}

/* A live context of this job. */
static inline bool ishmemi_check_ctx(const char *routine, ishmem_ctx_t ctx)
{
    const bool is_default = ctx && ctx == ishmemi_job.default_ctx;
    return !__builtin_expect(ishmemi_checks && !is_default, 0) ||
           (ishmemi_job.initialized && ishmemi_context_is_open(ctx)) ||
           ishmemi_check_fail_ctx(routine, ctx);
}

/* The same, except that ISHMEM_CTX_INVALID is valid and asks for nothing.  Returns whether there is
 * something to do. */
static inline bool ishmemi_check_ctx_if_any(const char *routine, ishmem_ctx_t ctx)
{
    if (ctx == ISHMEM_CTX_INVALID) {
        (void)ishmemi_check_ready(routine);
        return false;
    }
    return ishmemi_check_ctx(routine, ctx);
}

/* The number in the world of PE `pe` of the context's team.  Nothing is translated for the default
 * context. */
static inline int ishmemi_check_ctx_pe(const char *routine, ishmem_ctx_t ctx, int pe)
{
    const bool is_default = ctx && ctx == ishmemi_job.default_ctx;
    return __builtin_expect(is_default, 1) ? pe : ishmemi_context_pe(routine, ctx, pe);
}

/* The team of a handle, or NULL. */
static inline ishmemi_host_team_t *ishmemi_check_team(const char *routine, const char *argument,
                                                      ishmem_team_t team)
{
    ishmemi_host_team_t *const found = ishmemi_team_find(team);
    return !ishmemi_check_is_due(found) || ishmemi_look_at_team(routine, argument, team, found)
               ? found
               : NULL;
}

/* Flags; only the known ones are valid. */
static inline bool ishmemi_check_bits(const char *routine, const char *argument, long bits,
                                      long known, const char *expected)
{
    return !__builtin_expect(ishmemi_checks && (bits & ~known) != 0, 0) ||
           ishmemi_check_fail_bits(routine, argument, bits, expected);
}

/* The two counters of a lock that its holder is about to release. */
static inline bool ishmemi_check_lock_is_set(const char *routine, uint64_t serving, uint64_t next)
{
    return !__builtin_expect(ishmemi_checks && serving == next, 0) ||
           ishmemi_check_fail_lock(routine);
}

static inline bool ishmemi_check_is_cmp(int cmp)
{
    return __builtin_expect(cmp >= ISHMEM_CMP_EQ && cmp <= ISHMEM_CMP_LE, 1);
}

static inline bool ishmemi_check_cmp(const char *routine, int cmp)
{
    return ishmemi_check_is_cmp(cmp) || !ishmemi_checks || ishmemi_check_fail_cmp(routine, cmp);
}

static inline bool ishmemi_check_sig_op(const char *routine, int sig_op)
{
    return !__builtin_expect(
               ishmemi_checks && sig_op != ISHMEM_SIGNAL_SET && sig_op != ISHMEM_SIGNAL_ADD, 0) ||
           ishmemi_check_fail_sig_op(routine, sig_op);
}

#endif
