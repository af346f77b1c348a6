/* SPDX-License-Identifier: BSD-3-Clause */
/* The processors of this machine that this process may use. */
#ifndef ZED_RUN_PROCESSOR_H
#define ZED_RUN_PROCESSOR_H

#include "engine/engine.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

/* How many threads run kernels at the same time: what affinity and ZECPU_THREADS allow. */
uint32_t zed_processor_threads(void);

/* The affinity that the process had when the engine started. */
const cpu_set_t *zed_processor_set(void);

/* How many of them are idle now: a guess, up to a millisecond old. */
uint32_t zed_processor_free(void);

/* Whether a core runs two threads at a time, so that each one slows the other down. */
bool zed_processor_shares_cores(void);

/* The root device that these processors form.  Read once. */
const zed_device_info_t *zed_processor_describe(void);

#endif
