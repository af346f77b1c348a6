/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The file of a PE's trace, as described in docs/tracing.md: a header, a table of names, and chunks
 * with records of one thread each.  Numbers are little-endian, as in the processor.
 *
 * The file is mapped while the job runs, so that a PE that dies leaves what it has written.
 * ishmem-trace reads it when the process has ended.
 *
 * word                 written by                                  ordering
 * a chunk's records    the chunk's thread                          plain
 * a chunk's n_records  the same, after a record; 0 after a copy    store release
 * a chunk's round      the same, while n_records is 0              store release
 * header               ishmemi_trace_open and _close; n_chunks,    plain; the counts relaxed
 *                      dropped and now by any thread
 * names                any thread, under a mutex                   plain, before n_names
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

/* What to add to the PE's CLOCK_MONOTONIC to get PE 0's lies between these. */
typedef struct ishmemi_trace_offset {
    int64_t least;
    int64_t most;
} ishmemi_trace_offset_t;

typedef struct ishmemi_trace_header {
    char magic[8];
    uint32_t version;
    uint32_t chunk_bytes;
    uint64_t first_chunk; /* offset of the first chunk */
    int32_t pe;
    int32_t n_pes;
    int32_t pid;
    uint32_t is_complete; /* the PE has closed it */
    char host[64];
    ishmemi_both_clocks_t start;
    ishmemi_both_clocks_t now; /* when the last chunk was started or the file was closed */
    ishmemi_trace_offset_t start_offset;
    ishmemi_trace_offset_t end_offset;
    uint64_t n_chunks;
    uint64_t dropped; /* records without room */
    uint64_t n_names;
} ishmemi_trace_header_t;

/* A thread writes into one chunk, and copies it to another when it is full.  A process that dies
 * between a copy and the next record leaves both, with the same round; the original comes first. */
typedef struct ishmemi_trace_chunk {
    uint32_t thread; /* 0: what kernels do */
    uint32_t n_records;
    uint64_t round; /* unique to these records, from 1 */
    uint64_t pad[6];
} ishmemi_trace_chunk_t;

/* The effect says what `object` and `value` are.  For a collective, `object` is the team's number
 * and `value` that of the call on the team. */
typedef struct ishmemi_trace_record {
    uint64_t began; /* ticks */
    uint64_t ended;
    uint64_t waited;
    uint64_t bytes;
    uint64_t object; /* offset in the heap, or ISHMEMI_TRACE_STATIC plus one in static objects */
    uint64_t value;
    int32_t pe;    /* -1: none */
    uint16_t name; /* number of the routine's name */
    /* ishmemi_observe_kind_t or ISHMEMI_TRACE_...; for a launch, `value` is its work-groups. */
    uint8_t kind;
    uint8_t path;   /* ishmemi_observe_path_t */
    uint8_t effect; /* ishmemi_observe_effect_t */
    uint8_t pad[7];
} ishmemi_trace_record_t;

/* After ishmemi_observe_kind_t: a kernel has run; the proxy has carried out a kernel's request. */
#define ISHMEMI_TRACE_LAUNCH 11
#define ISHMEMI_TRACE_PROXY 12

#define ISHMEMI_TRACE_STATIC ((uint64_t)1 << 63)

_Static_assert(sizeof(ishmemi_trace_record_t) == 64, "a record is a cache line");
_Static_assert(sizeof(ishmemi_trace_chunk_t) == 64, "as is what begins a chunk");

#endif
