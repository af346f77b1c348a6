/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks, which are called where their values are known. */
#include "corpus.h"

static uint tripled(uint x, uint y)
{
    uint (^function)(uint) = ^(uint z) {
      return z * 3 + x;
    };
    return function(y) ^ function(7);
}

kernel void block_alone(global uint *out, global const uint *in, uint n)
{
    uint (^twice)(uint) = ^(uint x) {
      return 2 * x;
    };
    for (int k = 0; k < WORDS; k++)
        MINE(out)[k] = twice(MINE(in)[k]);
}

kernel void block_with_values(global uint *out, global const uint *in, uint n)
{
    const uint first = MINE(in)[0];
    const uint4 others = vload4(0, MINE(in) + 1);
    uint (^mixed)(uint, int) = ^(uint x, int k) {
      return (x ^ first) + (k & 1 ? others.y : others.w) * (uint)k;
    };
    for (int k = 0; k < WORDS; k++)
        MINE(out)[k] = mixed(MINE(in)[k], k) + tripled(first, (uint)k);
}
