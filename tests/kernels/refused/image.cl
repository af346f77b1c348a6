/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: image.cl:4: kernel 'k' uses an image, which the drivers do not support;
 * use a pointer to global memory */
kernel void k(global uint4 *out, read_only image2d_t picture, sampler_t sampler)
{
    const int2 at = {(int)get_global_id(0), (int)get_global_id(1)};
    out[0] = read_imageui(picture, sampler, at);
}
