/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libishmem's drivers tell of the kernels that run in their process.  A function is found by its name,
 * with zeDriverGetExtensionFunctionAddress.
 */
#ifndef ISHMEMI_PROCESSOR_RUNNING_KERNELS_H
#define ISHMEMI_PROCESSOR_RUNNING_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef struct ishmemi_running {
    char kernel[64]; /* ended by 0; long names are cut */
    uint64_t ran_ns; /* since its launch */
    uint64_t groups; /* work-groups of the launch */
} ishmemi_running_t;

/* Stores launches that have not ended, `most` of them at most, and returns how many. */
typedef size_t (*ishmemi_running_kernels_fn)(ishmemi_running_t *list, size_t most);
#define ISHMEMI_RUNNING_KERNELS "zedRunningKernels"

/* A launch has ended, in any thread, maybe some time ago; times by ishmemi_ticks. */
typedef void (*ishmemi_told_launch_fn)(const char *kernel, uint64_t groups, uint64_t began,
                                       uint64_t ended);
/* Has each launch that ends from now on told; NULL: none.  Launches that end at this time may still be.  A GPU's
 * launches are told if they begin from now on. */
typedef void (*ishmemi_tell_launches_fn)(ishmemi_told_launch_fn told);
#define ISHMEMI_TELL_LAUNCHES "zedTellLaunches"

#endif
