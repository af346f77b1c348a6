/* SPDX-License-Identifier: BSD-3-Clause */
/* The attributes that kernels have in OpenCL C, read from SPIR-V's execution modes. */
#ifndef ZED_ATTRIBUTES_H
#define ZED_ATTRIBUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zed_kernel_attributes {
    uint32_t entry; /* of its image */
    char *name;
    char text[160];
} zed_kernel_attributes_t;

typedef struct zed_attributes {
    size_t count;
    zed_kernel_attributes_t *kernels;
} zed_attributes_t;

/* Adds the kernels of one image; false when memory is exhausted. */
bool zed_attributes_read(zed_attributes_t *attributes, const uint8_t *image, size_t bytes);
void zed_attributes_release(zed_attributes_t *attributes);

/* Those of a kernel, with blanks between them; empty if it has none. */
const char *zed_attributes_of(const zed_attributes_t *attributes, const char *name);

#endif
