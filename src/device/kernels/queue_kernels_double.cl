/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The one queue-ordered operation that needs fp64, apart from the others (queue_kernels.cl) because
 * some tiles have no fp64.
 */
/* The host already counts what these operations move. */
#define ISHMEMI_LOG_MOVES 0
#include "device/body/atomics.h"
#include "shared/queue_kernels.h"

kernel void ishmemi_queue_add_double(ishmemi_queue_amo_t request)
{
    const ulong before = ishmemi_fetching_amo(
        (ishmem_ctx_t)request.state, ISHMEMI_WORK_ITEM, "ishmemx_double_atomic_add_on_queue",
        ISHMEMI_AMO_ADD_FLOAT, "dest", (const void *)(__global const char *)request.object,
        sizeof(double), request.value, 0, request.pe);
    if (request.ret != 0) {
        *(__global ulong *)request.ret = before;
    }
}
