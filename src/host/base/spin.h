/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a host thread spends the time between two polls of a word: first it spins, as an answer from
 * a PE that runs comes within a microsecond; then it yields, as PEs may outnumber processors; in
 * the end it sleeps, as who waits for milliseconds waits for computation that wants the processor.
 * In a job with far PEs it also carries the transport on, and what moves there starts it again.
 */
#ifndef ISHMEMI_SPIN_H
#define ISHMEMI_SPIN_H

#include "processor/relax.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_SPIN_POLLS 64

/* Start from {0}. */
typedef struct ishmemi_spin {
    unsigned polls;
    uint64_t sleep_at; /* ns of CLOCK_MONOTONIC; 0: not yet set */
} ishmemi_spin_t;

/* Carries on what the job's threads carry on while they wait, and says whether anything moved; NULL
 * where nothing is to be carried on.  Constant while a job runs. */
extern bool (*ishmemi_spin_carry)(void);
/* Ends this process if the job has ended while it waits in `routine`; NULL outside of a job. */
extern void (*ishmemi_spin_check)(const char *routine);

/* Yields or sleeps.  Ends this process if the job has ended. */
void ishmemi_spin_give_way(ishmemi_spin_t *spin, const char *routine);

/* What a thread does between two polls; routine: who waits. */
static inline void ishmemi_spin_pause(ishmemi_spin_t *spin, const char *routine)
{
    if (__builtin_expect(ishmemi_spin_carry != NULL, 0) && ishmemi_spin_carry()) {
        *spin = (ishmemi_spin_t){0};
    } else if (spin->polls < ISHMEMI_SPIN_POLLS) {
        spin->polls++;
        ishmemi_relax();
    } else {
        ishmemi_spin_give_way(spin, routine);
    }
}

/* What a test does that found nothing, as a program that tests again and again waits, too: it never
 * sleeps, but it carries the transport on, and after as many misses in a row as a wait spins it lets
 * others run first, who may be those that it waits for. */
void ishmemi_spin_miss(void);
/* Misses in a row of this thread's tests. */
extern _Thread_local unsigned ishmemi_spin_misses __attribute__((tls_model("initial-exec")));

/* To be called by each routine that tests; returns `found`. */
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
