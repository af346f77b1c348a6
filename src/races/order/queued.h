/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered operations: what a routine appends is told when the list comes to it, as a call of the list's timeline.
 */
#ifndef ISHMEMI_RACES_QUEUED_H
#define ISHMEMI_RACES_QUEUED_H

#include "observe.h"

/* This thread is in the routine from the one to the other. */
void ishmemi_race_queued_open(const ishmemi_observed_t *call);
void ishmemi_race_queued_close(void);

/* Of the listener (ze_cpu_ext.h). */
void ishmemi_race_queued_append(void **told);
void ishmemi_race_queued_begin(void *told);
void ishmemi_race_queued_end(void *told);

#endif
