/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Launches of test kernels on this PE's tile, one at a time.  What fails ends the job.
 */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "ishmemx.h"
#include <stddef.h>
#include <stdint.h>

typedef struct launch_argument {
    size_t bytes;
    const void *value;
} launch_argument_t;

/* Passes a variable by its value. */
#define LAUNCH_ARGUMENT(variable)     \
    {                                 \
        sizeof(variable), &(variable) \
    }
#define LAUNCH_COUNT(arguments) ((uint32_t)(sizeof(arguments) / sizeof((arguments)[0])))

/* Work-groups, and work-items in each. */
typedef struct launch_shape {
    uint32_t groups;
    uint32_t items;
} launch_shape_t;

/* Loads a module of this directory's kernels, by its name without .spv, and binds it. */
void launch_open(const char *name);
void launch_close(void);

/* A kernel of the open module; it lives until launch_close. */
ze_kernel_handle_t launch_kernel(const char *format, ...) __attribute__((format(printf, 1, 2)));

void launch_start(ze_kernel_handle_t kernel, launch_shape_t shape,
                  const launch_argument_t *arguments, uint32_t count);
void launch_wait(void);
/* Starts a kernel that ends before the next one of these calls begins. */
void launch_before(ze_kernel_handle_t kernel, launch_shape_t shape,
                   const launch_argument_t *arguments, uint32_t count);
/* launch_start and launch_wait. */
void launch_run(ze_kernel_handle_t kernel, launch_shape_t shape, const launch_argument_t *arguments,
                uint32_t count);

#endif
