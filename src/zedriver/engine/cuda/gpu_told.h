/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Launches of kernels, told to whoever wants to know (processor/running_kernels.h).  The GPU stores the times:
 * a queue stamps before and after the kernel.
 */
#ifndef ZED_CUDA_GPU_TOLD_H
#define ZED_CUDA_GPU_TOLD_H

#include <stdint.h>

/* In host memory.  0: not yet stored. */
typedef struct zed_told_stamp {
    uint64_t device;
    uint64_t host;
} zed_told_stamp_t;

typedef struct zed_told_launch {
    zed_told_stamp_t began, ended;
} zed_told_launch_t;

/* An ishmemi_tell_launches_fn.  Tells the former one of what has ended. */
void zed_told_tell(void (*told)(const char *kernel, uint64_t groups, uint64_t began,
                                uint64_t ended));

/* A launch that will be told once the GPU has stored its times; NULL: nobody wants to be told.  The name
 * lives forever. */
zed_told_launch_t *zed_told_begin(const char *kernel, uint64_t groups);
/* The kernel does not run.  The times will be stored all the same. */
void zed_told_forget(zed_told_launch_t *launch);
/* No time will ever be stored. */
void zed_told_return(zed_told_launch_t *launch);

/* Tells of the launches that have ended. */
void zed_told_look(void);

#endif
