/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The times of launches, for the callback of zeCpuSetLaunchCallback.  The GPU stores them: a queue
 * adds a stamp before and after the kernel.
 */
#ifndef ZED_CUDA_GPU_LAUNCHES_H
#define ZED_CUDA_GPU_LAUNCHES_H

#include "ze_cpu_ext.h"

#include <stdint.h>

/* In host memory.  0: not stored yet. */
typedef struct zed_launch_stamp {
    uint64_t device;
    uint64_t host;
} zed_launch_stamp_t;

typedef struct zed_launch_times {
    zed_launch_stamp_t began, ended;
} zed_launch_times_t;

/* A ze_cpu_pfn_set_launch_callback_t.  Launches that have already ended go to the old callback. */
void zed_launches_set_callback(ze_cpu_launch_callback_t callback);

/* A launch that will be reported once the GPU has stored its times; NULL: no callback, or no free
 * slot.  The name must never be freed. */
zed_launch_times_t *zed_launches_begin(const char *kernel, uint64_t groups);
/* The kernel does not run, but its times will be stored. */
void zed_launches_forget(zed_launch_times_t *launch);
/* The times will never be stored. */
void zed_launches_return(zed_launch_times_t *launch);

/* Reports the launches that have ended. */
void zed_launches_look(void);

#endif
