/* SPDX-License-Identifier: BSD-3-Clause */
/* By a work-item: what work-groups do not have. */
#define CALL(NAME) nvshmem_##NAME
#define LEADER 1
#define SETTLE mem_fence(CLK_GLOBAL_MEM_FENCE)
#include "kernels.h"

ALL_VALUES
ALL_WAITS
ALL_AMOS
ALL_SETS
QUERIES
