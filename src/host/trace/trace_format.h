/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The file of a PE's trace, as docs/tracing.md describes it: a header, a table of names, and chunks, each
 * with records of one thread.  Numbers are little-endian, as the processor has them.
 *
 * The file is mapped while the job runs, so a PE that dies leaves what it has written.
 *
 * word                 written by                  read by                  ordering
 * a chunk's records    the chunk's thread          ishmem-trace, when the   plain
 *                                                  process has ended
 * a chunk's n_records  the same, after a record,   the same                 store release
 *                      and 0 after a copy
 * a chunk's round      the same, while n_records   the same                 store release
 *                      is 0
 * header               ishmemi_trace_open and      the same                 plain; the counts relaxed
 *                      _close; n_chunks, dropped,
 *                      now by any thread
 * names                any thread, under a mutex   the same                 plain, before n_names
 */
#ifndef ISHMEMI_TRACE_FORMAT_H
#define ISHMEMI_TRACE_FORMAT_H

#include "util/ticks.h"
#include <stdint.h>

#define ISHMEMI_TRACE_MAGIC "ishmtrc"
#define ISHMEMI_TRACE_VERSION 2
#define ISHMEMI_TRACE_NAME_BYTES 80
#define ISHMEMI_TRACE_NAMES 1024
#define ISHMEMI_TRACE_CHUNK_BYTES ((size_t)256 << 10)

/* What to add to the PE's CLOCK_MONOTONIC for PE 0's: between these. */
typedef struct ishmemi_trace_offset {
    int64_t least;
    int64_t most;
} ishmemi_trace_offset_t;

typedef struct ishmemi_trace_header {
    char magic[8];
    uint32_t version;
    uint32_t chunk_bytes;
    uint64_t first_chunk; /* where the first one begins */
    int32_t pe;
    int32_t n_pes;
    int32_t pid;
    uint32_t is_complete; /* the PE has closed it */
    char host[64];
    ishmemi_both_clocks_t start;
    ishmemi_both_clocks_t now; /* when the last chunk was begun, or the file was closed */
    ishmemi_trace_offset_t start_offset;
    ishmemi_trace_offset_t end_offset;
    uint64_t n_chunks;
    uint64_t dropped; /* records for which there was no room */
    uint64_t n_names;
} ishmemi_trace_header_t;

/* A thread writes into one chunk, and copies it to another when it is full.  A process that dies between a
 * copy and the next record leaves both: with the same round, and the original comes first. */
typedef struct ishmemi_trace_chunk {
    uint32_t thread; /* 0: what kernels do */
    uint32_t n_records;
    uint64_t round; /* a number that no other records have, from 1 */
    uint64_t pad[6];
} ishmemi_trace_chunk_t;

/* What `object` and `value` are, says the effect; of a collective, `object` is the team's number and
 * `value` that of the call on it. */
typedef struct ishmemi_trace_record {
    uint64_t began; /* ticks */
    uint64_t ended;
    uint64_t waited;
    uint64_t bytes;
    uint64_t object; /* from the heap's start, or ISHMEMI_TRACE_STATIC and from static objects' */
    uint64_t value;
    int32_t pe;    /* -1: none */
    uint16_t name; /* of the routine, in the table */
    uint8_t
        kind; /* ishmemi_observe_kind_t, or ISHMEMI_TRACE_...; of a launch, `value` is work-groups */
    uint8_t path;   /* ishmemi_observe_path_t */
    uint8_t effect; /* ishmemi_observe_effect_t */
    uint8_t pad[7];
} ishmemi_trace_record_t;

/* After ishmemi_observe_kind_t: a kernel has run; the proxy has carried out what a kernel asked for. */
#define ISHMEMI_TRACE_LAUNCH 11
#define ISHMEMI_TRACE_PROXY 12

#define ISHMEMI_TRACE_STATIC ((uint64_t)1 << 63)

_Static_assert(sizeof(ishmemi_trace_record_t) == 64, "a record is a cache line");
_Static_assert(sizeof(ishmemi_trace_chunk_t) == 64, "as is what begins a chunk");

#endif
