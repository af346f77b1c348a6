/* SPDX-License-Identifier: BSD-3-Clause */
/* Bitwise reductions inside kernels. */
#include "collective_kernel.h"

#define KERNELS(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(COLLECTIVE_KERNEL, NAME, TYPE)
ISHMEMI_REDUCE_BIT_TYPES(KERNELS, )
