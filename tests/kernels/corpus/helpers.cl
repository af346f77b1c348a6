/* SPDX-License-Identifier: BSD-3-Clause */
/* Helpers: inlined or not, with pointers to each memory, several results, and constants of their own. */
#include "corpus.h"

#define APART __attribute__((noinline))

inline static uint mixed(uint a, uint b)
{
    a -= b;
    a ^= b << 13;
    return a * 0x9e3779b1u;
}

static APART uint mixed_apart(uint a, uint b)
{
    return a < b ? b - a : (a ^ b) * 3;
}

kernel void helper_inlined(global uint *out, global const uint *in, uint n)
{
    uint x = 1;
    for (int k = 0; k < 16; k++)
        x = mixed(x, MINE(in)[k]);
    MINE(out)[0] = x;
}

kernel void helper_apart(global uint *out, global const uint *in, uint n)
{
    uint x = 1;
    for (int k = 0; k < 16; k++)
        x = mixed_apart(mixed_apart(x, MINE(in)[k]), mixed(x, (uint)k));
    MINE(out)[0] = x;
}

static void divided(uint a, uint b, uint *quotient, uint *rest)
{
    *quotient = a / b;
    *rest = a % b;
}

static APART bool found(const global uint *words, uint count, uint value, uint *at)
{
    for (uint k = 0; k < count; k++)
        if ((words[k] & 7) == value) {
            *at = k;
            return true;
        }
    return false;
}

kernel void helper_with_results(global uint *out, global const uint *in, uint n)
{
    uint q, r, at = 99;
    divided(MINE(in)[0], MINE(in)[1] | 1, &q, &r);
    MINE(out)[0] = q;
    MINE(out)[1] = r;
    MINE(out)[2] = found(MINE(in), 16, MINE(in)[15] & 7, &at);
    MINE(out)[3] = at;
}

static APART uint sum_of(const uint *words, uint count)
{
    uint sum = 0;
    for (uint k = 0; k < count; k++)
        sum = sum * 3 + words[k];
    return sum;
}

/* Pointers whose memory is known at run time only. */
kernel void helper_with_any_memory(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    uint own[8];
    for (int k = 0; k < 8; k++)
        own[k] = MINE(in)[k] + 1;
    shared[get_local_id(0)] = MINE(in)[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    MINE(out)[0] = sum_of(own, 8);
    MINE(out)[1] = sum_of(shared, (uint)get_local_size(0));
    MINE(out)[2] = sum_of(MINE(in), 16);
    const uint *const any = MINE(in)[1] & 1 ? (const uint *)own : (const uint *)shared;
    MINE(out)[3] = any[0];
}

static uint looked_up(uint at)
{
    static constant uint table[] = {7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5, 2};
    return table[at & 15];
}

constant char letters[] = "the quick brown fox";

kernel void helper_with_tables(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 8; k++)
        MINE(out)[k] = looked_up(MINE(in)[k]) + (uint)letters[MINE(in)[k + 8] % 19];
}

static uint chain3(uint x, uint k)
{
    return k & 1 ? x * 5 : x + k;
}

static APART uint chain2(uint x, uint k)
{
    for (uint j = 0; j < (k & 3); j++)
        x = chain3(x, j + k);
    return x;
}

static uint chain1(uint x, uint k)
{
    if (x & 1)
        return chain2(x, k) + 1;
    return chain3(x, k);
}

kernel void helper_chain(global uint *out, global const uint *in, uint n)
{
    uint x = MINE(in)[0];
    for (uint k = 0; k < 10; k++)
        x = chain1(x, k);
    MINE(out)[0] = x;
}

static uint __attribute__((overloadable)) widened(uint x)
{
    return x + 1;
}

static uint2 __attribute__((overloadable)) widened(uint2 x)
{
    return x.yx * 3u;
}

static float __attribute__((overloadable)) widened(float x)
{
    return x * 0.5f;
}

kernel void helper_overloaded(global uint *out, global const uint *in, uint n)
{
    MINE(out)[0] = widened(MINE(in)[0]);
    vstore2(widened(vload2(1, MINE(in))), 1, MINE(out));
    MINE(out)[4] = as_uint(widened((float)SMALL(MINE(in)[4])));
}

static bool is_prime(uint x)
{
    if (x < 2)
        return false;
    if (x % 2 == 0)
        return x == 2;
    for (uint d = 3; d * d <= x; d += 2)
        if (x % d == 0)
            return false;
    return true;
}

static uint greatest_divisor(uint a, uint b)
{
    while (b != 0) {
        const uint rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint power(uint x, uint by, uint modulus)
{
    ulong result = 1, base = x % modulus;
    for (; by != 0; by >>= 1) {
        if (by & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return (uint)result;
}

kernel void helper_numbers(global uint *out, global const uint *in, uint n)
{
    MINE(out)[0] = is_prime(MINE(in)[0] & 0xffff);
    MINE(out)[1] = greatest_divisor(MINE(in)[1], MINE(in)[2]);
    MINE(out)[2] = power(MINE(in)[3], MINE(in)[4], 1000003);
}

/* A kernel calls another as a function. */
kernel void helper_is_a_kernel(global uint *out, global const uint *in, uint n)
{
    helper_numbers(out, in, n);
    MINE(out)[3] = MINE(out)[2] + 1;
}

#define SWAP(T, a, b)        \
    do {                     \
        const T swapped = a; \
        a = b;               \
        b = swapped;         \
    } while (0)

kernel void helper_macros(global uint *out, global const uint *in, uint n)
{
    uint a = MINE(in)[0], b = MINE(in)[1], c = MINE(in)[2];
    if (a > b)
        SWAP(uint, a, b);
    if (b > c)
        SWAP(uint, b, c);
    if (a > b)
        SWAP(uint, a, b);
    MINE(out)[0] = a;
    MINE(out)[1] = b;
    MINE(out)[2] = c;
}
