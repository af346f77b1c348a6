/* SPDX-License-Identifier: BSD-3-Clause */
/* A number with a fraction, printed by a kernel. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void print_number(double value)
{
    printf("kernel: %.2f %6.2f %g %e %a\n", value, value, value * 1e9, value, value);
}
