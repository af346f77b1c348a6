/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels that are part of the library: builds their modules for this PE's tile, and makes kernel
 * objects.
 */
#ifndef ISHMEMI_KERNELS_H
#define ISHMEMI_KERNELS_H

#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdint.h>

/* SPIR-V in the library; what: the purpose of its kernels, for messages; flags: how to build them, or NULL. */
typedef struct ishmemi_kernels_image {
    const char *what;
    const uint8_t *start;
    const uint8_t *end;
    const char *flags;
} ishmemi_kernels_image_t;

/* Both return true, or false after an error message.  constant: the value of specialisation
 * constant 1, or NULL for kernels that have none. */
bool ishmemi_kernels_build(const ishmemi_kernels_image_t *image, const uint32_t *constant,
                           ze_module_handle_t *module);
/* With work-groups of `items` work-items.  Arguments may hold addresses as numbers. */
bool ishmemi_kernels_make(const char *what, ze_module_handle_t module, const char *name,
                          uint32_t items, ze_kernel_handle_t *kernel);

#endif
