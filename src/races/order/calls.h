/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a call of a routine accesses and orders.  A change is recorded before the call makes it, and
 * what the call acquires after it has: an agent that sees a change also finds its record.  The
 * caller holds the mutex (common.h).
 */
#ifndef ISHMEMI_RACES_CALLS_H
#define ISHMEMI_RACES_CALLS_H

#include "clocks.h"
#include "observe.h"
#include "shadow.h"

typedef struct ishmemi_race_call {
    uint32_t site;
    /* Of an AMO: float or double; on contexts of teams other than WORLD, neither.  Or a
     * broadcast's write. */
    bool is_alike;
    ishmemi_clock_call_t joins; /* of a collective, from its beginning to its end */
    ishmemi_races_found_t *found;
} ishmemi_race_call_t;

void ishmemi_race_calls_open(void);

void ishmemi_race_call_begin(ishmemi_race_call_t *of, const ishmemi_observed_t *call);
void ishmemi_race_call_end(ishmemi_race_call_t *of, const ishmemi_observed_t *call);

/* A wait has found values that others wrote to the object: those writes happen before what comes
 * next. */
void ishmemi_race_call_seen(const ishmemi_observed_t *call, const void *object);
/* The same for all words of the call. */
void ishmemi_race_call_seen_all(const ishmemi_observed_t *call);

#endif
