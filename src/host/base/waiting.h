/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What this PE waits for.  For one sentence: the routine that waited last, of any thread.  For the
 * report of a job that hangs (stall/snapshot.h): every wait of a host thread that has become long, with
 * its arguments.
 */
#ifndef ISHMEMI_WAITING_H
#define ISHMEMI_WAITING_H

#include "util/ticks.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A thread still waits in `routine`, at this time of CLOCK_MONOTONIC. */
void ishmemi_waiting_note(const char *routine, uint64_t now_ns);

/* The routine; NULL if none waits. */
const char *ishmemi_waiting_in(void);

/* ---- Long waits ------------------------------------------------------------------------------ */

typedef enum ishmemi_wait_kind {
    ISHMEMI_WAIT_OTHER, /* nothing else is known */
    ISHMEMI_WAIT_WORD,  /* until `object` compares with `wanted` */
    ISHMEMI_WAIT_SET,   /* until one of `count` objects from `object` on compares */
    ISHMEMI_WAIT_LOCK,  /* until the lock `object`, at PE `pe`, serves the ticket `wanted` */
    ISHMEMI_WAIT_TEAM,  /* in a collective, for other members */
    ISHMEMI_WAIT_PE /* until PE `pe`, or each PE if it is -1, has done what this one asked for */
} ishmemi_wait_kind_t;

/* How a wait names a team: by its handle, or by the address of the kernels' struct of it. */
#define ISHMEMI_WAIT_TEAM_OF(handle) ((uint64_t)(handle) + 1)

/* Fields that a kind does not need are 0. */
typedef struct ishmemi_wait {
    const char *routine; /* a constant string */
    const void *object;  /* of a collective: dest */
    const void *source;
    uint64_t team; /* ISHMEMI_WAIT_TEAM_OF, or an address; 0: none */
    uint64_t count;
    uint64_t wanted;
    uint64_t seen;
    int32_t kind; /* ishmemi_wait_kind_t */
    int32_t pe;
    int32_t cmp;       /* ISHMEM_CMP_... */
    int16_t bytes;     /* of an object: 2, 4 or 8 */
    int16_t is_signed; /* 1: the object's type is */
} ishmemi_wait_t;

/* Of an object of 2, 4 or 8 bytes that is to compare with `wanted`. */
static inline ishmemi_wait_t ishmemi_wait_word(const char *routine, const void *object,
                                               size_t bytes, bool is_signed, int cmp,
                                               uint64_t wanted, int pe)
{
    return (ishmemi_wait_t){.routine = routine,
                            .object = object,
                            .wanted = wanted,
                            .kind = ISHMEMI_WAIT_WORD,
                            .pe = pe,
                            .cmp = cmp,
                            .bytes = (int16_t)bytes,
                            .is_signed = is_signed};
}

/* Of a PE that is to do something; -1: of all. */
static inline ishmemi_wait_t ishmemi_wait_pe(const char *routine, int pe)
{
    return (ishmemi_wait_t){.routine = routine, .kind = ISHMEMI_WAIT_PE, .pe = pe};
}

/* The same wait, having seen a value. */
static inline ishmemi_wait_t ishmemi_wait_seeing(ishmemi_wait_t wait, uint64_t seen)
{
    wait.seen = seen;
    return wait;
}

typedef struct ishmemi_waiting ishmemi_waiting_t;

/* Publishes a wait that began at `since_ns`, not 0, of CLOCK_MONOTONIC.  NULL where as many are
 * published as there is room for. */
ishmemi_waiting_t *ishmemi_waiting_publish(const ishmemi_wait_t *wait, uint64_t since_ns);
/* The value that a published wait has seen last. */
void ishmemi_waiting_see(ishmemi_waiting_t *waiting, uint64_t seen);
/* The wait has ended. */
void ishmemi_waiting_withdraw(ishmemi_waiting_t *waiting);

/* Around a wait that the library does not see into: published at once. */
ishmemi_waiting_t *ishmemi_waiting_begin(const ishmemi_wait_t *wait);
void ishmemi_waiting_end(ishmemi_waiting_t *waiting);

#define ISHMEMI_WAITING_PLACES 32
/* The wait that is published in one of the places, and since when; false if there is none.  Any thread
 * may call. */
bool ishmemi_waiting_read(size_t place, ishmemi_wait_t *wait, uint64_t *since_ns);
/* When the last published wait ended, and in which routine; 0 and NULL if there was none yet. */
uint64_t ishmemi_waiting_last(const char **routine);

/* ---- How long the calling thread has waited for others, in ticks ------------------------------ */

/* Whether waits are timed.  Relaxed: a wait that begins as it changes may be left out. */
extern bool ishmemi_waited_counts;
/* Of this thread, all waits that have ended. */
extern _Thread_local uint64_t ishmemi_waited_ticks __attribute__((tls_model("initial-exec")));

/* When a wait begins: what to hand over when it ends, or 0. */
static inline uint64_t ishmemi_waited_begin(void)
{
    return __builtin_expect(__atomic_load_n(&ishmemi_waited_counts, __ATOMIC_RELAXED), 0)
               ? ishmemi_ticks()
               : 0;
}

static inline void ishmemi_waited_end(uint64_t began)
{
    if (__builtin_expect(began != 0, 0)) {
        ishmemi_waited_ticks += ishmemi_ticks() - began;
    }
}

#endif
