/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions of 16-bit floating point inside kernels. */
#include "collective_kernel.h"

#define KERNELS(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(COLLECTIVE_KERNEL_HALF, NAME, TYPE)
ISHMEMI_REDUCE_HALF_TYPES(KERNELS, )
