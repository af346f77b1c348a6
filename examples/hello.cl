/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every PE's tile puts its line of text into the heap of PE 0.
 */
#include "ishmem_device.h"

/* One work-group.  lines: one line of `bytes` a PE; line: this PE's own. */
__kernel void hello(__global char *lines, __global const char *line, ulong bytes)
{
    ishmemx_char_put_work_group(lines + (size_t)ishmem_my_pe() * bytes, line, bytes, 0);
}
