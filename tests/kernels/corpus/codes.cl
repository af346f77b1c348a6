/* SPDX-License-Identifier: BSD-3-Clause */
/* Hashes, ciphers, checksums, random numbers, packers and long numbers. */
#include "corpus.h"

#define ROTATED(x, by) ((x) << (by) | (x) >> (32 - (by)))

kernel void hash_fnv(global uint *out, global const uint *in, uint n)
{
    global const uchar *const bytes = (global const uchar *)MINE(in);
    uint h = 2166136261u;
    ulong l = 14695981039346656037UL;
    for (int k = 0; k < 64; k++) {
        h = (h ^ bytes[k]) * 16777619u;
        l = (l ^ bytes[k]) * 1099511628211UL;
    }
    MINE(out)[0] = h;
    MINE(out)[1] = (uint)l;
    MINE(out)[2] = (uint)(l >> 32);
}

kernel void hash_murmur(global uint *out, global const uint *in, uint n)
{
    uint h = 77;
    for (int k = 0; k < 16; k++) {
        uint x = MINE(in)[k] * 0xcc9e2d51u;
        x = ROTATED(x, 15) * 0x1b873593u;
        h = ROTATED(h ^ x, 13) * 5 + 0xe6546b64u;
    }
    h ^= 64;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    MINE(out)[0] = h ^ h >> 16;
}

constant uint sha_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define RIGHT(x, by) rotate(x, (uint)(32 - (by)))

kernel void hash_sha256(global uint *out, global const uint *in, uint n)
{
    uint w[64], s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint first[8];
    for (int k = 0; k < 8; k++)
        first[k] = s[k];
    for (int k = 0; k < 16; k++)
        w[k] = as_uint(as_uchar4(MINE(in)[k]).wzyx);
    for (int k = 16; k < 64; k++) {
        const uint a = RIGHT(w[k - 15], 7) ^ RIGHT(w[k - 15], 18) ^ w[k - 15] >> 3;
        const uint b = RIGHT(w[k - 2], 17) ^ RIGHT(w[k - 2], 19) ^ w[k - 2] >> 10;
        w[k] = w[k - 16] + a + w[k - 7] + b;
    }
    for (int k = 0; k < 64; k++) {
        const uint e = RIGHT(s[4], 6) ^ RIGHT(s[4], 11) ^ RIGHT(s[4], 25);
        const uint one = s[7] + e + bitselect(s[6], s[5], s[4]) + sha_constants[k] + w[k];
        const uint a = RIGHT(s[0], 2) ^ RIGHT(s[0], 13) ^ RIGHT(s[0], 22);
        const uint two = a + ((s[0] & s[1]) | (s[2] & (s[0] | s[1])));
        for (int j = 7; j > 0; j--)
            s[j] = s[j - 1];
        s[4] += one;
        s[0] = one + two;
    }
    for (int k = 0; k < 8; k++)
        MINE(out)[k] = s[k] + first[k];
}

static void quarter(uint *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = ROTATED(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = ROTATED(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = ROTATED(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = ROTATED(x[b] ^ x[c], 7);
}

kernel void cipher_chacha(global uint *out, global const uint *in, uint n)
{
    uint x[16];
    for (int k = 0; k < 16; k++)
        x[k] = MINE(in)[k];
    for (int round = 0; round < 10; round++) {
        for (int k = 0; k < 4; k++)
            quarter(x, k, k + 4, k + 8, k + 12);
        for (int k = 0; k < 4; k++)
            quarter(x, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4);
    }
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = x[k] + MINE(in)[k];
}

kernel void cipher_xtea(global uint *out, global const uint *in, uint n)
{
    uint a = MINE(in)[0], b = MINE(in)[1], sum = 0;
    for (int k = 0; k < 32; k++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + MINE(in)[2 + (sum & 3)]);
        sum += 0x9e3779b9u;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + MINE(in)[2 + (sum >> 11 & 3)]);
    }
    MINE(out)[0] = a;
    MINE(out)[1] = b;
}

kernel void cipher_rc4(global uint *out, global const uint *in, uint n)
{
    global const uchar *const key = (global const uchar *)MINE(in);
    uchar s[256];
    for (int k = 0; k < 256; k++)
        s[k] = (uchar)k;
    uchar j = 0;
    for (int k = 0; k < 256; k++) {
        j += s[k] + key[k & 15];
        const uchar old = s[k];
        s[k] = s[j];
        s[j] = old;
    }
    uchar a = 0, b = 0;
    for (int k = 0; k < 16; k++) {
        a++;
        b += s[a];
        const uchar old = s[a];
        s[a] = s[b];
        s[b] = old;
        MINE(out)[k] = s[(uchar)(s[a] + s[b])];
    }
}

static uchar doubled(uchar x)
{
    return (uchar)(x << 1 ^ (x & 0x80 ? 0x1b : 0));
}

/* What AES does with columns, and its field's products. */
kernel void cipher_columns(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 16; k++) {
        const uchar4 c = as_uchar4(MINE(in)[k]);
        uchar4 r;
        r.x = doubled(c.x) ^ doubled(c.y) ^ c.y ^ c.z ^ c.w;
        r.y = c.x ^ doubled(c.y) ^ doubled(c.z) ^ c.z ^ c.w;
        r.z = c.x ^ c.y ^ doubled(c.z) ^ doubled(c.w) ^ c.w;
        r.w = doubled(c.x) ^ c.x ^ c.y ^ c.z ^ doubled(c.w);
        uchar a = c.x, b = c.y, p = 0;
        while (b != 0) {
            p ^= b & 1 ? a : 0;
            a = doubled(a);
            b >>= 1;
        }
        MINE(out)[k] = as_uint(r) + p;
    }
}

kernel void checksum_crc(global uint *out, global const uint *in, uint n)
{
    global const uchar *const bytes = (global const uchar *)MINE(in);
    uint crc = ~0u;
    ushort small = 0xffff;
    for (int k = 0; k < 64; k++) {
        crc ^= bytes[k];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        small ^= (ushort)(bytes[k] << 8);
        for (int bit = 0; bit < 8; bit++)
            small = (ushort)(small & 0x8000 ? small << 1 ^ 0x1021 : small << 1);
    }
    MINE(out)[0] = ~crc;
    MINE(out)[1] = small;
}

kernel void checksum_adler(global uint *out, global const uint *in, uint n)
{
    global const uchar *const bytes = (global const uchar *)MINE(in);
    uint a = 1, b = 0;
    for (int k = 0; k < 64; k++) {
        a = (a + bytes[k]) % 65521;
        b = (b + a) % 65521;
    }
    MINE(out)[0] = b << 16 | a;
}

kernel void random_philox(global uint *out, global const uint *in, uint n)
{
    uint4 c = vload4(0, MINE(in));
    uint2 k = vload2(2, MINE(in));
    for (int round = 0; round < 10; round++) {
        const ulong a = (ulong)c.x * 0xd2511f53u, b = (ulong)c.z * 0xcd9e8d57u;
        c = (uint4)((uint)(b >> 32) ^ c.y ^ k.x, (uint)b, (uint)(a >> 32) ^ c.w ^ k.y, (uint)a);
        k += (uint2)(0x9e3779b9u, 0xbb67ae85u);
    }
    vstore4(c, 0, MINE(out));
    MINE(out)[4] = mul_hi(c.x, c.y);
}

kernel void random_splitmix_and_pcg(global uint *out, global const uint *in, uint n)
{
    ulong s = (ulong)MINE(in)[0] << 32 | MINE(in)[1];
    for (int k = 0; k < 4; k++) {
        ulong z = s += 0x9e3779b97f4a7c15UL;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
        z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
        z ^= z >> 31;
        MINE(out)[k] = (uint)(z >> 32) ^ (uint)z;
        const ulong old = s * 6364136223846793005UL + 1442695040888963407UL;
        const uint mixed = (uint)((old >> 18 ^ old) >> 27), by = (uint)(old >> 59);
        MINE(out)[k + 4] = mixed >> by | mixed << (-by & 31);
    }
}

kernel void random_twister(global uint *out, global const uint *in, uint n)
{
    uint state[24];
    state[0] = MINE(in)[0];
    for (uint k = 1; k < 24; k++)
        state[k] = 1812433253u * (state[k - 1] ^ state[k - 1] >> 30) + k;
    for (int k = 0; k < 16; k++) {
        const uint y = (state[k] & 0x80000000u) | (state[k + 1] & 0x7fffffffu);
        uint x = state[k + 7] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
        x ^= x >> 11;
        x ^= x << 7 & 0x9d2c5680u;
        x ^= x << 15 & 0xefc60000u;
        MINE(out)[k] = x ^ x >> 18;
    }
}

constant char letters64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

kernel void packed_base64(global uint *out, global const uint *in, uint n)
{
    global const uchar *const bytes = (global const uchar *)MINE(in);
    global char *const text = (global char *)MINE(out);
    for (int k = 0; k < 16; k++) {
        const uint three =
            (uint)bytes[3 * k] << 16 | (uint)bytes[3 * k + 1] << 8 | bytes[3 * k + 2];
        for (int c = 0; c < 4; c++)
            text[4 * k + c] = letters64[three >> (18 - 6 * c) & 63];
    }
}

kernel void packed_runs(global uint *out, global const uint *in, uint n)
{
    uchar text[32], packed[64];
    for (int k = 0; k < 32; k++)
        text[k] = (uchar)(MINE(in)[k / 2] >> (k & 1) * 8 & 3);
    uint length = 0;
    for (uint k = 0; k < 32;) {
        uint run = 1;
        while (k + run < 32 && run < 9 && text[k + run] == text[k])
            run++;
        packed[length++] = (uchar)run;
        packed[length++] = text[k];
        k += run;
    }
    uint sum = length;
    for (uint k = 0; k < length; k++)
        sum = sum * 31 + packed[k];
    MINE(out)[0] = sum;
}

kernel void packed_variable_lengths(global uint *out, global const uint *in, uint n)
{
    uchar bytes[80];
    uint end = 0;
    for (int k = 0; k < 16; k++) {
        uint x = MINE(in)[k];
        while (x >= 0x80) {
            bytes[end++] = (uchar)(x | 0x80);
            x >>= 7;
        }
        bytes[end++] = (uchar)x;
    }
    uint at = 0;
    for (int k = 0; k < 16; k++) {
        uint x = 0, by = 0;
        uchar b;
        do {
            b = bytes[at++];
            x |= (uint)(b & 0x7f) << by;
            by += 7;
        } while (b & 0x80);
        MINE(out)[k] = x + end;
    }
}

kernel void found_in_text(global uint *out, global const uint *in, uint n)
{
    uchar text[64], wanted[3];
    int next[3] = {0};
    for (int k = 0; k < 64; k++)
        text[k] = (uchar)(MINE(in)[k / 4] >> (k & 3) * 8 & 1);
    for (int k = 0; k < 3; k++)
        wanted[k] = (uchar)(MINE(in)[0] >> (8 + k) & 1);
    for (int k = 1, j = 0; k < 3; k++) {
        while (j > 0 && wanted[k] != wanted[j])
            j = next[j - 1];
        if (wanted[k] == wanted[j])
            j++;
        next[k] = j;
    }
    uint count = 0, last = 99;
    for (uint k = 0, j = 0; k < 64; k++) {
        while (j > 0 && (j == 3 || text[k] != wanted[j]))
            j = (uint)next[j - 1];
        if (text[k] == wanted[j])
            j++;
        if (j == 3) {
            count++;
            last = k;
        }
    }
    MINE(out)[0] = count;
    MINE(out)[1] = last;
}

/* Long numbers, word by word. */
kernel void long_product(global uint *out, global const uint *in, uint n)
{
    uint r[16] = {0};
    for (int a = 0; a < 8; a++) {
        uint carry = 0;
        for (int b = 0; b < 8; b++) {
            const ulong t = (ulong)MINE(in)[a] * MINE(in)[b + 8] + r[a + b] + carry;
            r[a + b] = (uint)t;
            carry = (uint)(t >> 32);
        }
        r[a + 8] = carry;
    }
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = r[k];
}

kernel void long_product_by_high_words(global uint *out, global const uint *in, uint n)
{
    const ulong a = (ulong)MINE(in)[0] << 32 | MINE(in)[1];
    const ulong b = (ulong)MINE(in)[2] << 32 | MINE(in)[3];
    const ulong low = a * b, high = mul_hi(a, b);
    MINE(out)[0] = (uint)low;
    MINE(out)[1] = (uint)(low >> 32);
    MINE(out)[2] = (uint)high;
    MINE(out)[3] = (uint)(high >> 32);
    MINE(out)[4] = (uint)mul_hi((int)MINE(in)[4], (int)MINE(in)[5]);
    MINE(out)[5] = mad_hi(MINE(in)[6], MINE(in)[7], MINE(in)[8]);
    MINE(out)[6] = (uint)(mul_hi((long)a, (long)b) >> 7);
}

kernel void long_division(global uint *out, global const uint *in, uint n)
{
    const uint divisor = MINE(in)[15] | 1;
    ulong rest = 0;
    for (int k = 14; k >= 0; k--) {
        rest = rest << 32 | MINE(in)[k];
        MINE(out)[k] = (uint)(rest / divisor);
        rest %= divisor;
    }
    MINE(out)[15] = (uint)rest;
}

/* Fixed point with 16 bits behind the point. */
kernel void fixed_point(global uint *out, global const uint *in, uint n)
{
    const int a = (int)MINE(in)[0] >> 8, b = ((int)MINE(in)[1] >> 8) | 1;
    MINE(out)[0] = (uint)(int)((long)a * b >> 16);
    MINE(out)[1] = (uint)(((long)a << 8) / b);
    uint root = 0, rest = 0, x = MINE(in)[2];
    for (int k = 0; k < 16; k++) {
        rest = rest << 2 | x >> 30;
        x <<= 2;
        root <<= 1;
        if (rest > root * 2) {
            rest -= root * 2 + 1;
            root++;
        }
    }
    MINE(out)[2] = root;
    MINE(out)[3] = rest;
}

/* A transform in the field of 998244353, in place. */
kernel void number_transform(global uint *out, global const uint *in, uint n)
{
    const uint prime = 998244353;
    uint x[8];
    for (uint k = 0; k < 8; k++)
        x[(k & 1) << 2 | (k & 2) | k >> 2] = MINE(in)[k] % prime;
    const uint roots[3] = {prime - 1, 911660635, 372528824};
    for (uint step = 0; step < 3; step++) {
        const uint half_ = 1u << step;
        for (uint at = 0; at < 8; at += 2 * half_) {
            ulong w = 1;
            for (uint k = at; k < at + half_; k++) {
                const uint a = x[k], b = (uint)(x[k + half_] * w % prime);
                x[k] = a + b >= prime ? a + b - prime : a + b;
                x[k + half_] = a >= b ? a - b : a + prime - b;
                w = w * roots[step] % prime;
            }
        }
    }
    for (int k = 0; k < 8; k++)
        MINE(out)[k] = x[k];
}
