/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel object: a kernel of a module, with the arguments and sizes for its next launch.  Level
 * Zero allows only one thread at a time to change it.
 */
#ifndef ZED_KERNEL_H
#define ZED_KERNEL_H

#include "module_object.h"

/* Local arguments begin at multiples of this, which the largest vector type requires. */
#define ZED_LOCAL_ALIGNMENT 128

typedef struct zed_kernel_object {
    zed_object_t object;
    zed_module_object_t *module;
    const zed_kernel_t *kernel;
    uint32_t group_size[3];
    uint32_t global_offset[3];
    uint32_t local_bytes; /* static variables and arguments together */
    ze_kernel_indirect_access_flags_t indirect_access;
    unsigned char *block;           /* the argument block */
    uint32_t *local_argument_bytes; /* one per argument; 0 if it is not local or not set */
    bool *is_set;                   /* one per argument */
} zed_kernel_object_t;

/* How many groups of a launch are guaranteed to make progress together, with the kernel's current
 * state. */
uint32_t zed_kernel_resident_groups(const zed_kernel_object_t *kernel);

/* An error if the kernel cannot be launched in its current state. */
ze_result_t zed_kernel_check_ready(const zed_kernel_object_t *kernel);

#endif
