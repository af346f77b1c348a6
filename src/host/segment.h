/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program's own data, its global and static objects, as symmetric objects of host routines.
 *
 * The executable's writable data is moved into a file in memory, mapped where the data was, so that
 * the PEs of a host can map each other's.  The objects are plain shared memory on every path: the
 * host loads, stores and atomically updates them even where it cannot do so to heaps, and kernels
 * cannot name them.
 *
 * The table below is constant from ishmem_init to ishmem_finalize.
 */
#ifndef ISHMEMI_SEGMENT_H
#define ISHMEMI_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ishmemi_segment {
    uintptr_t start;
    size_t bytes;                /* 0 where static objects are not symmetric */
    bool has_gaps;
    const int64_t *delta;        /* [n_pes] from this PE's object to the view of PE pe's */
    uintptr_t peers;             /* all views of other PEs' objects are in here */
    size_t peers_bytes;
} ishmemi_segment_t;

extern ishmemi_segment_t ishmemi_segment;

/* Finds the program's data and makes it shareable, in a job of more than one PE.  What prevents it
 * is no error: see ishmemi_segment_why.  The data stays where it is and shareable until the
 * process ends. */
void ishmemi_segment_take(void);
/* Collective, after ishmemi_ipc_open: maps the data of the peers and fills ishmemi_segment, on all
 * PEs or on none. */
void ishmemi_segment_open(void);
void ishmemi_segment_close(void);

/* Why static objects are not symmetric; "" where they are. */
const char *ishmemi_segment_why(void);

/* For a child by fork: its static objects are not symmetric, for this reason. */
void ishmemi_segment_forget(const char *reason);

/* Whether this is the address of a static object of the program, symmetric or not. */
bool ishmemi_segment_contains(const void *address);

/* Whether the bytes are data of the program, and not of a gap between its places. */
bool ishmemi_segment_has_no_gap(const void *start, size_t bytes);

/* Whether an array of this PE is symmetric by being static. */
static inline bool ishmemi_segment_holds(const void *array, size_t nelems, size_t size)
{
    const uintptr_t offset = (uintptr_t)array - ishmemi_segment.start;
    return offset < ishmemi_segment.bytes && nelems <= (ishmemi_segment.bytes - offset) / size &&
           (!ishmemi_segment.has_gaps || ishmemi_segment_has_no_gap(array, nelems * size));
}

/* Whether the address is in a view of another PE's static objects. */
static inline bool ishmemi_segment_is_peers(const void *address)
{
    return (uintptr_t)address - ishmemi_segment.peers < ishmemi_segment.peers_bytes;
}

/* Whether the address is that of a static object, this PE's own or a view of another's. */
static inline bool ishmemi_segment_is_view(const void *address)
{
    return ishmemi_segment_holds(address, 1, 1) || ishmemi_segment_is_peers(address);
}

#endif
