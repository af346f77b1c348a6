/* SPDX-License-Identifier: BSD-3-Clause */
/* printf with a format that is known only at the launch. */
kernel void formats(constant char *format, int which)
{
    printf(format, which);
}
