/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic reductions and scans inside kernels. */
#include "collective_kernel.h"

#define KERNELS(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(COLLECTIVE_KERNEL, NAME, TYPE)
ISHMEMI_REDUCE_ARITH_TYPES(KERNELS, )
