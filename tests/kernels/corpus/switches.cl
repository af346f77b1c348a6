/* SPDX-License-Identifier: BSD-3-Clause */
/* Switches: labels that share a block, cases that fall through, tables, within loops and each other. */
#include "corpus.h"

kernel void switch_shared_labels(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 8; k++) {
        switch (MINE(in)[k] & 15) {
        case 0:
        case 1:
        case 2:
            MINE(out)[k] = 1;
            break;
        case 6:
            MINE(out)[k] = 2;
            break;
        case 7:
        case 9:
            MINE(out)[k] = k;
            break;
        default:
            MINE(out)[k] = 3;
        }
    }
}

kernel void switch_falls_through(global uint *out, global const uint *in, uint n)
{
    uint x = 1;
    switch (MINE(in)[0] & 7) {
    case 5:
        x += MINE(in)[1];
    case 4:
        x *= 3;
    case 3:
        x ^= MINE(in)[2];
        break;
    case 2:
        x = 77;
    default:
        x -= 5;
    case 1:
        x <<= 2;
    }
    MINE(out)[0] = x;
}

/* Optimisers make a table of it. */
kernel void switch_table_of_ints(global uint *out, global const uint *in, uint n)
{
    uint x;
    switch (MINE(in)[0] & 7) {
    case 0:
        x = 11;
        break;
    case 1:
        x = 901;
        break;
    case 2:
        x = 17;
        break;
    case 3:
        x = 4;
        break;
    case 4:
        x = 0xdeadbeef;
        break;
    case 5:
        x = 1;
        break;
    case 6:
        x = 65537;
        break;
    default:
        x = 2;
        break;
    }
    MINE(out)[0] = x;
}

/* A table of bits in one integer of an odd width. */
kernel void switch_table_of_bits(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 16; k++) {
        bool vowel;
        switch ('a' + (MINE(in)[k] & 31)) {
        case 'a':
        case 'e':
        case 'i':
        case 'o':
        case 'u':
            vowel = true;
            break;
        default:
            vowel = false;
        }
        MINE(out)[k] = vowel;
    }
}

kernel void switch_table_of_chars(global uint *out, global const uint *in, uint n)
{
    uchar c;
    switch (MINE(in)[0] % 6) {
    case 0:
        c = 'x';
        break;
    case 1:
        c = 'q';
        break;
    case 2:
        c = 'l';
        break;
    case 3:
        c = 0xf0;
        break;
    case 4:
        c = 9;
        break;
    default:
        c = 200;
    }
    MINE(out)[0] = c;
    MINE(out)[1] = (uint)(char)c;
}

kernel void switch_table_of_floats(global uint *out, global const uint *in, uint n)
{
    float f;
    switch (MINE(in)[0] & 3) {
    case 0:
        f = 0.5f;
        break;
    case 1:
        f = 0.25f;
        break;
    case 2:
        f = -3.0f;
        break;
    default:
        f = 1024.0f;
    }
    MINE(out)[0] = as_uint(f);
}

kernel void switch_of_vectors(global uint *out, global const uint *in, uint n)
{
    uint4 v = vload4(0, MINE(in));
    switch (v.x & 3) {
    case 0:
        v = v.wzyx;
        break;
    case 1:
        v = (uint4)(1, 2, 3, 4);
        break;
    case 2:
        v.xy = v.zw;
        break;
    }
    vstore4(v, 0, MINE(out));
}

kernel void switch_within_loop(global uint *out, global const uint *in, uint n)
{
    uint state = 0, sum = 0;
    for (int k = 0; k < 16; k++) {
        const uint c = MINE(in)[k];
        switch (state) {
        case 0:
            state = c & 1 ? 2 : 1;
            break;
        case 1:
            sum += c;
            if (c & 2)
                continue;
            state = 3;
            break;
        case 2:
            sum ^= c;
            state = 0;
            continue;
        case 3:
            if (c & 4)
                goto done;
            state = 1;
        }
        sum++;
    }
done:
    MINE(out)[0] = sum;
    MINE(out)[1] = state;
}

kernel void switch_within_switch(global uint *out, global const uint *in, uint n)
{
    const uint a = MINE(in)[0], b = MINE(in)[1];
    uint r = 0;
    switch (a & 3) {
    case 0:
        switch (b & 3) {
        case 1:
        case 2:
            r = 5;
            break;
        case 3:
            r = 6;
        default:
            r += 7;
        }
        break;
    case 1:
        switch (b % 5) {
        case 4:
            r = 40;
            break;
        case 3:
        case 0:
            r = 30;
        }
    case 2:
        r += 100;
        break;
    default:
        r = a;
    }
    MINE(out)[0] = r;
}

kernel void switch_sparse_longs(global uint *out, global const uint *in, uint n)
{
    static constant long values[] = {0, 1L << 40, -1, 5, 1L << 62, 4096};
    const long x = values[MINE(in)[0] % 6] + (MINE(in)[1] & 1);
    uint r;
    switch (x) {
    case 0:
        r = 10;
        break;
    case 1L << 40:
        r = 20;
        break;
    case (1L << 40) + 1:
    case -1:
        r = 30;
        break;
    case 1L << 62:
        r = 40;
        break;
    case 4097:
        r = 50;
        break;
    default:
        r = 60;
    }
    MINE(out)[0] = r;
}

kernel void switch_of_chars_and_ranges(global uint *out, global const uint *in, uint n)
{
    for (int k = 0; k < 16; k++) {
        const uchar c = (uchar)MINE(in)[k];
        uint kind;
        if (c >= '0' && c <= '9')
            kind = 1;
        else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
            kind = 2;
        else if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            kind = 3;
        else
            kind = c == 0 ? 4 : 5;
        MINE(out)[k] = kind;
    }
}

static uint step(uint op, uint a, uint b)
{
    switch (op) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return a * b;
    case 3:
        return b == 0 ? 0 : a / b;
    case 4:
        return a & b;
    case 5:
        return a | b;
    case 6:
        return a ^ b;
    case 7:
        return a << (b & 31);
    case 8:
        return a >> (b & 31);
    case 9:
        return a < b;
    case 10:
        return a == b;
    case 11:
        return ~a;
    default:
        return a;
    }
}

/* A machine with a stack. */
kernel void switch_interpreter(global uint *out, global const uint *in, uint n)
{
    uint stack[8];
    uint top = 1;
    stack[0] = get_global_id(0);
    for (int k = 0; k < 16; k++) {
        const uint code = MINE(in)[k];
        if (top == 8 || (top > 1 && (code & 1))) {
            top--;
            stack[top - 1] = step(code >> 4 & 15, stack[top - 1], stack[top]);
        } else {
            stack[top++] = code;
        }
    }
    for (uint k = 0; k < top; k++)
        MINE(out)[k] = stack[k];
}

kernel void switch_same_results(global uint *out, global const uint *in, uint n)
{
    uint r = MINE(in)[1];
    switch (MINE(in)[0] & 7) {
    case 0:
    case 3:
        r = r * 2 + 1;
        break;
    case 1:
    case 4:
        r = r * 2 + 1;
        break;
    case 6:
        r = r * 3;
        break;
    default:
        r = r * 2 + 1;
    }
    MINE(out)[0] = r;
}

kernel void switch_returns(global uint *out, global const uint *in, uint n)
{
    switch (MINE(in)[0] & 3) {
    case 0:
        MINE(out)[0] = 1;
        return;
    case 1:
        MINE(out)[1] = 2;
    case 2:
        MINE(out)[2] = 3;
        return;
    }
    MINE(out)[3] = 4;
}

/* The classic loop that is entered in its middle. */
kernel void switch_into_loop(global uint *out, global const uint *in, uint n)
{
    const uint count = (MINE(in)[0] & 7) + 1;
    uint left = (count + 3) / 4, k = 0, sum = 0;
    switch (count & 3) {
    case 0:
        do {
            sum += MINE(in)[k++];
        case 3:
            sum += MINE(in)[k++];
        case 2:
            sum += MINE(in)[k++];
        case 1:
            sum += MINE(in)[k++];
        } while (--left > 0);
    }
    MINE(out)[0] = sum;
    MINE(out)[1] = k;
}
