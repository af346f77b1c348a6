/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cases of collectives in batches.  A batch writes the sources and guards of all its cases, meets
 * the other PEs once, makes all its calls after one another without any other synchronisation,
 * and then compares its whole memory with the model: dests, bytes around them, and sources.
 *
 * Cases know nothing of who calls: host_collective*.c and device/device_collective*.c fill tables
 * of routines and say how a row of calls is made.
 */
#ifndef COLLECTIVE_CASES_H
#define COLLECTIVE_CASES_H

#include "collective_model.h"
#include "collective_teams.h"

typedef struct collective_routine collective_routine_t;

typedef struct collective_call {
    const collective_routine_t *routine;
    unsigned number; /* of the case in its batch: the same on all PEs */
    ishmem_team_t team;
    bool without_team; /* the form for the world */
    int root;
    void *dest;
    const void *source;
    size_t nelems;
    ptrdiff_t dst;
    ptrdiff_t sst;
    const void *image; /* what source is to hold, if it does not hold it yet; else NULL */
    size_t image_bytes;
} collective_call_t;

struct collective_routine {
    const char *name; /* of the type, and routine */
    collective_id_t id;
    collective_number_t number;
    size_t size;
    size_t alignment;
    int (*call)(const collective_call_t *call); /* by the host; NULL for others */
};

/* Who makes the calls of a batch, in their order; returns how many did not return 0. */
typedef struct collective_caller collective_caller_t;
struct collective_caller {
    const char *name;
    int (*run)(const collective_caller_t *self, const collective_call_t *calls, int count);
    void *state;
};

/* The host, by `call`.  The dawdling one comes late now and then, and writes each source just
 * before its call. */
extern const collective_caller_t collective_host;
extern const collective_caller_t collective_dawdling_host;
/* Sleeps, yields or does nothing, as chance has it; `state` is the chance's. */
void collective_dawdle(uint64_t *state);

/* ---- One batch ---------------------------------------------------------------------------------- */

typedef struct collective_case {
    const collective_team_t *team;
    bool without_team;
    bool in_place;
    const collective_routine_t *routine;
    collective_model_t model;
    size_t dest_offset; /* bytes */
    size_t source_offset;
    size_t dest_at; /* set by batch_add: bytes into the memory */
    size_t source_at;
} collective_case_t;

typedef struct collective_batch {
    unsigned char *memory;  /* symmetric: dests, and sources in place */
    unsigned char *sources; /* symmetric: the other sources; memory itself, or beside it */
    bool is_own;            /* of the heap, allocated by batch_open */
    unsigned char *image;   /* what was written there */
    unsigned char *seen;
    size_t bytes;
    size_t used;
    collective_case_t *cases;
    collective_call_t *calls; /* of the cases that this PE takes part in */
    int limit;
    int count;
    int call_count;
    int failed_calls;
} collective_batch_t;

/* Collective, as is close. */
void batch_open(collective_batch_t *batch, size_t bytes, int limit);
/* In the caller's symmetric memory, static or of the heap: `bytes` for dests and as many for
 * sources. */
void batch_open_at(collective_batch_t *batch, unsigned char *memory, unsigned char *sources,
                   size_t bytes, int limit);
void batch_close(collective_batch_t *batch);
/* false: there is no more room, and nothing was added. */
bool batch_add(collective_batch_t *batch, const collective_case_t *one);
/* Writes the memory; the caller then meets the other PEs. */
void batch_write(collective_batch_t *batch, const collective_caller_t *caller);
/* May run on a thread of its own. */
void batch_run(collective_batch_t *batch, const collective_caller_t *caller);
/* Compares what this PE has after its own calls have returned. */
void batch_check(collective_batch_t *batch, const collective_caller_t *caller);
void batch_empty(collective_batch_t *batch);
/* All of it, the meeting included. */
void batch_do(collective_batch_t *batch, const collective_caller_t *caller);

/* ---- Which cases -------------------------------------------------------------------------------- */

/* A case of the routine by chance: team, count, root, offsets, strides, in place or not. */
collective_case_t case_by_chance(const collective_routine_t *routine, uint64_t *state,
                                 size_t largest_count);
/* The case on one team. */
void case_on_team(collective_case_t *one, const collective_team_t *team, uint64_t *state);
uint64_t collective_random(uint64_t *state);

/* `rounds` cases by chance of each routine, in batches of few. */
void collective_sweep(const collective_caller_t *caller, const collective_routine_t *routines,
                      size_t count, int rounds);
/* Every team with every small count and some roots. */
void collective_all_teams(const collective_caller_t *caller, const collective_routine_t *routines,
                          size_t count);
/* Counts up to 2^20. */
void collective_large(const collective_caller_t *caller, const collective_routine_t *routines,
                      size_t count);
/* Batches of many small calls of all the routines in disorder. */
void collective_mix(const collective_caller_t *caller, const collective_routine_t *routines,
                    size_t count, int batches, int calls);
/* The same reduction many times: the same bits each time. */
void collective_repeat(const collective_caller_t *caller, const collective_routine_t *routines,
                       size_t count, int rounds);

#endif
