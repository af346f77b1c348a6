/* SPDX-License-Identifier: BSD-3-Clause */
/* Structs: by value, nested, packed, with vectors and arrays, chosen, and in all memories. */
#include "corpus.h"

typedef struct {
    uint a;
    uchar b;
    ushort c;
    ulong d;
} mixed_t;

typedef struct {
    float x, y, z;
} point_t;

typedef struct {
    point_t low, high;
    uint tags[3];
} box_t;

typedef struct {
    uint4 v;
    float2 f;
    char c;
} wide_t;

typedef struct __attribute__((packed)) {
    uchar kind;
    uint value;
    ushort tail;
} packed_t;

static mixed_t mixed_from(global const uint *w)
{
    const mixed_t m = {w[0], (uchar)w[1], (ushort)w[2], (ulong)w[3] << 32 | w[4]};
    return m;
}

static uint mixed_sum(mixed_t m)
{
    return m.a + m.b * 3u + m.c * 5u + (uint)(m.d >> 7);
}

kernel void struct_by_value(global uint *out, global const uint *in, uint n)
{
    MINE(out)[0] = mixed_sum(mixed_from(MINE(in)));
    mixed_t m = mixed_from(MINE(in) + 5);
    m.b ^= 0x5a;
    MINE(out)[1] = mixed_sum(m);
}

static point_t point_of(global const uint *w)
{
    return (point_t){(float)SMALL(w[0]), (float)SMALL(w[1]), (float)SMALL(w[2])};
}

static point_t added(point_t a, point_t b)
{
    return (point_t){a.x + b.x, a.y + b.y, a.z + b.z};
}

static float dotted(const point_t a, const point_t b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

kernel void struct_of_floats(global uint *out, global const uint *in, uint n)
{
    point_t p = point_of(MINE(in));
    for (int k = 1; k < 5; k++)
        p = added(p, point_of(MINE(in) + 3 * k));
    MINE(out)[0] = as_uint(p.x);
    MINE(out)[1] = as_uint(dotted(p, point_of(MINE(in))));
}

static box_t grown(box_t box, point_t p, uint tag)
{
    box.low.x = p.x < box.low.x ? p.x : box.low.x;
    box.low.y = p.y < box.low.y ? p.y : box.low.y;
    box.high.x = p.x > box.high.x ? p.x : box.high.x;
    box.high.y = p.y > box.high.y ? p.y : box.high.y;
    box.tags[tag % 3] += tag;
    return box;
}

kernel void struct_nested(global uint *out, global const uint *in, uint n)
{
    box_t box = {{1e6f, 1e6f, 0}, {-1e6f, -1e6f, 0}, {0, 1, 2}};
    for (int k = 0; k < 5; k++)
        box = grown(box, point_of(MINE(in) + 3 * k), MINE(in)[k]);
    MINE(out)[0] = as_uint(box.low.x);
    MINE(out)[1] = as_uint(box.low.y);
    MINE(out)[2] = as_uint(box.high.x);
    MINE(out)[3] = as_uint(box.high.y);
    for (int k = 0; k < 3; k++)
        MINE(out)[4 + k] = box.tags[k];
}

/* A select of structs, or of their addresses. */
kernel void struct_chosen(global uint *out, global const uint *in, uint n)
{
    const mixed_t a = mixed_from(MINE(in)), b = mixed_from(MINE(in) + 5);
    mixed_t c = MINE(in)[12] & 1 ? a : b;
    MINE(out)[0] = mixed_sum(c);
    if (MINE(in)[13] & 2)
        c = b;
    MINE(out)[1] = mixed_sum(c);
    const mixed_t *const p = MINE(in)[14] & 4 ? &a : &c;
    MINE(out)[2] = p->a + p->c;
}

kernel void struct_with_vectors(global uint *out, global const uint *in, uint n)
{
    wide_t w = {vload4(0, MINE(in)), (float2)(1.0f, (float)SMALL(MINE(in)[4])), (char)MINE(in)[5]};
    wide_t copies[2];
    copies[0] = w;
    w.v.xz = w.v.yw;
    w.f = w.f.yx;
    copies[1] = w;
    const wide_t got = copies[MINE(in)[6] & 1];
    vstore4(got.v, 0, MINE(out));
    MINE(out)[4] = as_uint(got.f.x);
    MINE(out)[5] = (uint)got.c;
}

kernel void struct_in_global_memory(global uint *out, global const uint *in, uint n)
{
    global mixed_t *const to = (global mixed_t *)MINE(out);
    global const mixed_t *const from = (global const mixed_t *)MINE(in);
    to->a = from->a;
    to->b = from->b;
    to->c = from->c + 1;
    to->d = from->d ^ from[1].d;
    to[1].c = (ushort)sizeof(mixed_t);
}

kernel void struct_packed(global uint *out, global const uint *in, uint n)
{
    global packed_t *const to = (global packed_t *)MINE(out);
    global const packed_t *const from = (global const packed_t *)MINE(in);
    for (int k = 0; k < 7; k++) {
        packed_t p = from[6 - k];
        p.value += p.kind;
        p.tail ^= (ushort)k;
        to[k] = p;
    }
}

kernel void struct_in_local_memory(global uint *out, global const uint *in, uint n)
{
    local mixed_t shared[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    shared[me] = mixed_from(MINE(in));
    barrier(CLK_LOCAL_MEM_FENCE);
    const mixed_t other = shared[size - 1 - me];
    MINE(out)[0] = mixed_sum(other);
}

typedef struct node {
    uint value;
    int next;
} node_t;

kernel void struct_list(global uint *out, global const uint *in, uint n)
{
    node_t nodes[16];
    int head = -1;
    for (int k = 0; k < 16; k++) {
        int *link = &head;
        while (*link >= 0 && nodes[*link].value < MINE(in)[k])
            link = &nodes[*link].next;
        nodes[k].value = MINE(in)[k];
        nodes[k].next = *link;
        *link = k;
    }
    int at = 0;
    for (int k = head; k >= 0; k = nodes[k].next)
        MINE(out)[at++] = nodes[k].value;
}

typedef struct {
    uint2 words[2];
    uchar4 bytes;
} inner_t;

typedef struct {
    inner_t parts[2];
    uint3 three;
} outer_t;

static outer_t turned(outer_t o)
{
    const inner_t first = o.parts[0];
    o.parts[0] = o.parts[1];
    o.parts[1] = first;
    o.three = o.three.zxy;
    return o;
}

kernel void struct_deep(global uint *out, global const uint *in, uint n)
{
    outer_t o;
    for (int p = 0; p < 2; p++) {
        for (int k = 0; k < 2; k++)
            o.parts[p].words[k] = vload2(2 * p + k, MINE(in));
        o.parts[p].bytes = as_uchar4(MINE(in)[8 + p]);
    }
    o.three = vload3(0, MINE(in) + 10);
    for (uint k = 0; k < (MINE(in)[13] & 3); k++)
        o = turned(o);
    MINE(out)[0] = o.parts[0].words[1].x;
    MINE(out)[1] = o.parts[1].words[0].y;
    MINE(out)[2] = as_uint(o.parts[0].bytes.wzyx);
    vstore3(o.three, 1, MINE(out));
}

kernel void struct_swapped_in_loop(global uint *out, global const uint *in, uint n)
{
    struct {
        ulong a, b;
    } pair = {MINE(in)[0], MINE(in)[1] | 1}, next;
    for (int k = 0; k < 12; k++) {
        next.a = pair.b;
        next.b = pair.a + pair.b;
        pair = next;
    }
    MINE(out)[0] = (uint)pair.a;
    MINE(out)[1] = (uint)(pair.b >> 3);
}
