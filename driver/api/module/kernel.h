/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel object: a kernel of a module with the arguments and the sizes that its next
 * launch is to have.  By Level Zero's rules one thread at a time changes it.
 */
#ifndef ZED_KERNEL_H
#define ZED_KERNEL_H

#include "module_object.h"

/* Local arguments begin at multiples of this, as the largest vector type needs. */
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
    uint32_t *local_argument_bytes; /* one an argument; 0 where it is not local or not set */
    bool *is_set;                   /* one an argument */
} zed_kernel_object_t;

/* So many groups of a launch are sure to make progress together, as the kernel is now. */
uint32_t zed_kernel_resident_groups(const zed_kernel_object_t *kernel);

/* Why the kernel cannot be launched as it is, if so. */
ze_result_t zed_kernel_check_ready(const zed_kernel_object_t *kernel);

#endif
