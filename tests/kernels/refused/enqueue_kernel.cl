/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: enqueue_kernel.cl:4: kernel 'k' uses queues of the device (enqueue_kernel), which the drivers do not support;
 * let the host launch the kernels */
kernel void k(global uint *out, queue_t queue)
{
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
      out[0] = 1;
    });
}
