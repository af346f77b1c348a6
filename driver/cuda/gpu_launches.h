/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The times of launches, for the callback of zeCpuSetLaunchCallback.  The GPU stores them: a queue stamps before and
 * after the kernel.
 */
#ifndef ZED_CUDA_GPU_LAUNCHES_H
#define ZED_CUDA_GPU_LAUNCHES_H

#include "ze_cpu_ext.h"

#include <stdint.h>

/* In host memory.  0: not yet stored. */
typedef struct zed_launch_stamp {
    uint64_t device;
    uint64_t host;
} zed_launch_stamp_t;

typedef struct zed_launch_times {
    zed_launch_stamp_t began, ended;
} zed_launch_times_t;

/* A ze_cpu_pfn_set_launch_callback_t.  Launches that have ended still go to the former callback. */
void zed_launches_set_callback(ze_cpu_launch_callback_t callback);

/* A launch that is reported once the GPU has stored its times; NULL: there is no callback.  The name lives as long as
 * the process. */
zed_launch_times_t *zed_launches_begin(const char *kernel, uint64_t groups);
/* The kernel does not run, but the times will be stored. */
void zed_launches_forget(zed_launch_times_t *launch);
/* No time will ever be stored. */
void zed_launches_return(zed_launch_times_t *launch);

/* Reports the launches that have ended. */
void zed_launches_look(void);

#endif
