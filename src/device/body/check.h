/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks of routines' arguments, if the state asks for them.  A PE's first call that fails fills
 * the report in the PE's head (state.h) and ends the PE's waits; the host prints the report.  A
 * call that fails returns without touching memory, with 0 if it returns something.  That holds on
 * all lanes, because all have the same arguments.
 *
 * A good call without checks pays only for ishmemi_checked().  Other functions return whether an
 * argument is good and note in a fault what is wrong with it.  A routine reports in one place,
 * because compilers may inline all of this into every call.
 */
#ifndef ISHMEM_DEVICE_CHECK_H
#define ISHMEM_DEVICE_CHECK_H

#include "ishmem/types.h"
#include "reach.h"

ISHMEMI_INLINE int ishmemi_checked(ishmem_ctx_t ctx)
{
    return __builtin_expect((ctx->flags & ISHMEMI_STATE_CHECKS) != 0, 0) != 0;
}

/* For routines that work without a default context, too. */
ISHMEMI_INLINE int ishmemi_checked_if_bound(ishmem_ctx_t ctx)
{
    return ctx != 0 && ishmemi_checked(ctx);
}

ISHMEMI_INLINE void ishmemi_copy_name(ISHMEMI_GLOBAL char *to, ishmemi_string_t name, size_t bytes)
{
    size_t i = 0;
    while (i < bytes - 1 && name[i] != 0) {
        to[i] = name[i];
        i++;
    }
    to[i] = 0;
}

/* As in ishmemi_report_t. */
typedef struct ishmemi_fault {
    ishmemi_string_t argument;
    ishmemi_expected_t expected;
    uint64_t value;
    uint64_t low;
    uint64_t high;
    uint64_t count;
    uint64_t size;
} ishmemi_fault_t;

ISHMEMI_INLINE int ishmemi_note(ishmemi_fault_t *fault, ishmemi_string_t argument,
                                ishmemi_expected_t expected, uint64_t value, uint64_t low,
                                uint64_t high, uint64_t count, uint64_t size)
{
    fault->argument = argument;
    fault->expected = expected;
    fault->value = value;
    fault->low = low;
    fault->high = high;
    fault->count = count;
    fault->size = size;
    return 0;
}

/* Reports the fault if good is 0; returns good. */
ISHMEMI_INLINE int ishmemi_good_or_report(ishmem_ctx_t ctx, ishmemi_string_t routine, int good,
                                          const ishmemi_fault_t *fault)
{
    if (good) {
        return 1;
    }
    ISHMEMI_GLOBAL ishmemi_head_t *head = (ISHMEMI_GLOBAL ishmemi_head_t *)ctx->head;
    ISHMEMI_GLOBAL ishmemi_report_t *report = &head->report;
    if (ISHMEMI_ATOMIC_COMPARE_SWAP(uint64_t, &report->claimed, 0, 1, ISHMEMI_RELAXED) == 0) {
        report->value = fault->value;
        report->low = fault->low;
        report->high = fault->high;
        report->count = fault->count;
        report->size = fault->size;
        report->expected = (uint32_t)fault->expected;
        ishmemi_copy_name(report->argument, fault->argument, sizeof report->argument);
        ishmemi_copy_name(report->routine, routine, sizeof report->routine);
        ISHMEMI_ATOMIC_STORE(uint64_t, &report->ready, 1, ISHMEMI_RELEASE);
        ISHMEMI_ATOMIC_STORE(uint64_t, &head->abort.value, 2, ISHMEMI_RELEASE);
    }
    return 0;
}

ISHMEMI_INLINE int ishmemi_good_range(ishmemi_fault_t *fault, ishmemi_string_t argument,
                                      int64_t value, int64_t low, int64_t high)
{
    return (value >= low && value <= high) ||
           ishmemi_note(fault, argument, ISHMEMI_EXPECTED_RANGE, (uint64_t)value, (uint64_t)low,
                        (uint64_t)high, 0, 0);
}

ISHMEMI_INLINE int ishmemi_good_pe(ishmem_ctx_t ctx, ishmemi_fault_t *fault, int pe)
{
    if (!ishmemi_good_range(fault, "pe", pe, 0, ctx->n_pes - 1)) {
        return 0;
    }
    return ishmemi_delta(ctx, pe) != ISHMEMI_UNREACHABLE || ctx->ring != 0 ||
           ishmemi_note(fault, "pe", ISHMEMI_EXPECTED_REACHABLE, (uint64_t)pe, 0, 0, 0, 0);
}

ISHMEMI_INLINE int ishmemi_good_alignment(ishmemi_fault_t *fault, ishmemi_string_t argument,
                                          uint64_t address, size_t alignment)
{
    return (address & (alignment - 1)) == 0 ||
           ishmemi_note(fault, argument, ISHMEMI_EXPECTED_ALIGNED, address, 0, 0, 0, alignment);
}

/* ---- The objects of the heap ----------------------------------------------------------------- */

/* The last object of a list that starts at the address or before it; 0 and 0 if there is none. */
ISHMEMI_INLINE ishmemi_object_t ishmemi_search_objects(uint64_t list, uint64_t address)
{
    ISHMEMI_GLOBAL ishmemi_object_list_t *head = (ISHMEMI_GLOBAL ishmemi_object_list_t *)list;
    ISHMEMI_GLOBAL ishmemi_object_t *objects = (ISHMEMI_GLOBAL ishmemi_object_t *)(head + 1);
    const uint64_t room = ISHMEMI_ATOMIC_LOAD(uint64_t, &head->room, ISHMEMI_RELAXED);
    const uint64_t count = ISHMEMI_ATOMIC_LOAD(uint64_t, &head->count, ISHMEMI_RELAXED);
    ishmemi_object_t found = {0, 0};
    uint64_t low = 0;
    uint64_t high = count < room ? count : room;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const uint64_t start =
            ISHMEMI_ATOMIC_LOAD(uint64_t, &objects[middle].start, ISHMEMI_RELAXED);
        if (start <= address) {
            found.start = start;
            found.bytes = ISHMEMI_ATOMIC_LOAD(uint64_t, &objects[middle].bytes, ISHMEMI_RELAXED);
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return found;
}

/* The same for the list that is valid now (ishmemi_objects_t). */
ISHMEMI_INLINE ishmemi_object_t ishmemi_find_object(ishmem_ctx_t ctx, uint64_t address)
{
    ISHMEMI_GLOBAL ishmemi_objects_t *objects = (ISHMEMI_GLOBAL ishmemi_objects_t *)ctx->objects;
    for (;;) {
        const uint64_t version = ISHMEMI_ATOMIC_LOAD(uint64_t, &objects->version, ISHMEMI_ACQUIRE);
        const uint64_t list =
            ISHMEMI_ATOMIC_LOAD(uint64_t, &objects->lists[version & 1], ISHMEMI_RELAXED);
        const ishmemi_object_t found = ishmemi_search_objects(list, address);
        ISHMEMI_FENCE_ACQUIRE();
        if (ISHMEMI_ATOMIC_LOAD(uint64_t, &objects->version, ISHMEMI_RELAXED) == version) {
            return found;
        }
    }
}

/* `count` elements, not 0, of `size` bytes: if they start in the heap, they lie in one live
 * object. */
ISHMEMI_BODY int ishmemi_good_live(ishmem_ctx_t ctx, ishmemi_fault_t *fault,
                                   ishmemi_string_t argument, uint64_t address, size_t count,
                                   size_t size)
{
    if (ctx->objects == 0 || address - ctx->heap >= ctx->heap_bytes) {
        return 1;
    }
    const ishmemi_object_t found = ishmemi_find_object(ctx, address);
    const uint64_t past = address - found.start;
    return (past < found.bytes && count <= (found.bytes - past) / size) ||
           ishmemi_note(fault, argument, ISHMEMI_EXPECTED_OBJECT, address, found.start, found.bytes,
                        count, size);
}

/* ---- Overlap ---------------------------------------------------------------------------------- */

/* Which arrays may overlap. */
typedef enum ishmemi_overlap {
    ISHMEMI_OVERLAP_NEVER, /* none */
    ISHMEMI_OVERLAP_SAME   /* those that start at the same address */
} ishmemi_overlap_t;

/* Whether two arrays in the heap, of elements of `size` bytes, do not overlap. */
ISHMEMI_INLINE int ishmemi_good_apart(ishmemi_fault_t *fault, uint64_t dest, size_t dest_count,
                                      uint64_t source, size_t source_count, size_t size,
                                      ishmemi_overlap_t allowed)
{
    const size_t dest_bytes = dest_count * size;
    const size_t source_bytes = source_count * size;
    const int overlap = dest_bytes != 0 && source_bytes != 0 && dest < source + source_bytes &&
                        source < dest + dest_bytes;
    return !overlap || (allowed == ISHMEMI_OVERLAP_SAME && dest == source) ||
           ishmemi_note(fault, "dest", ISHMEMI_EXPECTED_APART, dest, source, source_bytes,
                        dest_count, size);
}

/* Whether the signal word of a put of `bytes` bytes is apart from its dest. */
ISHMEMI_INLINE int ishmemi_good_signal_apart(ishmemi_fault_t *fault, uint64_t dest, size_t bytes,
                                             uint64_t sig_addr)
{
    return sig_addr >= dest + bytes || dest >= sig_addr + sizeof(uint64_t) || bytes == 0 ||
           ishmemi_note(fault, "sig_addr", ISHMEMI_EXPECTED_APART, sig_addr, dest, bytes, 1,
                        sizeof(uint64_t));
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

/* count elements of `size` bytes; an array without elements may be anywhere. */
ISHMEMI_INLINE int ishmemi_good_symmetric(ishmem_ctx_t ctx, ishmemi_fault_t *fault,
                                          ishmemi_string_t argument, uint64_t address, size_t count,
                                          size_t size, size_t alignment)
{
    const uint64_t first = ctx->heap + ISHMEMI_HEAD_BYTES;
    const uint64_t room = ctx->heap_bytes - ISHMEMI_HEAD_BYTES;
    const uint64_t offset = address - first;
    if (count != 0 && (offset >= room || count > (room - offset) / size)) {
        return ishmemi_note(fault, argument, ISHMEMI_EXPECTED_SYMMETRIC, address, first,
                            first + room, count, size);
    }
    return count == 0 || (ishmemi_good_alignment(fault, argument, address, alignment) &&
                          ishmemi_good_live(ctx, fault, argument, address, count, size));
}

/* ctx may be 0. */
ISHMEMI_INLINE int ishmemi_good_local(ishmem_ctx_t ctx, ishmemi_fault_t *fault,
                                      ishmemi_string_t argument, const void *array, size_t count,
                                      size_t size, size_t alignment)
{
    if (count != 0 && array == 0) {
        return ishmemi_note(fault, argument, ISHMEMI_EXPECTED_ADDRESS, 0, 0, 0, count, 0);
    }
    return count == 0 ||
           (ishmemi_good_alignment(fault, argument, (uint64_t)(size_t)array, alignment) &&
            (ctx == 0 || !ISHMEMI_IS_GLOBAL(array) ||
             ishmemi_good_live(ctx, fault, argument, ISHMEMI_ADDRESS(array), count, size)));
}

ISHMEMI_INLINE int ishmemi_good_cmp(ishmemi_fault_t *fault, int cmp)
{
    return (cmp >= ISHMEM_CMP_EQ && cmp <= ISHMEM_CMP_LE) ||
           ishmemi_note(fault, "cmp", ISHMEMI_EXPECTED_CMP, (uint64_t)cmp, 0, 0, 0, 0);
}

ISHMEMI_INLINE int ishmemi_good_sig_op(ishmemi_fault_t *fault, int sig_op)
{
    return sig_op == ISHMEM_SIGNAL_SET || sig_op == ISHMEM_SIGNAL_ADD ||
           ishmemi_note(fault, "sig_op", ISHMEMI_EXPECTED_SIG_OP, (uint64_t)sig_op, 0, 0, 0, 0);
}

#define ISHMEMI_STRIDE_MAX ((int64_t)0x7fffffffffffffffL)

/* The strides and bsize of blocks of bsize elements.  A stride is the distance between the blocks'
 * first elements. */
ISHMEMI_INLINE int ishmemi_good_strides(ishmemi_fault_t *fault, int64_t dst, int64_t sst,
                                        size_t bsize)
{
    const int64_t least = dst < sst ? dst : sst;
    return ishmemi_good_range(fault, "dst", dst, 1, ISHMEMI_STRIDE_MAX) &&
           ishmemi_good_range(fault, "sst", sst, 1, ISHMEMI_STRIDE_MAX) &&
           ishmemi_good_range(fault, "bsize", (int64_t)bsize, 0, least);
}

/* The elements from the first to the last of such blocks; too many if the product is too large. */
ISHMEMI_INLINE size_t ishmemi_span(size_t stride, size_t bsize, size_t nblocks)
{
    const size_t most = (size_t)ISHMEMI_STRIDE_MAX;
    if (bsize == 0 || nblocks == 0) {
        return 0;
    }
    return nblocks - 1 > (most - bsize) / stride ? most : (nblocks - 1) * stride + bsize;
}

/* One object of `size` bytes in PE pe's heap. */
ISHMEMI_INLINE int ishmemi_good_remote(ishmem_ctx_t ctx, ishmemi_fault_t *fault,
                                       ishmemi_string_t argument, const void *object, size_t size,
                                       int pe)
{
    return ishmemi_good_pe(ctx, fault, pe) &&
           ishmemi_good_symmetric(ctx, fault, argument, ISHMEMI_ADDRESS(object), 1, size, size);
}

/* A transfer.  is_put says which of dest and source is symmetric. */
ISHMEMI_INLINE int ishmemi_good_ends(ishmem_ctx_t ctx, ishmemi_fault_t *fault, int is_put,
                                     const void *dest, size_t dest_nelems, const void *source,
                                     size_t source_nelems, size_t size, size_t alignment, int pe)
{
    const uint64_t symmetric = ISHMEMI_ADDRESS(is_put ? dest : source);
    return ishmemi_good_pe(ctx, fault, pe) &&
           ishmemi_good_symmetric(ctx, fault, is_put ? "dest" : "source", symmetric,
                                  is_put ? dest_nelems : source_nelems, size, alignment) &&
           ishmemi_good_local(ctx, fault, is_put ? "source" : "dest", is_put ? source : dest,
                              is_put ? source_nelems : dest_nelems, size, alignment);
}

ISHMEMI_INLINE int ishmemi_good_transfer(ishmem_ctx_t ctx, ishmemi_fault_t *fault, int is_put,
                                         const void *dest, const void *source, size_t nelems,
                                         size_t size, size_t alignment, int pe)
{
    return ishmemi_good_ends(ctx, fault, is_put, dest, nelems, source, nelems, size, alignment,
                             pe) &&
           (pe != ctx->my_pe || !ISHMEMI_IS_GLOBAL(is_put ? source : dest) ||
            ishmemi_good_apart(fault, ISHMEMI_ADDRESS(dest), nelems, ISHMEMI_ADDRESS(source),
                               nelems, size, ISHMEMI_OVERLAP_SAME));
}

/* ---- Checks of several families of routines -------------------------------------------------- */

ISHMEMI_BODY int ishmemi_good_object(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                     ishmemi_string_t argument, const void *object, size_t size,
                                     int pe)
{
    ishmemi_fault_t fault;
    const int good = ishmemi_good_remote(ctx, &fault, argument, object, size, pe);
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

ISHMEMI_BODY int ishmemi_good_copy(ishmem_ctx_t ctx, ishmemi_string_t routine, int is_put,
                                   const void *dest, const void *source, size_t nelems, size_t size,
                                   size_t alignment, int pe)
{
    ishmemi_fault_t fault;
    const int good =
        ishmemi_good_transfer(ctx, &fault, is_put, dest, source, nelems, size, alignment, pe);
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

#endif
