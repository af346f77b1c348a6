/* SPDX-License-Identifier: BSD-3-Clause */
/* Idioms that an optimiser knows: saturation, overflow, minima, rotation, bytes the other way round. */
#include "corpus.h"

kernel void saturating_add_unsigned(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 8; k++) {
        const uint a = MINE(in)[k], b = MINE(in)[k + 8];
        const uint sum = a + b;
        MINE(out)[k] = sum < a ? 0xffffffffu : sum;
        MINE(out)[k + 8] = a > b ? a - b : 0;
    }
}

kernel void saturating_add_by_complement(global uint *out, global const uint *in, uint n)
{
    const uint a = MINE(in)[0], b = MINE(in)[1];
    MINE(out)[0] = (a > ~b ? ~0u : a + b);
    MINE(out)[1] = min(a, ~b) + b;
    MINE(out)[2] = max(a, b) - b;
}

kernel void saturating_bytes(global uint *out, global const uint *in, uint n)
{
    global const uchar *const a = (global const uchar *)MINE(in);
    global uchar *const r = (global uchar *)MINE(out);
    for (int k = 0; k < 32; k++) {
        const int sum = a[k] + a[k + 32];
        r[k] = (uchar)(sum > 255 ? 255 : sum);
        const int less = a[k] - a[k + 32];
        r[k + 32] = (uchar)(less < 0 ? 0 : less);
    }
}

kernel void saturating_shorts(global uint *out, global const uint *in, uint n)
{
    global const short *const a = (global const short *)MINE(in);
    global short *const r = (global short *)MINE(out);
    for (int k = 0; k < 16; k++) {
        const int sum = a[k] + a[k + 16];
        r[k] = (short)(sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum);
        r[k + 16] = add_sat(a[k], a[k + 16]);
    }
}

kernel void saturating_longs(global uint *out, global const uint *in, uint n)
{
    global const ulong *const a = (global const ulong *)MINE(in);
    global ulong *const r = (global ulong *)MINE(out);
    for (int k = 0; k < 4; k++) {
        const ulong sum = a[k] + a[k + 4];
        r[k] = sum < a[k] ? ULONG_MAX : sum;
        r[k + 4] = a[k] < a[k + 4] ? 0 : a[k] - a[k + 4];
    }
}

kernel void saturating_vectors(global uint *out, global const uint *in, uint n)
{
    const uint4 a = vload4(0, MINE(in)), b = vload4(1, MINE(in));
    const uint4 sum = a + b;
    vstore4(select(sum, (uint4)(UINT_MAX), sum < a), 0, MINE(out));
    vstore4(a > b ? a - b : (uint4)(0), 1, MINE(out));
    vstore4(add_sat(a, b), 2, MINE(out));
    vstore4(as_uint4(sub_sat(as_int4(a), as_int4(b))), 3, MINE(out));
}

/* Whether a sum or a product overflows. */
kernel void overflow_carries(global uint *out, global const uint *in, uint n)
{
    uint carry = 0;
    for (int k = 0; k < 8; k++) {
        const uint a = MINE(in)[k], b = MINE(in)[k + 8];
        const uint part = a + carry;
        carry = part < carry;
        const uint sum = part + b;
        carry += sum < b;
        MINE(out)[k] = sum;
    }
    MINE(out)[8] = carry;
}

kernel void overflow_borrows(global uint *out, global const uint *in, uint n)
{
    ulong borrow = 0;
    for (int k = 0; k < 4; k++) {
        const ulong a = (ulong)MINE(in)[2 * k] << 32 | MINE(in)[2 * k + 1];
        const ulong b = (ulong)MINE(in)[2 * k + 8] << 32 | MINE(in)[2 * k + 9];
        const ulong less = a - b - borrow;
        borrow = borrow ? a <= b : a < b;
        MINE(out)[k] = (uint)(less >> 17);
    }
    MINE(out)[4] = (uint)borrow;
}

kernel void overflow_of_product(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 8; k++) {
        const uint a = MINE(in)[k], b = MINE(in)[k + 8];
        const uint p = a * b;
        MINE(out)[k] = a != 0 && p / a != b;
        const ulong wide = (ulong)a * b;
        MINE(out)[k + 8] = wide > UINT_MAX ? 0 : (uint)wide;
    }
}

kernel void overflow_checked_ints(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 8; k++) {
        const int a = (int)MINE(in)[k], b = (int)MINE(in)[k + 8];
        const bool over = b > 0 ? a > INT_MAX - b : a < INT_MIN - b;
        MINE(out)[k] = over ? 4711 : (uint)(a + (over ? 0 : b));
        const long wide = (long)a * b;
        MINE(out)[k + 8] = wide != (int)wide;
    }
}

kernel void minima_and_maxima(global uint *out, global const uint *in, uint n)
{
    int low = INT_MAX, high = INT_MIN;
    uint ulow = UINT_MAX, uhigh = 0;
    for (int k = 0; k < 16; k++) {
        const int x = (int)MINE(in)[k];
        low = x < low ? x : low;
        if (x > high)
            high = x;
        ulow = min(ulow, (uint)x);
        uhigh = max(uhigh, (uint)x);
    }
    MINE(out)[0] = (uint)low;
    MINE(out)[1] = (uint)high;
    MINE(out)[2] = ulow;
    MINE(out)[3] = uhigh;
    MINE(out)[4] = (uint)clamp((int)MINE(in)[0], -100, 100);
    const char c = (char)MINE(in)[1];
    MINE(out)[5] = (uint)(c < 10 ? c : 10);
    const ushort s = (ushort)MINE(in)[2];
    MINE(out)[6] = s > 1000 ? s : 1000;
}

kernel void absolute_values(global uint *out, global const uint *in, uint n)
{
    const int a = (int)(MINE(in)[0] >> 1) * (MINE(in)[1] & 1 ? 1 : -1);
    MINE(out)[0] = (uint)(a < 0 ? -a : a);
    MINE(out)[1] = (uint)(a > 0 ? -a : a);
    const short s = (short)MINE(in)[2];
    MINE(out)[2] = (uint)(s < 0 ? -s : s);
    const char c = (char)MINE(in)[3];
    MINE(out)[3] = (uchar)(c < 0 ? -c : c);
    const long l = (long)((ulong)MINE(in)[4] << 20) * (MINE(in)[5] & 1 ? 1 : -1);
    MINE(out)[4] = (uint)((l < 0 ? -l : l) >> 12);
    MINE(out)[5] = abs_diff((int)MINE(in)[6], (int)MINE(in)[7]);
    const int4 v = as_int4(vload4(2, MINE(in))) >> 1;
    vstore4(as_uint4(v < 0 ? -v : v), 2, MINE(out));
}

kernel void rotations(global uint *out, global const uint *in, uint n)
{
    const uint x = MINE(in)[0], by = MINE(in)[1] & 31;
    MINE(out)[0] = x << by | x >> ((32 - by) & 31);
    MINE(out)[1] = x >> by | x << (-by & 31);
    MINE(out)[2] = x << 7 | x >> 25;
    const ulong l = (ulong)x << 32 | MINE(in)[2];
    const ulong r = l << 13 | l >> 51;
    MINE(out)[3] = (uint)(r >> 32) ^ (uint)r;
    const ushort s = (ushort)x;
    MINE(out)[4] = (ushort)(s << 5 | s >> 11);
    const uchar c = (uchar)x;
    MINE(out)[5] = (uchar)(c << (by & 7) | c >> (-by & 7));
    const uint4 v = vload4(1, MINE(in));
    vstore4(v << 9 | v >> 23, 2, MINE(out));
    vstore4(rotate(v, (uint4)(by)), 3, MINE(out));
}

/* A shift of two words at once. */
kernel void funnel_shifts(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 15; k++) {
        const uint by = MINE(in)[0] & 31;
        const uint high = MINE(in)[k], low = MINE(in)[k + 1];
        MINE(out)[k] = (uint)(((ulong)high << 32 | low) >> by);
    }
    const uint by = MINE(in)[1] & 31;
    MINE(out)[15] = by == 0 ? MINE(in)[2] : MINE(in)[2] << by | MINE(in)[3] >> (32 - by);
}

kernel void bytes_swapped(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 8; k++) {
        const uint x = MINE(in)[k];
        MINE(out)[k] = x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
    }
    const ushort s = (ushort)MINE(in)[8];
    MINE(out)[8] = (ushort)(s << 8 | s >> 8);
    ulong l = (ulong)MINE(in)[9] << 32 | MINE(in)[10];
    l = (l & 0x00ff00ff00ff00ffUL) << 8 | (l >> 8 & 0x00ff00ff00ff00ffUL);
    l = (l & 0x0000ffff0000ffffUL) << 16 | (l >> 16 & 0x0000ffff0000ffffUL);
    l = l << 32 | l >> 32;
    MINE(out)[9] = (uint)l;
    MINE(out)[10] = (uint)(l >> 32);
    MINE(out)[11] = as_uint(as_uchar4(MINE(in)[11]).s3210);
}

kernel void bytes_loaded_big_endian(global uint *out, global const uint *in, uint n)
{
    global const uchar *const b = (global const uchar *)MINE(in);
    for (int k = 0; k < 15; k++) {
        global const uchar *const at = b + 4 * k + (k & 3);
        MINE(out)[k] = (uint)at[0] << 24 | (uint)at[1] << 16 | (uint)at[2] << 8 | at[3];
    }
}

kernel void bytes_stored_big_endian(global uint *out, global const uint *in, uint n)
{
    global uchar *const b = (global uchar *)MINE(out);
    for (int k = 0; k < 16; k++) {
        const uint x = MINE(in)[k] * 3;
        b[4 * k] = (uchar)(x >> 24);
        b[4 * k + 1] = (uchar)(x >> 16);
        b[4 * k + 2] = (uchar)(x >> 8);
        b[4 * k + 3] = (uchar)x;
    }
}

kernel void divisions(global uint *out, global const uint *in, uint n)
{
    const uint a = MINE(in)[0], b = (MINE(in)[1] & 0xffff) + 1;
    MINE(out)[0] = a / b;
    MINE(out)[1] = a % b;
    MINE(out)[2] = a / 7 + a % 10;
    const int c = (int)MINE(in)[2];
    MINE(out)[3] = (uint)(c / 8);
    MINE(out)[4] = (uint)(c % 16);
    MINE(out)[5] = (uint)(c / -3);
    const long l = (long)c * 1000003;
    MINE(out)[6] = (uint)(l / 1000);
    MINE(out)[7] = (uint)(l % 4096);
    MINE(out)[8] = (uint)((short)c / 3 + (char)c % 5);
    MINE(out)[9] = (uint)(c / (int)b);
    MINE(out)[10] = (ushort)a / ((ushort)b | 1);
}

kernel void comparisons(global uint *out, global const uint *in, uint n)
{
    uint bits = 0;
    for (int k = 0; k < 15; k++) {
        const int a = (int)MINE(in)[k], b = (int)MINE(in)[k + 1];
        bits = bits << 2 | (a < b) | (((uint)a < (uint)b) << 1);
        bits ^= (a == b) + (a >= 0 && b >= 0) + (a < 0) * 4u;
        bits += (a > b) - (a < b);
    }
    MINE(out)[0] = bits;
}

/* Sums that have a closed form. */
kernel void closed_forms(global uint *out, global const uint *in, uint n)
{
    const uint end = MINE(in)[0] & 0xff;
    uint sum = 0, squares = 0, powers = 1;
    for (uint k = 0; k < end; k++) {
        sum += k;
        squares += k * k;
        powers *= 3;
    }
    MINE(out)[0] = sum;
    MINE(out)[1] = squares;
    MINE(out)[2] = powers;
    ulong long_sum = 0;
    for (uint k = 1; k <= end; k++)
        long_sum += (ulong)k * k * k;
    MINE(out)[3] = (uint)long_sum;
    int falling = 0;
    for (int k = (int)end; k > -7; k -= 3)
        falling += k;
    MINE(out)[4] = (uint)falling;
}

kernel void narrow_arithmetic(global uint *out, global const uint *in, uint n)
{
    uchar c = 1;
    short s = 2;
    ushort u = 3;
    char d = 4;
    for (int k = 0; k < 16; k++) {
        const uint x = MINE(in)[k];
        c = (uchar)(c * 3 + x);
        s = (short)(s ^ (short)(x >> 3));
        u += (ushort)(x >> 16);
        d = (char)(d - (char)x);
        u >>= x & 3;
        c |= (uchar)(d >> 2);
    }
    MINE(out)[0] = c;
    MINE(out)[1] = (uint)s;
    MINE(out)[2] = u;
    MINE(out)[3] = (uint)d;
}

kernel void shifts_of_long(global uint *out, global const uint *in, uint n)
{
    const ulong a = (ulong)MINE(in)[0] << 32 | MINE(in)[1];
    const uint by = MINE(in)[2] & 63;
    const ulong l = a << by, r = a >> by;
    const long s = (long)a >> by;
    MINE(out)[0] = (uint)(l ^ l >> 32);
    MINE(out)[1] = (uint)(r ^ r >> 32);
    MINE(out)[2] = (uint)((ulong)s ^ (ulong)s >> 32);
    MINE(out)[3] = (uint)(a >> 20 & 0xfff);
    MINE(out)[4] = (uint)((long)(a << 11) >> 47);
}

/* Masks and extensions, which make integers of as many bits. */
kernel void bit_fields_by_hand(global uint *out, global const uint *in, uint n)
{
    uint sum = 0;
    for (int k = 0; k < 16; k++) {
        const uint x = MINE(in)[k];
        const uint low = x & 0x7f, middle = x >> 7 & 0x1fff;
        const int high = (int)x >> 20, mid = (int)(x << 5) >> 22;
        sum = sum * 3 + low * middle + (uint)(high * 2 + mid);
        if ((x & 0x3) == 2 && (x >> 29) != 5)
            sum ^= x & 0x1ffff;
    }
    MINE(out)[0] = sum;
}
