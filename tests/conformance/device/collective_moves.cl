/* SPDX-License-Identifier: BSD-3-Clause */
/* broadcast, collect, fcollect, alltoall and alltoalls inside kernels. */
#include "collective_kernel.h"

#define KERNELS(NAME, TYPE, A) ISHMEMI_COLLECTIVE_ROUTINES(COLLECTIVE_KERNEL, NAME, TYPE)
ISHMEMI_RMA_TYPES(KERNELS, )
ISHMEMI_SIZE_COLLECTIVE_ROUTINES(COLLECTIVE_KERNEL_MEM, mem, 1)
