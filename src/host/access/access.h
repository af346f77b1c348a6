/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the host accesses heap memory: a table with two implementations, one for heaps that the host
 * can load and store (access_mapped.c), and one for heaps that only the tile can access, with its
 * copy engine and small kernels (access_tile.c).  Addresses are this PE's view of an object, in its
 * own heap or a peer's (ishmemi_peer_address).  Calls block: when one returns, its effect is
 * complete for this host and for the tile; but only `quiet` orders what was written into a peer's
 * heap.  Any number of threads may make all calls except open and close.
 *
 * If heaps are mapped, transfer.h does not pay for the table: it copies, loads and stores inline,
 * and the table has no functions for that.
 */
#ifndef ISHMEMI_ACCESS_H
#define ISHMEMI_ACCESS_H

#include "shared/collective/task.h"
#include "shared/state.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_ACCESS_WORDS 512

typedef struct ishmemi_access {
    /* open and close are NULL if there is nothing to do. */
    int (*open)(void); /* 0, or -1 after an error message */
    void (*close)(void);
    void (*copy)(void *destination, const void *source, size_t bytes);
    /* Copies nblocks blocks of `block` bytes, whose starts are dst and sst bytes apart, into and
     * out of a heap. */
    void (*put_blocks)(void *destination, const void *source, size_t dst, size_t sst, size_t block,
                       size_t nblocks);
    void (*get_blocks)(void *destination, const void *source, size_t dst, size_t sst, size_t block,
                       size_t nblocks);
    /* bytes: 4 or 8.  Values are in the low bytes.  Returns the previous value. */
    uint64_t (*amo)(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value, uint64_t cond);
    /* Loads `count` contiguous objects of 2, 4 or 8 bytes, at most ISHMEMI_ACCESS_WORDS, each as
     * atomically as amo fetches it. */
    void (*load)(uint64_t *words, const void *objects, size_t bytes, size_t count);
    /* Waits until *object (2, 4 or 8 bytes, signed or unsigned) compares true; returns the value
     * seen.  `routine` is the waiting routine, for the message if the job ends meanwhile. */
    uint64_t (*wait)(const char *routine, const void *object, size_t bytes, bool is_signed, int cmp,
                     uint64_t value);
    /* Ends this process if the job has ended while it waits in `routine`. */
    void (*check_job)(const char *routine);
    void (*quiet)(void);
} ishmemi_access_t;

extern const ishmemi_access_t ishmemi_access_mapped;
extern const ishmemi_access_t ishmemi_access_tile;

/* The table in use; NULL outside a job. */
extern const ishmemi_access_t *ishmemi_access;

/* Called by ishmem_init when ishmemi_job is filled: selects by ishmemi_job.heap_host_mapped, and
 * opens.  0, or -1 after an error message. */
int ishmemi_access_open(void);
/* Called by ishmem_finalize before it destroys the context and the heaps. */
void ishmemi_access_close(void);

#endif
