/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: sampler.cl:4: kernel 'k' uses a sampler, which the drivers do not support;
 * use an index into global memory */
kernel void k(global uint *out, sampler_t sampler)
{
    out[0] = 1;
}
