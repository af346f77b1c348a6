/* SPDX-License-Identifier: BSD-3-Clause */
/* Unions and other views of the same bytes. */
#include "corpus.h"

typedef union {
    uint u;
    int i;
    float f;
    uchar bytes[4];
    ushort halves[2];
    uchar4 v;
} word_t;

kernel void union_of_bytes(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 8; k++) {
        word_t w = {MINE(in)[k]};
        const uchar first = w.bytes[0];
        w.bytes[0] = w.bytes[3];
        w.bytes[3] = first;
        w.halves[0] += 3;
        MINE(out)[k] = w.u;
    }
}

kernel void union_of_float_bits(global uint *out, global const uint *in, uint n)
{
    word_t w;
    w.f = (float)SMALL(MINE(in)[0]);
    MINE(out)[0] = w.u >> 23;
    w.u ^= 0x80000000u;
    MINE(out)[1] = (uint)(int)w.f;
}

kernel void union_indexed(global uint *out, global const uint *in, uint n)
{
    union {
        uint words[4];
        uchar bytes[16];
        ulong longs[2];
        uint4 v;
    } all;
    for (int k = 0; k < 4; k++)
        all.words[k] = MINE(in)[k];
    all.bytes[MINE(in)[4] & 15] = 0xee;
    all.longs[MINE(in)[5] & 1] += 0x100000001UL;
    all.v = all.v.yxwz;
    for (int k = 0; k < 4; k++)
        MINE(out)[k] = all.words[k];
}

typedef union {
    struct {
        uint low, high;
    } parts;
    ulong whole;
    double real;
    short4 shorts;
} eight_t;

static eight_t mixed(eight_t a, eight_t b)
{
    eight_t r;
    r.parts.low = a.parts.high + b.parts.low;
    r.parts.high = a.parts.low ^ b.parts.high;
    r.whole = r.whole * 3 + 1;
    return r;
}

kernel void union_by_value(global uint *out, global const uint *in, uint n)
{
    eight_t a, b;
    a.whole = (ulong)MINE(in)[0] << 32 | MINE(in)[1];
    b.parts.low = MINE(in)[2];
    b.parts.high = MINE(in)[3];
    a = mixed(a, b);
    b = mixed(b, a);
    a.shorts = a.shorts.wxyz;
    MINE(out)[0] = a.parts.low;
    MINE(out)[1] = a.parts.high;
    MINE(out)[2] = (uint)(b.whole >> 11);
}

typedef struct {
    uint kind;
    union {
        float number;
        uint2 pair;
        uchar text[8];
    } as;
} variant_t;

static uint hashed(variant_t v)
{
    switch (v.kind) {
    case 0:
        return (uint)(int)v.as.number;
    case 1:
        return v.as.pair.x * 31 + v.as.pair.y;
    default: {
        uint h = 5381;
        for (int k = 0; k < 8; k++)
            h = h * 33 ^ v.as.text[k];
        return h;
    }
    }
}

kernel void union_tagged(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 5; k++) {
        variant_t v;
        v.kind = MINE(in)[k] % 3;
        if (v.kind == 0)
            v.as.number = (float)SMALL(MINE(in)[k + 1]);
        else if (v.kind == 1)
            v.as.pair = (uint2)(MINE(in)[k + 1], MINE(in)[k + 2]);
        else
            for (int c = 0; c < 8; c++)
                v.as.text[c] = (uchar)(MINE(in)[k + c]);
        MINE(out)[k] = hashed(v);
    }
}

kernel void union_other_view_by_pointer(global uint *out, global const uint *in, uint n)
{
    uint words[4];
    uchar *const bytes = (uchar *)words;
    for (int k = 0; k < 4; k++)
        words[k] = MINE(in)[k];
    for (int k = 0; k < 8; k++) {
        const uchar old = bytes[k];
        bytes[k] = bytes[15 - k];
        bytes[15 - k] = old;
    }
    for (int k = 0; k < 4; k++)
        MINE(out)[k] = words[k];
}

kernel void union_vector_view_of_memory(global uint *out, global const uint *in, uint n)
{
    global const uint4 *const from = (global const uint4 *)MINE(in);
    global ushort8 *const to = (global ushort8 *)MINE(out);
    for (int k = 0; k < 2; k++)
        to[k] = as_ushort8(from[k] + from[k + 2].wzyx).s76543210;
}

kernel void union_in_local_memory(global uint *out, global const uint *in, uint n)
{
    local union {
        uint words[MOST_ITEMS];
        uchar bytes[4 * MOST_ITEMS];
    } shared;
    const size_t me = get_local_id(0), size = get_local_size(0);
    shared.words[me] = MINE(in)[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    MINE(out)[0] = shared.bytes[(me * 7 + 3) % (4 * size)];
}

kernel void as_types(global uint *out, global const uint *in, uint n)
{
    const uint4 v = vload4(0, MINE(in));
    MINE(out)[0] = as_uint(as_uchar4(v.x).zwxy);
    const ulong2 l = as_ulong2(v);
    MINE(out)[1] = (uint)((l.x ^ l.y) >> 16);
    MINE(out)[2] = as_uint(as_short2(v.z) + (short2)(1, 2) * (short2)(0));
    MINE(out)[3] = as_uint4(as_char16(v).sfedcba9876543210).y;
}
