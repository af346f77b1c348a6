/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the host library and the kernels that it launches (host_kernels.cl) agree on.
 */
#ifndef ISHMEMI_HOST_KERNELS_H
#define ISHMEMI_HOST_KERNELS_H

typedef enum ishmemi_amo {
    ISHMEMI_AMO_FETCH,
    ISHMEMI_AMO_SET,
    ISHMEMI_AMO_ADD,
    ISHMEMI_AMO_COMPARE_SWAP
} ishmemi_amo_t;

#endif
