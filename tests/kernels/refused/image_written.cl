/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: image_written.cl:4: kernel 'k' uses an image, which the drivers do not support;
 * use a pointer to global memory */
kernel void k(write_only image2d_t picture, global const float4 *in)
{
    write_imagef(picture, (int2)(0, 0), in[0]);
}
