/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Command lists.  Each of the driver's streams of commands gets a timeline (clocks.h), which
 * several streams may share.  Each submission of a command, each event and the end of each stream's
 * commands have a clock, which the driver keeps for us (ze_cpu_ext.h).
 *
 * Kernels and the program can also synchronise through memory that is not symmetric, or that is not
 * observed when the host uses it.  So an atomic write of a kernel releases to everything that its
 * PE does afterwards, and an atomic read acquires everything that its PE's program has done.
 */
#ifndef ISHMEMI_RACE_STREAMS_H
#define ISHMEMI_RACE_STREAMS_H

#include <stdint.h>

void ishmemi_race_streams_open(void);
void ishmemi_race_streams_close(void);

/* The timeline of the driver's stream with this number; 0: the program. */
int ishmemi_race_stream_of(uint64_t number);

/* For atomic operations of kernels.  The caller does not hold the mutex (common.h). */
void ishmemi_race_streams_release(int timeline);
void ishmemi_race_streams_acquire(int timeline);
/* The program begins a call; the caller holds the mutex. */
void ishmemi_race_streams_begin_call(void);

/* For the listener. */
uint64_t ishmemi_race_stream_run(uint64_t number);
void ishmemi_race_stream_release(void **known);
void ishmemi_race_stream_acquire(void **known);
void ishmemi_race_stream_acquire_process(void);

#endif
