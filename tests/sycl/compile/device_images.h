/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a program tells DPC++'s runtime which device code it has: version 3 of an image, and version 1 of the table of
 * images.  For the C files that compile_device writes.
 */
#ifndef SYCL_COMPILE_DEVICE_IMAGES_H
#define SYCL_COMPILE_DEVICE_IMAGES_H

#include <stddef.h>
#include <stdint.h>

enum { IMAGES_VERSION = 1, IMAGE_VERSION = 3, IMAGE_OF_SYCL = 4, IMAGE_IS_SPIRV = 2 };
enum { PROPERTY_IS_NUMBER = 1, PROPERTY_IS_BYTES = 2 };

struct kernel_entry {
    void *address; /* NULL */
    const char *name;
    size_t bytes;
    int32_t flags;
    int32_t reserved;
};

struct property {
    const char *name;
    const void *bytes;
    uint32_t kind;
    uint64_t size; /* or the number */
};

struct property_set {
    const char *name;
    const struct property *begin, *end;
};

struct device_image {
    uint16_t version;
    uint8_t kind;
    uint8_t format;
    const char *target;
    const char *compile_options, *link_options;
    const unsigned char *code, *code_end;
    const struct kernel_entry *kernels, *kernels_end;
    const struct property_set *sets, *sets_end;
};

struct device_images {
    uint16_t version;
    uint16_t count;
    const struct device_image *images;
    const void *unused[2];
};

void __sycl_register_lib(const struct device_images *images);
void __sycl_unregister_lib(const struct device_images *images);

#endif
