/* SPDX-License-Identifier: BSD-3-Clause */
/* The process ends while lists wait and kernels spin on the streams' threads; it must not hang or
 * crash. */
#include "fixture.h"

#include <sched.h>
#include <stdatomic.h>

static test_device device;

int main(void)
{
    fixture_start(&device);
    ze_module_handle_t module = fixture_module(&device, "kernels.spv");
    ze_kernel_handle_t meet = fixture_kernel(module, "meet");
    ze_event_pool_handle_t pool = fixture_pool(&device, 0, 1);
    ze_event_handle_t never = fixture_event(pool, 0);
    _Atomic uint32_t *arrived = fixture_device_memory(&device, sizeof *arrived);
    uint32_t expected = UINT32_MAX;
    ze_group_count_t four = {4, 1, 1};

    *arrived = 0;
    fixture_argument(meet, 0, sizeof arrived, &arrived);
    fixture_argument(meet, 1, sizeof expected, &expected);
    CHECK_SUCCESS(zeKernelSetGroupSize(meet, 8, 1, 1));
    for (int i = 0; i < 3; i++) {
        ze_command_list_handle_t list =
            fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
        if (i > 0) {
            CHECK_SUCCESS(zeCommandListAppendLaunchKernel(list, meet, &four, NULL, 0, NULL));
        } else {
            CHECK_SUCCESS(zeCommandListAppendWaitOnEvents(list, 1, &never));
        }
    }
    while (*arrived < 64) {
        sched_yield();
    }
    return 0;
}
