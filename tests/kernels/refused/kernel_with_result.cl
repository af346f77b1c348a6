/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: kernel_with_result\.cl:3:.*must have void return type */
kernel uint k(global uint *out)
{
    return out[0];
}
