/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors: chosen by scalars and by vectors, parts of parts, of all widths, reduced and nested. */
#include "corpus.h"

kernel void vector_chosen_by_scalar(global uint *out, global const uint *in, uint n)
{
    float4 x = convert_float4(vload4(0, MINE(in)) & 0xffff);
    if (MINE(in)[4] & 1)
        x = (float4)(0);
    vstore4(as_uint4(x), 0, MINE(out));
    const uint3 a = vload3(0, MINE(in)), b = vload3(1, MINE(in));
    vstore3(MINE(in)[6] > MINE(in)[7] ? a : b, 3, MINE(out));
}

kernel void vector_chosen_in_loop(global uint *out, global const uint *in, uint n)
{
    uint8 best = vload8(0, MINE(in));
    for (uint k = 1; k < 4; k++) {
        const uint8 next = vload8(0, MINE(in) + 2 * k);
        best = next.s3 > best.s3 ? next : best;
        if (next.s0 & 2)
            best.hi = next.lo;
    }
    vstore8(best, 0, MINE(out));
}

kernel void vector_chosen_narrow(global uint *out, global const uint *in, uint n)
{
    const bool first = MINE(in)[8] & 1;
    const uchar4 a = as_uchar4(MINE(in)[0]), b = as_uchar4(MINE(in)[1]);
    const short2 c = as_short2(MINE(in)[2]), d = as_short2(MINE(in)[3]);
    const ulong2 e = as_ulong2(vload4(1, MINE(in))), f = e.yx;
    MINE(out)[0] = as_uint(first ? a : b);
    MINE(out)[1] = as_uint(first ? d : c);
    vstore4(as_uint4(first ? e : f), 1, MINE(out));
}

kernel void vector_chosen_by_vector(global uint *out, global const uint *in, uint n)
{
    const int4 a = as_int4(vload4(0, MINE(in))), b = as_int4(vload4(1, MINE(in)));
    vstore4(as_uint4(a < b ? a : b), 0, MINE(out));
    vstore4(as_uint4(select(a, b, a == b.wzyx || a > 0)), 1, MINE(out));
    const float4 f = convert_float4(a >> 16), g = convert_float4(b >> 16);
    vstore4(as_uint4(f > g ? f - g : g), 2, MINE(out));
    vstore4(as_uint4(bitselect(a, b, (int4)(0xff00ff))), 3, MINE(out));
}

kernel void vector_masks(global uint *out, global const uint *in, uint n)
{
    const int4 a = as_int4(vload4(0, MINE(in)));
    const int4 positive = a > 0, even = (a & 1) == 0;
    MINE(out)[0] = (uint)any(positive & even);
    MINE(out)[1] = (uint)all(positive | even);
    const int4 neither = !positive && !even;
    MINE(out)[2] = (uint) - (neither.x + neither.y + neither.z + neither.w);
    const char16 c = as_char16(a);
    const char16 m = c < (char16)(5);
    MINE(out)[3] = as_uint4(m).z;
    const short8 s = as_short8(a);
    vstore4(as_uint4((s > (short)3) & s), 1, MINE(out));
    const long2 l = as_long2(a);
    vstore4(as_uint4(l < (long2)(7, 1L << 40)), 2, MINE(out));
}

kernel void vector_masks_compared(global uint *out, global const uint *in, uint n)
{
    const int4 a = as_int4(vload4(0, MINE(in))), b = as_int4(vload4(1, MINE(in)));
    const int4 positive = a > 0, even = (b & 1) == 0;
    vstore4(as_uint4(positive), 0, MINE(out));
    vstore4(as_uint4(positive ^ even), 1, MINE(out));
    vstore4(as_uint4(positive == even), 2, MINE(out));
    vstore4(as_uint4(!positive), 3, MINE(out));
}

kernel void vector_parts(global uint *out, global const uint *in, uint n)
{
    uint4 v = vload4(0, MINE(in));
    v.xyz = v.zxy;
    v.w += v.x;
    v.lo = v.hi.yx;
    v.even = v.odd + 1;
    vstore4(v, 0, MINE(out));
    uint16 w = vload16(0, MINE(in));
    w.s0f = w.sf0;
    w.hi.lo = w.lo.hi;
    w.s159 = (uint3)(w.s2, w.s3, w.s4) * 3u;
    vstore4(w.s0123 + w.s4567 + w.s89ab + w.scdef, 1, MINE(out));
}

kernel void vector_of_three(global uint *out, global const uint *in, uint n)
{
    uint3 a = vload3(0, MINE(in)), b = vload3(1, MINE(in));
    for (int k = 0; k < 3; k++) {
        const uint3 c = a.yzx * b.zxy - a.zxy * b.yzx;
        a = b;
        b = c;
    }
    vstore3(a, 0, MINE(out));
    vstore3(b, 1, MINE(out));
    uint3 kept[2];
    kept[0] = a;
    kept[1] = b;
    MINE(out)[6] = kept[MINE(in)[6] & 1].z;
}

/* Parts chosen by a value. */
kernel void vector_indexed(global uint *out, global const uint *in, uint n)
{
    union {
        uint8 v;
        uint s[8];
    } u;
    u.v = vload8(0, MINE(in));
    u.s[MINE(in)[8] & 7] ^= 0xff;
    MINE(out)[0] = u.s[MINE(in)[9] & 7];
    uint4 w = u.v.lo;
    uint *const p = (uint *)&w;
    for (int k = 0; k < 4; k++)
        p[k] += p[(k + 1) & 3];
    vstore4(w, 1, MINE(out));
}

kernel void vector_reduced(global uint *out, global const uint *in, uint n)
{
    const uint16 v = vload16(0, MINE(in));
    const uint8 a = v.lo + v.hi;
    const uint4 b = a.lo ^ a.hi;
    const uint2 c = max(b.lo, b.hi);
    MINE(out)[0] = c.x * c.y;
    uint sum = 0, most = 0, every = ~0u;
    for (int k = 0; k < 16; k++) {
        sum += MINE(in)[k];
        most = most > MINE(in)[k] ? most : MINE(in)[k];
        every &= MINE(in)[k];
    }
    MINE(out)[1] = sum;
    MINE(out)[2] = most;
    MINE(out)[3] = every;
}

kernel void vector_of_chars(global uint *out, global const uint *in, uint n)
{
    global const uchar16 *const from = (global const uchar16 *)MINE(in);
    uchar16 sum = 0;
    for (int k = 0; k < 4; k++)
        sum += from[k] * (uchar)(k + 1);
    sum = sum << (uchar16)(1) | sum >> (uchar16)(7);
    const char16 c = as_char16(sum);
    *(global uchar16 *)MINE(out) = as_uchar16(c > (char16)(0) ? c : -(c / (char16)(2)));
}

kernel void vector_converted(global uint *out, global const uint *in, uint n)
{
    const uint4 v = vload4(0, MINE(in));
    MINE(out)[0] = as_uint(convert_uchar4(v));
    MINE(out)[1] = as_uint(convert_uchar4_sat(v));
    MINE(out)[2] = as_uint(convert_char4_sat(as_int4(v)));
    MINE(out)[3] = as_uint(convert_ushort2_sat(v.xy));
    vstore4(as_uint4(convert_float4(v & 0xffffff)), 1, MINE(out));
    const long4 l = convert_long4(as_int4(v));
    vstore4(convert_uint4(l >> 3), 2, MINE(out));
    vstore4(convert_uint4(as_uchar4(v.x)), 3, MINE(out));
}

kernel void vector_built_from_parts(global uint *out, global const uint *in, uint n)
{
    const uint2 a = vload2(0, MINE(in));
    const uint x = MINE(in)[2];
    const uint8 v = (uint8)(a, x, 7, a.y, (uint3)(x, a));
    const uint16 w = (uint16)(v, v.s76543210);
    vstore16(w * w.s0 + (uint16)(3), 0, MINE(out));
}

typedef struct {
    uint4 rows[4];
} matrix_t;

static matrix_t transposed(matrix_t m)
{
    const matrix_t t = {{
        (uint4)(m.rows[0].x, m.rows[1].x, m.rows[2].x, m.rows[3].x),
        (uint4)(m.rows[0].y, m.rows[1].y, m.rows[2].y, m.rows[3].y),
        (uint4)(m.rows[0].z, m.rows[1].z, m.rows[2].z, m.rows[3].z),
        (uint4)(m.rows[0].w, m.rows[1].w, m.rows[2].w, m.rows[3].w),
    }};
    return t;
}

static uint4 times(matrix_t m, uint4 v)
{
    return m.rows[0] * v.x + m.rows[1] * v.y + m.rows[2] * v.z + m.rows[3] * v.w;
}

kernel void vector_matrix(global uint *out, global const uint *in, uint n)
{
    matrix_t m;
    for (int k = 0; k < 4; k++)
        m.rows[k] = vload4(k, MINE(in));
    const matrix_t t = transposed(m);
    for (int k = 0; k < 4; k++)
        m.rows[k] = times(t, m.rows[k]);
    for (int k = 0; k < 4; k++)
        vstore4(m.rows[k], k, MINE(out));
}

kernel void vector_shifts(global uint *out, global const uint *in, uint n)
{
    const int4 v = as_int4(vload4(0, MINE(in)));
    const uint4 by = vload4(1, MINE(in)) & 31;
    vstore4(as_uint4(v) << by, 0, MINE(out));
    vstore4(as_uint4(v >> as_int4(by)), 1, MINE(out));
    vstore4(as_uint4(v) >> 3u, 2, MINE(out));
    vstore4((uint4)(1) << by, 3, MINE(out));
}

/* Many vectors alive across a join of paths. */
kernel void vector_paths(global uint *out, global const uint *in, uint n)
{
    uint4 a = vload4(0, MINE(in)), b = vload4(1, MINE(in)), c = vload4(2, MINE(in));
    for (uint k = 0; k < (a.x & 7); k++) {
        if (b.y & 1) {
            const uint4 old = a;
            a = b;
            b = old + 1u;
        } else if (c.z & 2) {
            c = a ^ b;
            continue;
        } else {
            b.y += 5;
            c = c.yzwx;
        }
        if (all(as_int4(a) == as_int4(c)))
            break;
        c += a;
    }
    vstore4(a, 0, MINE(out));
    vstore4(b, 1, MINE(out));
    vstore4(c, 2, MINE(out));
}

/* What clang joins to wide stores and odd vectors. */
kernel void vector_by_scalars(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 6; k++)
        MINE(out)[k] = MINE(in)[k] + MINE(in)[k + 6];
    for (int k = 6; k < 11; k++)
        MINE(out)[k] = MINE(in)[k] * 5;
    MINE(out)[11] = MINE(in)[1];
    MINE(out)[12] = MINE(in)[0];
    MINE(out)[13] = MINE(in)[2];
}
