/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a host thread spends the time between two polls of a word.  First it spins, because an answer
 * from a running PE arrives within a microsecond.  Then it yields, because PEs may outnumber
 * processors.  Finally it sleeps: a wait of milliseconds is a wait for computation, which needs the
 * processor.  In a job with far PEs it also drives the transport; any progress there restarts the
 * sequence.
 *
 * A long wait is published (waiting.h).  A short wait only checks a pointer when it ends.
 */
#ifndef ISHMEMI_SPIN_H
#define ISHMEMI_SPIN_H

#include "util/relax.h"
#include "waiting.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_SPIN_POLLS 64
/* A poll that drives the transport takes longer, so it counts as this many.  A thread that waits
 * for a PE on its own processor waits until the first yield. */
#define ISHMEMI_SPIN_CARRIED 8
/* While the transport moves, a wait reads the clock once in this many polls. */
#define ISHMEMI_SPIN_MOVES 1024

/* Starts as {0}; ends with ishmemi_spin_end. */
typedef struct ishmemi_spin {
    unsigned polls;
    unsigned moves;
    bool carried;                 /* has driven the transport */
    unsigned looks;               /* before the next yield, if the thread drives the transport */
    uint64_t sleep_at;            /* ns of CLOCK_MONOTONIC; 0: not yet set */
    uint64_t since;               /* the same: when the wait was first seen to be long */
    ishmemi_waiting_t *published; /* NULL: the wait is not long yet */
    uint64_t began;               /* ticks at the first pause; 0: waits are not timed */
} ishmemi_spin_t;

/* Drives the transport for a thread that waits; returns whether anything moved.  begins: it has just
 * begun to wait, perhaps for an answer to what it has started.  NULL if there is nothing to drive.
 * Constant while a job runs. */
extern bool (*ishmemi_spin_carry)(bool begins);
/* Whether no other thread drives the transport (far/driven.h), so that the program's calls must.
 * Constant while a job runs. */
extern bool ishmemi_spin_drives;
/* For a wait that does not pause here, between two looks: drives the transport if no other thread
 * does; returns whether anything moved. */
bool ishmemi_spin_drive(void);
/* Ends this process if the job has ended while it waits in `routine`; NULL outside a job. */
extern void (*ishmemi_spin_check)(const char *routine);

/* Yields or sleeps.  Ends this process if the job has ended. */
void ishmemi_spin_give_way(ishmemi_spin_t *spin, const ishmemi_wait_t *wait);
/* The same without a pause, because the transport has moved. */
void ishmemi_spin_note(ishmemi_spin_t *spin, const ishmemi_wait_t *wait);

/* Call it between two polls.  wait is passed by value, so that it is built in memory only where a
 * branch needs it. */
static inline __attribute__((always_inline)) void ishmemi_spin_pause(ishmemi_spin_t *spin,
                                                                     const ishmemi_wait_t wait)
{
    if (spin->began == 0) {
        spin->began = ishmemi_waited_begin();
    }
    const bool carries = __builtin_expect(ishmemi_spin_carry != NULL, 0);
    const bool begins = !spin->carried;
    spin->carried = carries;
    if (carries && ishmemi_spin_carry(begins)) {
        spin->polls = 0;
        spin->sleep_at = 0;
        if (__builtin_expect(++spin->moves % ISHMEMI_SPIN_MOVES == 0, 0)) {
            const ishmemi_wait_t noted = wait;
            ishmemi_spin_note(spin, &noted);
        }
    } else if (spin->polls < ISHMEMI_SPIN_POLLS) {
        if (carries) {
            spin->polls += ISHMEMI_SPIN_CARRIED;
        } else {
            spin->polls++;
            ishmemi_relax();
        }
    } else {
        const ishmemi_wait_t noted = wait;
        ishmemi_spin_give_way(spin, &noted);
    }
}

static inline void ishmemi_spin_end(const ishmemi_spin_t *spin)
{
    if (__builtin_expect(spin->published != NULL, 0)) {
        ishmemi_waiting_withdraw(spin->published);
    }
    ishmemi_waited_end(spin->began);
}

/* After a test that found nothing.  A program that tests repeatedly waits too, so this drives the
 * transport.  It never sleeps, but after as many consecutive misses as a wait spins it yields to
 * other threads, which may include the one that the program waits for. */
void ishmemi_spin_miss(void);
/* Consecutive misses of this thread's tests. */
extern _Thread_local unsigned ishmemi_spin_misses __attribute__((tls_model("initial-exec")));

/* Every routine that tests must call it; returns `found`. */
static inline bool ishmemi_spin_tested(bool found)
{
    if (found) {
        ishmemi_spin_misses = 0;
    } else {
        ishmemi_spin_miss();
    }
    return found;
}

#endif
