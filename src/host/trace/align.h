/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The difference between the clocks of PEs on different machines.
 */
#ifndef ISHMEMI_ALIGN_H
#define ISHMEMI_ALIGN_H

#include "trace_format.h"

/* Collective: what to add to this PE's CLOCK_MONOTONIC to get PE 0's.  Takes some 32 agreements of
 * the PEs; none if the job has only one machine, where all have the same clock. */
ishmemi_trace_offset_t ishmemi_align(void);

#endif
