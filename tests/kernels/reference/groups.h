/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs kernels that clang has compiled for this machine.  The items of a group are coroutines of one thread, which
 * change at barriers; the groups run one after the other.
 */
#ifndef KERNELS_REFERENCE_GROUPS_H
#define KERNELS_REFERENCE_GROUPS_H

#include <stdint.h>

typedef void reference_kernel_t(uint32_t *out, const uint32_t *in, uint32_t n);

/* Ends the program if some items of a group end while others wait at a barrier: the kernel is wrong. */
void reference_run(reference_kernel_t *kernel, const char *name, const uint32_t groups[2],
                   const uint32_t size[2], uint32_t *out, const uint32_t *in, uint32_t n);

/* What the built-in functions ask of the item that runs. */
enum reference_query {
    REFERENCE_LOCAL_ID,
    REFERENCE_LOCAL_SIZE,
    REFERENCE_GROUP_ID,
    REFERENCE_GROUPS
};
uint32_t reference_query(uint32_t query, uint32_t dimension);
void reference_barrier(void);

#endif
