/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: local_in_helper\.cl:5:.*local.* */
static uint shared_sum(uint x)
{
    local uint words[64];
    words[get_local_id(0)] = x;
    return words[0];
}

kernel void k(global uint *out, global const uint *in, uint n)
{
    out[0] = shared_sum(in[0]);
}
