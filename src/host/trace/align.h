/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the clocks of PEs on different machines differ by.
 */
#ifndef ISHMEMI_ALIGN_H
#define ISHMEMI_ALIGN_H

#include "trace_format.h"

/* Collective: what to add to this PE's CLOCK_MONOTONIC for PE 0's.  Some 32 agreements of the PEs; none
 * if the job has one machine, where all have one clock. */
ishmemi_trace_offset_t ishmemi_align(void);

#endif
