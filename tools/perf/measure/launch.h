/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels of ishmem-perf, and the command list on which they are launched.  A failure ends the job
 * with a message.
 */
#ifndef PERF_LAUNCH_H
#define PERF_LAUNCH_H

#include "perf.h"

void perf_launch_open(void);
void perf_launch_close(void);

/* A kernel of a module (its file's name without .spv), loaded when it is first asked for: from
 * beside this program or from where it is installed. */
ze_kernel_handle_t perf_kernel(const char *module, const char *name, unsigned items);

/* How many work-items, at most 256, the driver suggests for a work-group that calls the library. */
unsigned perf_launch_items(void);

void perf_kernel_set(ze_kernel_handle_t kernel, uint32_t index, size_t bytes, const void *value);
#define PERF_KERNEL_SET(KERNEL, INDEX, VALUE) \
    perf_kernel_set(KERNEL, INDEX, sizeof(VALUE), &(VALUE))

/* Returns when the kernel has ended. */
void perf_launch(ze_kernel_handle_t kernel, unsigned groups);

/* Copies on the same list; returns when all bytes have arrived. */
void perf_launch_copy(void *to, const void *from, size_t bytes);

/* Ends the job if a call of Level Zero has failed. */
void perf_check_ze(ze_result_t result, const char *what);

#endif
