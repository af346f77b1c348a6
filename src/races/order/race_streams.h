/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Command lists: each stream of commands of the driver stands for a timeline (clocks.h), in turn.  What submits a
 * command, an event and the end of a stream's commands have a clock each, which the driver keeps for us
 * (ze_cpu_ext.h).
 *
 * Kernels and the program can tell each other by memory that is not symmetric, or is not looked at where the host
 * uses it.  So an atomic operation of a kernel that writes tells all that its PE does afterwards, and one that reads
 * learns all that its PE's program has done.
 */
#ifndef ISHMEMI_RACE_STREAMS_H
#define ISHMEMI_RACE_STREAMS_H

#include <stdint.h>

void ishmemi_race_streams_open(void);
void ishmemi_race_streams_close(void);

/* Of the driver's number; 0: the program. */
int ishmemi_race_stream_of(uint64_t number);

/* By atomic operations of kernels, without the mutex (common.h). */
void ishmemi_race_streams_release(int timeline);
void ishmemi_race_streams_acquire(int timeline);
/* The program begins a call; under the mutex. */
void ishmemi_race_streams_begin_call(void);

/* Of the listener. */
uint64_t ishmemi_race_stream_run(uint64_t number);
void ishmemi_race_stream_release(void **known);
void ishmemi_race_stream_acquire(void **known);
void ishmemi_race_stream_acquire_process(void);

#endif
