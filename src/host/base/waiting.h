/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What this PE waits for.  For the message about the job's end: the routine in which a thread
 * waited last.  For the report of a job that hangs (stall/snapshot.h): every long wait of a host
 * thread, with its arguments.
 */
#ifndef ISHMEMI_WAITING_H
#define ISHMEMI_WAITING_H

#include "util/ticks.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A thread still waits in `routine` at this time of CLOCK_MONOTONIC. */
void ishmemi_waiting_note(const char *routine, uint64_t now_ns);

/* Returns the routine; NULL if no thread waits. */
const char *ishmemi_waiting_in(void);

/* ---- Long waits ------------------------------------------------------------------------------ */

typedef enum ishmemi_wait_kind {
    ISHMEMI_WAIT_OTHER, /* nothing else is known */
    ISHMEMI_WAIT_WORD,  /* until `object` compares with `wanted` */
    ISHMEMI_WAIT_SET,   /* until one of `count` objects from `object` on compares */
    ISHMEMI_WAIT_LOCK,  /* until the lock `object`, at PE `pe`, serves the ticket `wanted` */
    ISHMEMI_WAIT_TEAM,  /* in a collective, for other members */
    ISHMEMI_WAIT_PE /* until PE `pe`, or each PE if it is -1, has done what this one requested */
} ishmemi_wait_kind_t;

/* The team of a wait: its handle, or the address of the kernels' struct for it. */
#define ISHMEMI_WAIT_TEAM_OF(handle) ((uint64_t)(handle) + 1)

/* Fields that a kind does not need are 0. */
typedef struct ishmemi_wait {
    const char *routine; /* a constant string */
    const void *object;  /* in a collective: dest */
    const void *source;
    uint64_t team; /* ISHMEMI_WAIT_TEAM_OF, or an address; 0: none */
    uint64_t count;
    uint64_t wanted;
    uint64_t seen;
    int32_t kind; /* ishmemi_wait_kind_t */
    int32_t pe;
    int32_t cmp;       /* ISHMEM_CMP_... */
    int16_t bytes;     /* of an object: 2, 4 or 8 */
    int16_t is_signed; /* 1: its type is signed */
} ishmemi_wait_t;

/* A wait until an object of 2, 4 or 8 bytes compares with `wanted`. */
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

/* A wait for an action of a PE; -1: of all PEs. */
static inline ishmemi_wait_t ishmemi_wait_pe(const char *routine, int pe)
{
    return (ishmemi_wait_t){.routine = routine, .kind = ISHMEMI_WAIT_PE, .pe = pe};
}

/* The same wait after it has seen a value. */
static inline ishmemi_wait_t ishmemi_wait_seeing(ishmemi_wait_t wait, uint64_t seen)
{
    wait.seen = seen;
    return wait;
}

typedef struct ishmemi_waiting ishmemi_waiting_t;

/* Publishes a wait that began at `since_ns` of CLOCK_MONOTONIC, which is not 0.  Returns NULL if
 * all slots are taken. */
ishmemi_waiting_t *ishmemi_waiting_publish(const ishmemi_wait_t *wait, uint64_t since_ns);
/* Updates the last value that a published wait has seen. */
void ishmemi_waiting_see(ishmemi_waiting_t *waiting, uint64_t seen);
/* Call it when the wait has ended. */
void ishmemi_waiting_withdraw(ishmemi_waiting_t *waiting);

/* Call these around a wait that the library does not see into; it is published at once. */
ishmemi_waiting_t *ishmemi_waiting_begin(const ishmemi_wait_t *wait);
void ishmemi_waiting_end(ishmemi_waiting_t *waiting);

#define ISHMEMI_WAITING_SLOTS 32
/* Reads the wait that is published in one of the slots, and when it began; returns false if there
 * is none.  Any thread may call. */
bool ishmemi_waiting_read(size_t slot, ishmemi_wait_t *wait, uint64_t *since_ns);
/* Returns when the last published wait ended, and in which routine; 0 and NULL if none has ended
 * yet. */
uint64_t ishmemi_waiting_last(const char **routine);

/* ---- How long the calling thread has waited for others, in ticks ----------------------------- */

/* Whether waits are timed.  Relaxed: a wait that begins while this changes may be left out. */
extern bool ishmemi_waited_counts;
/* The sum of this thread's waits that have ended. */
extern _Thread_local uint64_t ishmemi_waited_ticks __attribute__((tls_model("initial-exec")));

/* Call it when a wait begins; returns the argument of ishmemi_waited_end, or 0. */
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
