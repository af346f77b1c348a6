/* SPDX-License-Identifier: BSD-3-Clause */
/* By a work-group: remote memory access, broadcasts and their like, barriers. */
#define CALL(NAME) nvshmemx_##NAME##_block
#define LEADER (get_local_id(0) == 0)
#define SETTLE barrier(CLK_GLOBAL_MEM_FENCE)
#include "kernels.h"

ALL_COPIES
ALL_MOVES
SYNCS
