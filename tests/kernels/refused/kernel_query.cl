/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: kernel_query.cl:6: kernel 'k' uses queues of the device (enqueue_kernel), which the drivers do not support;
 * let the host launch the kernels */
kernel void k(global uint *out)
{
    out[0] = get_kernel_work_group_size(^{
      out[1] = 1;
    });
}
