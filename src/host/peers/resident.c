/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Residency of the heaps.  Kernels reach peers' heaps through addresses that they compute, which a
 * driver cannot see in the kernel's arguments.  Once the memory is resident, every launch can
 * access it, and no program needs zeKernelSetIndirectAccess.  Memory that is freed or unmapped is
 * evicted with that.  A driver that only records what a device would do reports the device as
 * uninitialised; there, residency means nothing.
 */
#include "resident.h"

#include "job.h"
#include "log.h"
#include "ze_error.h"

int ishmemi_resident_open(void)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE) {
            continue;
        }
        const ze_result_t result = zeContextMakeMemoryResident(
            ishmemi_job.context, ishmemi_job.device, ishmemi_peer_address(ishmemi_job.heap, pe),
            ishmemi_job.heap_bytes + ishmemi_job.team_bytes);
        if (result != ZE_RESULT_SUCCESS && result != ZE_RESULT_ERROR_UNINITIALIZED) {
            ishmemi_error("the heap of PE %d cannot be made resident on this PE's tile: 0x%x, %s",
                          pe, (unsigned)result, ishmemi_ze_error(result));
            return -1;
        }
    }
    return 0;
}
