/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of launch_bench. */

kernel void nothing(void)
{
}

kernel void copy(global ulong2 *to, global const ulong2 *from)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}
