/* SPDX-License-Identifier: BSD-3-Clause */
/* broadcast, collect, fcollect, alltoall and alltoalls inside kernels. */
#include "collective_kernel.h"

#define KERNELS(NAME, TYPE, A) ISHMEMI_COLLECTIVE_ROUTINES(COLLECTIVE_KERNEL, NAME, TYPE)
ISHMEMI_RMA_TYPES(KERNELS, )
COLLECTIVE_KERNEL_MEM(broadcast, from_root)
COLLECTIVE_KERNEL_MEM(collect, gather)
COLLECTIVE_KERNEL_MEM(fcollect, gather)
COLLECTIVE_KERNEL_MEM(alltoall, gather)
