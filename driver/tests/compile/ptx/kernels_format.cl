/* SPDX-License-Identifier: BSD-3-Clause */
/* Printf by a format that only a launch decides. */
kernel void formats(constant char *format, int which)
{
    printf(format, which);
}
