/* SPDX-License-Identifier: BSD-3-Clause */
/* By a work-item: reductions. */
#define CALL(NAME) nvshmem_##NAME
#define LEADER 1
#define SETTLE mem_fence(CLK_GLOBAL_MEM_FENCE)
#include "kernels.h"

ALL_REDUCTIONS
