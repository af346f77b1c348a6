/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered operations: what a routine appends becomes a call of the list's timeline when the
 * list executes it.
 */
#ifndef ISHMEMI_RACES_QUEUED_H
#define ISHMEMI_RACES_QUEUED_H

#include "observe.h"

/* Around a routine of this thread that appends. */
void ishmemi_race_queued_open(const ishmemi_observed_t *call);
void ishmemi_race_queued_close(void);

/* For the listener (ze_cpu_ext.h). */
void ishmemi_race_queued_append(void **record);
void ishmemi_race_queued_begin(void *record);
void ishmemi_race_queued_end(void *record);

#endif
