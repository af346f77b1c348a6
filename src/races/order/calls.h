/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a call of a routine touches and orders.  What it changes is noted before it does, and what it learns
 * after it has: who sees the change finds the note.  All of this is called under the mutex (common.h).
 */
#ifndef ISHMEMI_RACES_CALLS_H
#define ISHMEMI_RACES_CALLS_H

#include "clocks.h"
#include "observe.h"
#include "shadow.h"

typedef struct ishmemi_race_call {
    uint32_t site;
    bool is_alike; /* an AMO of float or double, of other teams' contexts of none; a broadcast */
    ishmemi_clock_call_t joins; /* of a collective, from its beginning to its end */
    ishmemi_races_found_t *found;
} ishmemi_race_call_t;

void ishmemi_race_calls_open(void);

void ishmemi_race_call_begin(ishmemi_race_call_t *of, const ishmemi_observed_t *call);
void ishmemi_race_call_end(ishmemi_race_call_t *of, const ishmemi_observed_t *call);

/* A wait has found what others have written, all of it: they are ordered before what comes next. */
void ishmemi_race_call_seen(const ishmemi_observed_t *call, const void *object);
/* Of all the words of the call. */
void ishmemi_race_call_seen_all(const ishmemi_observed_t *call);

#endif
