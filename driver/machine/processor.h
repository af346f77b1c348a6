/* SPDX-License-Identifier: BSD-3-Clause */
/* The processors of this machine, as far as this process may use them. */
#ifndef ZED_RUN_PROCESSOR_H
#define ZED_RUN_PROCESSOR_H

#include "engine/engine.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

/* Threads that run kernels at the same time: what affinity allows and ZECPU_THREADS leaves. */
uint32_t zed_processor_threads(void);

/* The affinity that the process had when the engine started. */
const cpu_set_t *zed_processor_set(void);

/* How many of them nobody runs on now; a guess that is up to a millisecond old. */
uint32_t zed_processor_free(void);

/* Whether a core runs two threads at a time, which share what one of them wastes. */
bool zed_processor_shares_cores(void);

/* The root device that they are.  Read once. */
const zed_device_info_t *zed_processor_describe(void);

#endif
