/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: user_event.cl:6: kernel 'k' uses queues of the device (enqueue_kernel), which the drivers do not support;
 * let the host launch the kernels */
kernel void k(global uint *out)
{
    set_user_event_status(create_user_event(), CL_COMPLETE);
}
