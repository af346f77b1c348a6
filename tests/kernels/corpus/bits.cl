/* SPDX-License-Identifier: BSD-3-Clause */
/* Bits counted, found, reversed, spread and searched, by hand and by the built-in functions. */
#include "corpus.h"

kernel void bits_reversed(global uint *out, global const uint *in, uint n)
{
    uint x = MINE(in)[0];
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    MINE(out)[0] = x >> 16 | x << 16;
    uchar c = (uchar)MINE(in)[1];
    c = (uchar)((c & 0xf0) >> 4 | (c & 0x0f) << 4);
    c = (uchar)((c & 0xcc) >> 2 | (c & 0x33) << 2);
    c = (uchar)((c & 0xaa) >> 1 | (c & 0x55) << 1);
    MINE(out)[1] = c;
    uint r = 0;
    for (int k = 0; k < 32; k++)
        r |= (MINE(in)[2] >> k & 1) << (31 - k);
    MINE(out)[2] = r;
    ulong l = (ulong)MINE(in)[3] << 32 | MINE(in)[4];
    l = (l >> 1 & 0x5555555555555555UL) | (l & 0x5555555555555555UL) << 1;
    l = (l >> 2 & 0x3333333333333333UL) | (l & 0x3333333333333333UL) << 2;
    l = (l >> 4 & 0x0f0f0f0f0f0f0f0fUL) | (l & 0x0f0f0f0f0f0f0f0fUL) << 4;
    l = (l >> 8 & 0x00ff00ff00ff00ffUL) | (l & 0x00ff00ff00ff00ffUL) << 8;
    l = (l >> 16 & 0x0000ffff0000ffffUL) | (l & 0x0000ffff0000ffffUL) << 16;
    l = l >> 32 | l << 32;
    MINE(out)[3] = (uint)l;
    MINE(out)[4] = (uint)(l >> 32);
}

kernel void bits_counted(global uint *out, global const uint *in, uint n)
{
    uint x = MINE(in)[0], count = 0;
    while (x != 0) {
        x &= x - 1;
        count++;
    }
    MINE(out)[0] = count;
    x = MINE(in)[1];
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    MINE(out)[1] = x * 0x01010101u >> 24;
    MINE(out)[2] = popcount(MINE(in)[2]);
    MINE(out)[3] = (uint)popcount((ulong)MINE(in)[3] << 20 | MINE(in)[4]);
    MINE(out)[4] = popcount((uchar)MINE(in)[5]);
    ulong l = (ulong)MINE(in)[6] << 32 | MINE(in)[7];
    uint bits = 0;
    for (; l != 0; l &= l - 1)
        bits++;
    MINE(out)[5] = bits;
}

kernel void leading_zeros(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 4; k++) {
        uint x = MINE(in)[k], zeros = 0;
        while (x != 0) {
            x >>= 1;
            zeros++;
        }
        MINE(out)[k] = 32 - zeros;
        MINE(out)[k + 4] = clz(MINE(in)[k]);
        MINE(out)[k + 8] = (uint)clz((ulong)MINE(in)[k]);
        MINE(out)[k + 12] = clz((ushort)MINE(in)[k]);
    }
}

kernel void trailing_zeros(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 4; k++) {
        uint x = MINE(in)[k] | 0x80000000u, zeros = 0;
        while ((x & 1) == 0) {
            x >>= 1;
            zeros++;
        }
        MINE(out)[k] = zeros;
        const uint y = MINE(in)[k + 4];
        MINE(out)[k + 4] = y == 0 ? 32 : popcount((y & -y) - 1);
        MINE(out)[k + 8] = y == 0 ? 0 : 31 - clz(y & -y);
    }
}

kernel void logarithms(global uint *out, global const uint *in, uint n)
{
    uint x = MINE(in)[0] | 1, log = 0;
    if (x >= 1u << 16) {
        x >>= 16;
        log += 16;
    }
    if (x >= 1u << 8) {
        x >>= 8;
        log += 8;
    }
    if (x >= 1u << 4) {
        x >>= 4;
        log += 4;
    }
    if (x >= 1u << 2) {
        x >>= 2;
        log += 2;
    }
    MINE(out)[0] = log + (x >> 1);
    uint power = (MINE(in)[1] & 0x7fffffff) | 1;
    power--;
    power |= power >> 1;
    power |= power >> 2;
    power |= power >> 4;
    power |= power >> 8;
    power |= power >> 16;
    MINE(out)[1] = power + 1;
    MINE(out)[2] = (MINE(in)[2] & (MINE(in)[2] - 1)) == 0;
}

static uint spread(uint x)
{
    x &= 0xffff;
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

static uint gathered(uint x)
{
    x &= 0x55555555;
    x = (x | x >> 1) & 0x33333333;
    x = (x | x >> 2) & 0x0f0f0f0f;
    x = (x | x >> 4) & 0x00ff00ff;
    return (x | x >> 8) & 0xffff;
}

kernel void morton_order(global uint *out, global const uint *in, uint n)
{
    const uint code = spread(MINE(in)[0]) | spread(MINE(in)[1]) << 1;
    MINE(out)[0] = code;
    MINE(out)[1] = gathered(code + MINE(in)[2]);
    MINE(out)[2] = gathered(code >> 1);
}

kernel void gray_codes_and_parity(global uint *out, global const uint *in, uint n)
{
    const uint gray = MINE(in)[0] ^ MINE(in)[0] >> 1;
    uint plain = gray;
    for (uint by = 16; by > 0; by >>= 1)
        plain ^= plain >> by;
    MINE(out)[0] = gray;
    MINE(out)[1] = plain;
    uint p = MINE(in)[1];
    p ^= p >> 16;
    p ^= p >> 8;
    p ^= p >> 4;
    MINE(out)[2] = 0x6996u >> (p & 15) & 1;
    uint odd = 0;
    for (uint x = MINE(in)[2]; x != 0; x &= x - 1)
        odd = !odd;
    MINE(out)[3] = odd;
}

kernel void bit_set(global uint *out, global const uint *in, uint n)
{
    uint set[8] = {0};
    for (int k = 0; k < 16; k++) {
        const uint bit = MINE(in)[k] & 0xff;
        set[bit >> 5] |= 1u << (bit & 31);
        if (k & 1)
            set[(bit + 1) >> 5 & 7] &= ~(1u << ((bit + 1) & 31));
    }
    uint first = 256;
    for (int k = 0; k < 8 && first == 256; k++)
        if (set[k] != 0)
            first = 32 * k + ctz(set[k]);
    MINE(out)[0] = first;
    for (int k = 0; k < 8; k++)
        MINE(out)[k + 1] = set[k];
}

/* All places of queens, by masks. */
kernel void queens(global uint *out, global const uint *in, uint n)
{
    const uint size = 4 + (MINE(in)[0] & 1), all = (1u << size) - 1;
    uint columns[8], left[8], right[8], free[8];
    uint row = 0, found = 0;
    columns[0] = left[0] = right[0] = 0;
    free[0] = all;
    while (true) {
        if (free[row] == 0) {
            if (row == 0)
                break;
            row--;
            continue;
        }
        const uint place = free[row] & -free[row];
        free[row] ^= place;
        if (row + 1 == size) {
            found++;
            continue;
        }
        columns[row + 1] = columns[row] | place;
        left[row + 1] = (left[row] | place) << 1;
        right[row + 1] = (right[row] | place) >> 1;
        row++;
        free[row] = all & ~(columns[row] | left[row] | right[row]);
    }
    MINE(out)[0] = found;
}
