/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the host touches heap memory: a table with one implementation for heaps that the host can
 * load and store (access_mapped.c) and one for heaps that only the tile can, through its copy
 * engine and small kernels (access_tile.c).  Addresses are this PE's view of the object, its own
 * or a peer's (ishmemi_peer_address).  Blocking: the effect is complete, for this host and for the
 * tile alike, when a call returns, except that what is written into a peer's heap may still be
 * ordered after `quiet`.  All calls but open and close may be made by many threads at once.
 *
 * Where heaps are mapped, transfer.h does not pay for the table: it copies, loads and stores
 * inline, and the mapped table has nothing for that.
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
    /* open and close: NULL where there is nothing to do. */
    int (*open)(void); /* 0, or -1 having said why */
    void (*close)(void);
    void (*copy)(void *destination, const void *source, size_t bytes);
    /* nblocks blocks of `block` bytes, whose starts are dst and sst bytes apart, into and out of a
     * heap. */
    void (*put_blocks)(void *destination, const void *source, size_t dst, size_t sst, size_t block,
                       size_t nblocks);
    void (*get_blocks)(void *destination, const void *source, size_t dst, size_t sst, size_t block,
                       size_t nblocks);
    /* bytes: 4 or 8.  Values travel in the low bytes; returns the value before. */
    uint64_t (*amo)(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value, uint64_t cond);
    /* Loads `count` objects of 2, 4 or 8 bytes that lie after each other, ISHMEMI_ACCESS_WORDS at most,
     * each as amo fetches it. */
    void (*load)(uint64_t *words, const void *objects, size_t bytes, size_t count);
    /* Waits until *object (2, 4 or 8 bytes, signed or unsigned) compares; returns the value seen.
     * `routine` is who waits, for the sentence if the job ends meanwhile. */
    uint64_t (*wait)(const char *routine, const void *object, size_t bytes, bool is_signed, int cmp,
                     uint64_t value);
    /* Ends this process if the job has ended while it waits in `routine`. */
    void (*check_job)(const char *routine);
    void (*quiet)(void);
} ishmemi_access_t;

extern const ishmemi_access_t ishmemi_access_mapped;
extern const ishmemi_access_t ishmemi_access_tile;

/* The one in use; NULL outside of a job. */
extern const ishmemi_access_t *ishmemi_access;

/* Called by ishmem_init when ishmemi_job is filled: selects by ishmemi_job.heap_host_mapped, and
 * opens.  0, or -1 having said why. */
int ishmemi_access_open(void);
/* Called by ishmem_finalize before the context and the heaps go. */
void ishmemi_access_close(void);

#endif
