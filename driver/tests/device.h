/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Common parts of the programs that run kernels for these tests: a device through the Level Zero
 * loader, a module from a file, and launches of kernels, which all have the same signature:
 *
 *     kernel void name(global uint *out, global const uint *in, uint n)
 */
#ifndef KERNELS_RUN_DEVICE_H
#define KERNELS_RUN_DEVICE_H

#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shape {
    uint32_t groups_x, groups_y; /* number of groups */
    uint32_t size_x, size_y;     /* of a group */
} shape_t;

typedef struct device {
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_command_list_handle_t list; /* immediate, synchronous */
    ze_module_handle_t module;
} device_t;

uint32_t shape_items(const shape_t *shape);

/* Takes the first device.  All of these functions end the program with a message if the driver
 * refuses. */
void device_start(device_t *device);
void device_load(device_t *device, const char *path);
void device_build(device_t *device, const char *name, const uint8_t *words, size_t bytes,
                  const char *flags);
void device_end(device_t *device);

/* Memory that the host and kernels use, aligned for the longest vectors. */
void *device_allocate(device_t *device, size_t bytes);
void device_free(device_t *device, void *memory);

/* Runs the kernel and waits for its end; false, with a message, if the kernel does not exist. */
bool device_run(device_t *device, const char *kernel, const shape_t *shape, void *out, void *in,
                uint32_t n);

#endif
