/* SPDX-License-Identifier: BSD-3-Clause */
/* Private arrays: filled by loops, copied, indexed by values, large, of structs, and through pointers. */
#include "corpus.h"

kernel void array_filled_by_loop(global uint *out, global const uint *in, uint n)
{
    uint p[6];
    for (int k = 0; k < 6; k++)
        p[k] = MINE(in)[k];
    MINE(out)[0] = p[MINE(in)[7] % 6];
}

kernel void array_copied_back(global uint *out, global const uint *in, uint n)
{
    uint p[16];
    for (int k = 0; k < 16; k++)
        p[k] = MINE(in)[k];
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = p[15 - k];
}

kernel void array_of_zeros(global uint *out, global const uint *in, uint n)
{
    uint counts[8] = {0};
    for (int k = 0; k < 16; k++)
        counts[MINE(in)[k] & 7]++;
    for (int k = 0; k < 8; k++)
        MINE(out)[k] = counts[k];
}

/* The length of what becomes a memset or a memcpy is not known. */
kernel void array_cleared_in_part(global uint *out, global const uint *in, uint n)
{
    uint p[16];
    const uint end = MINE(in)[0] & 15;
    for (uint k = 0; k < 16; k++)
        p[k] = MINE(in)[k];
    for (uint k = 0; k < end; k++)
        p[k] = 0;
    for (uint k = 0; k < 16; k++)
        MINE(out)[k] = p[k];
}

kernel void array_bytes_set(global uint *out, global const uint *in, uint n)
{
    uchar p[64];
    const uint end = MINE(in)[0] & 63;
    for (uint k = 0; k < 64; k++)
        p[k] = (uchar)k;
    for (uint k = 0; k < end; k++)
        p[k] = 0xab;
    for (uint k = 0; k < 16; k++)
        MINE(out)[k] = p[4 * k] | p[4 * k + 1] << 8 | p[4 * k + 2] << 16 | (uint)p[4 * k + 3] << 24;
}

kernel void array_moved_up(global uint *out, global const uint *in, uint n)
{
    uint p[16];
    const uint at = MINE(in)[0] % 15, end = 15;
    for (uint k = 0; k < 16; k++)
        p[k] = MINE(in)[k];
    for (uint k = end; k > at; k--)
        p[k] = p[k - 1];
    p[at] = 4711;
    for (uint k = 0; k < 16; k++)
        MINE(out)[k] = p[k];
}

kernel void array_moved_down(global uint *out, global const uint *in, uint n)
{
    ushort p[32];
    const uint at = MINE(in)[0] % 31;
    for (uint k = 0; k < 32; k++)
        p[k] = (ushort)(MINE(in)[k / 2] >> 16 * (k & 1));
    for (uint k = at; k < 31; k++)
        p[k] = p[k + 1];
    for (uint k = 0; k < 16; k++)
        MINE(out)[k] = p[2 * k] | (uint)p[2 * k + 1] << 16;
}

kernel void array_copied_in_part(global uint *out, global const uint *in, uint n)
{
    uchar a[40], b[40];
    const uint from = MINE(in)[0] % 8, count = MINE(in)[1] % 32;
    for (uint k = 0; k < 40; k++) {
        a[k] = (uchar)MINE(in)[k & 15];
        b[k] = 1;
    }
    for (uint k = 0; k < count; k++)
        b[k] = a[from + k];
    uint sum = 0;
    for (uint k = 0; k < 40; k++)
        sum = sum * 31 + b[k];
    MINE(out)[0] = sum;
}

kernel void array_of_arrays(global uint *out, global const uint *in, uint n)
{
    uint m[4][4], t[4][4];
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            m[r][c] = MINE(in)[4 * r + c];
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            t[c][r] = m[r][c] + m[c][r];
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = t[k / 4][k % 4];
}

kernel void array_large(global uint *out, global const uint *in, uint n)
{
    uint p[2048];
    uint x = MINE(in)[0];
    for (int k = 0; k < 2048; k++) {
        p[k] = x;
        x = x * 1664525u + 1013904223u;
    }
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = p[MINE(in)[k] % 2048];
}

kernel void array_of_vectors(global uint *out, global const uint *in, uint n)
{
    uint4 p[4];
    for (int k = 0; k < 4; k++)
        p[k] = vload4(k, MINE(in));
    const uint4 picked = p[MINE(in)[0] & 3];
    p[MINE(in)[1] & 3] = picked.yxwz;
    for (int k = 0; k < 4; k++)
        vstore4(p[k], k, MINE(out));
}

typedef struct {
    uchar key;
    uint value;
    ushort2 pair;
} entry_t;

kernel void array_of_structs(global uint *out, global const uint *in, uint n)
{
    entry_t table[8];
    for (int k = 0; k < 8; k++) {
        table[k].key = (uchar)MINE(in)[k];
        table[k].value = MINE(in)[k + 8];
        table[k].pair = (ushort2)((ushort)k, (ushort)MINE(in)[k]);
    }
    for (int k = 1; k < 8; k++) {
        const entry_t moved = table[k];
        int at = k;
        while (at > 0 && table[at - 1].key > moved.key) {
            table[at] = table[at - 1];
            at--;
        }
        table[at] = moved;
    }
    for (int k = 0; k < 8; k++) {
        MINE(out)[k] = table[k].value + table[k].key;
        MINE(out)[k + 8] = (uint)table[k].pair.x << 16 | table[k].pair.y;
    }
}

static void swap(uint *a, uint *b)
{
    const uint old = *a;
    *a = *b;
    *b = old;
}

static uint best_of(const private uint *p, uint count)
{
    uint best = 0;
    for (uint k = 1; k < count; k++)
        if (p[k] > p[best])
            best = k;
    return best;
}

kernel void array_by_pointer(global uint *out, global const uint *in, uint n)
{
    uint p[12];
    for (int k = 0; k < 12; k++)
        p[k] = MINE(in)[k];
    for (uint end = 12; end > 1; end--)
        swap(&p[best_of(p, end)], &p[end - 1]);
    for (int k = 0; k < 12; k++)
        MINE(out)[k] = p[k];
}

kernel void array_pointer_chosen(global uint *out, global const uint *in, uint n)
{
    uint a[4], b[4];
    for (int k = 0; k < 4; k++) {
        a[k] = MINE(in)[k];
        b[k] = MINE(in)[k + 4];
    }
    uint *p = MINE(in)[8] & 1 ? a : b;
    p[MINE(in)[9] & 3] = 5;
    uint *const end = p + 4;
    uint sum = 0;
    for (; p != end; p++)
        sum = sum * 7 + *p;
    MINE(out)[0] = sum;
    for (int k = 0; k < 4; k++) {
        MINE(out)[k + 1] = a[k];
        MINE(out)[k + 5] = b[k];
    }
}

kernel void array_initialised(global uint *out, global const uint *in, uint n)
{
    const uint primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
    uint squares[4] = {0, 1, 4, 9};
    squares[MINE(in)[0] & 3] = 100;
    MINE(out)[0] = primes[MINE(in)[1] % 11];
    MINE(out)[1] = squares[MINE(in)[2] & 3];
}

constant uint global_table[5] = {3, 1, 4, 1, 5};
constant float global_floats[4] = {0.5f, -2.0f, 8.0f, 0.125f};
constant uint4 global_vectors[2] = {(uint4)(1, 2, 3, 4), (uint4)(9, 8, 7, 6)};
constant struct {
    char name[3];
    ulong value;
} global_structs[3] = {{"ab", 1UL << 33}, {"cd", 7}, {"ef", 0x123456789abcdefUL}};

kernel void array_constant(global uint *out, global const uint *in, uint n)
{
    MINE(out)[0] = global_table[MINE(in)[0] % 5];
    MINE(out)[1] = as_uint(global_floats[MINE(in)[1] & 3]);
    MINE(out)[2] = global_vectors[MINE(in)[2] & 1].z;
    MINE(out)[3] = global_structs[MINE(in)[3] % 3].name[MINE(in)[4] & 1];
    MINE(out)[4] = (uint)(global_structs[MINE(in)[3] % 3].value >> 20);
}

kernel void array_window(global uint *out, global const uint *in, uint n)
{
    float window[5];
    for (int k = 0; k < 4; k++)
        window[k + 1] = (float)SMALL(MINE(in)[k]);
    for (int k = 0; k < 12; k++) {
        for (int j = 0; j < 4; j++)
            window[j] = window[j + 1];
        window[4] = (float)SMALL(MINE(in)[k + 4]);
        float sum = 0;
        for (int j = 0; j < 5; j++)
            sum += window[j] * (float)(j - 2);
        MINE(out)[k] = as_uint(sum);
    }
}

/* Filled by a loop whose end is not known, and read across the whole. */
kernel void array_stack_of_ranges(global uint *out, global const uint *in, uint n)
{
    uint keys[16];
    uint2 todo[32];
    int depth = 0;
    for (int k = 0; k < 16; k++)
        keys[k] = MINE(in)[k];
    todo[depth++] = (uint2)(0, 16);
    while (depth > 0) {
        const uint2 range = todo[--depth];
        if (range.y - range.x < 2)
            continue;
        const uint pivot = keys[range.x];
        uint middle = range.x;
        for (uint k = range.x + 1; k < range.y; k++)
            if (keys[k] < pivot) {
                middle++;
                const uint old = keys[k];
                keys[k] = keys[middle];
                keys[middle] = old;
            }
        keys[range.x] = keys[middle];
        keys[middle] = pivot;
        todo[depth++] = (uint2)(range.x, middle);
        todo[depth++] = (uint2)(middle + 1, range.y);
    }
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = keys[k];
}
