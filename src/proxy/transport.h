/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The transport table: how bytes reach a PE whose heap is not mapped here.  A transport is a part of
 * the runtime's module (libishmem_mpi.so), found by ISHMEMI_TRANSPORT_SYMBOL, so that libishmem
 * itself links no MPI.
 *
 * Addresses of a peer are offsets into its symmetric heap.  An operation is started, carried on by
 * `progress`, and ends with one call of its `done`, from within `progress` or from within the start.
 * All functions but open and close may be called by any thread.  int results: 0, or -1 having said
 * why.
 */
#ifndef ISHMEMI_TRANSPORT_H
#define ISHMEMI_TRANSPORT_H

#include "ishmem/state.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_TRANSPORT_ABI 1

/* An operation under way: part of what the caller keeps of it, untouched by the caller until done. */
typedef struct ishmemi_transfer {
    /* status: 0, or -1 having said why.  The effect on the peer is complete, and what was fetched is
     * there. */
    void (*done)(struct ishmemi_transfer *transfer, int status);
    /* A put's source may be used again; before done; NULL where nobody wants to know. */
    void (*sent)(struct ishmemi_transfer *transfer);
    struct ishmemi_transfer *next; /* the transport's */
} ishmemi_transfer_t;

/* What the transport needs of the library. */
typedef struct ishmemi_transport_request {
    char *heap;
    size_t heap_bytes;
    bool heap_host_mapped;       /* else data goes through staging buffers, by copy */
    /* Between host memory and memory of the tile, either way; blocking. */
    void (*copy)(void *destination, const void *source, size_t bytes);
    /* An AMO on an object of this PE's heap, exclusive with those of the PEs of this host; returns the
     * value before. */
    uint64_t (*amo)(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value, uint64_t cond);
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
} ishmemi_transport_request_t;

/* What happens to a signal word behind a put's data. */
typedef struct ishmemi_transport_signal {
    uint64_t offset;
    uint64_t value;
    bool add;                    /* else set */
} ishmemi_transport_signal_t;

typedef struct ishmemi_transport {
    int abi;                     /* ISHMEMI_TRANSPORT_ABI */
    const char *name;
    int (*open)(const ishmemi_transport_request_t *request);
    void (*close)(void);
    /* signal: NULL for none; else changed behind the data, never before. */
    int (*put)(int pe, uint64_t offset, const void *source, size_t bytes,
               const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer);
    int (*get)(int pe, void *destination, uint64_t offset, size_t bytes,
               ishmemi_transfer_t *transfer);
    /* bytes: 4 or 8.  fetched: the value before; NULL where it is not wanted. */
    int (*amo)(int pe, ishmemi_amo_t op, size_t bytes, uint64_t offset, uint64_t value,
               uint64_t cond, uint64_t *fetched, ishmemi_transfer_t *transfer);
    /* What is started towards pe from now on takes effect behind all that was started before. */
    void (*fence)(int pe);
    /* Whether all that was started towards pe is complete there; pe -1: towards all. */
    bool (*is_quiet)(int pe);
    /* Carries on what is under way and serves what peers ask; returns how much moved. */
    int (*progress)(void);
} ishmemi_transport_t;

typedef const ishmemi_transport_t *(*ishmemi_transport_get_fn)(void);
#define ISHMEMI_TRANSPORT_SYMBOL "ishmemi_transport_get"

#endif
