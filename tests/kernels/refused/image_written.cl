/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: image_written\.cl:.*image */
kernel void k(write_only image2d_t picture, global const float4 *in)
{
    write_imagef(picture, (int2)(0, 0), in[0]);
}
