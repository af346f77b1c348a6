/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: block\.cl:.*(enqueue_kernel|queue|kernels that start) */
kernel void k(global uint *out, queue_t queue)
{
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
      out[0] = 1;
    });
}
