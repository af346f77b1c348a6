/* SPDX-License-Identifier: BSD-3-Clause */
/* Gets of every kind, one a kernel.  Test_gets.cpp has what comes before their loads. */
#include "ishmem_device.h"

kernel void get(global ulong *dest, global const ulong *source, int pe)
{
    ishmem_ulong_get(dest, source, 1, pe);
}

kernel void get_nbi(global ulong *dest, global const ulong *source, int pe)
{
    ishmem_ulong_get_nbi(dest, source, 1, pe);
}

kernel void iget(global ulong *dest, global const ulong *source, int pe)
{
    ishmem_ulong_iget(dest, source, 2, 2, 4, pe);
}

kernel void get_work_group(global ulong *dest, global const ulong *source, int pe)
{
    ishmemx_ulong_get_work_group(dest, source, 512, pe);
}

kernel void get_sub_group(global ulong *dest, global const ulong *source, int pe)
{
    ishmemx_ulong_get_sub_group(dest, source, 512, pe);
}

kernel void iget_work_group(global ulong *dest, global const ulong *source, int pe)
{
    ishmemx_ulong_iget_work_group(dest, source, 2, 2, 512, pe);
}

kernel void g_wide(global ulong *dest, global const ulong *source, int pe)
{
    *dest = ishmem_ulong_g(source, pe);
}

kernel void g_narrow(global uchar *dest, global const uchar *source, int pe)
{
    *dest = ishmem_uchar_g(source, pe);
}

kernel void g_work_group(global ulong *dest, global const ulong *source, int pe)
{
    *dest = ishmemx_ulong_g_work_group(source, pe);
}
