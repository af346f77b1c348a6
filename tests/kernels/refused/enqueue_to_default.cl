/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: enqueue_to_default.cl:7: kernel 'k' uses queues of the device (enqueue_kernel), which the drivers do not support;
 * let the host launch the kernels */
kernel void k(global uint *out)
{
    clk_event_t event;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &event, ^{
      out[0] = 1;
    });
    release_event(event);
}
