/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops: nested, left early, with several ends, unrolled, and by goto. */
#include "corpus.h"

kernel void loop_with_two_ends(global uint *out, global const uint *in, uint n)
{
    uint k, sum = 0;
    for (k = 0; k < 16; k++) {
        if (MINE(in)[k] == 0)
            break;
        if ((sum += MINE(in)[k]) & 0x80000000u)
            break;
    }
    MINE(out)[0] = k;
    MINE(out)[1] = sum;
}

kernel void loop_continues(global uint *out, global const uint *in, uint n)
{
    uint odd = 0, small = 0;
    for (int k = 0; k < 16; k++) {
        const uint x = MINE(in)[k];
        if (x & 1) {
            odd += x;
            continue;
        }
        if (x < 1000) {
            small++;
            continue;
        }
        odd ^= x;
    }
    MINE(out)[0] = odd;
    MINE(out)[1] = small;
}

kernel void loop_do_while(global uint *out, global const uint *in, uint n)
{
    uint x = MINE(in)[0], digits = 0;
    do {
        MINE(out)[digits++] = x % 10;
        x /= 10;
    } while (x != 0);
    MINE(out)[digits] = 99;
}

kernel void loop_by_goto(global uint *out, global const uint *in, uint n)
{
    uint k = 0, sum = 0;
again:
    sum = sum * 5 + MINE(in)[k];
    if (++k < 16) {
        if (sum & 1)
            goto again;
        sum++;
        goto again;
    }
    MINE(out)[0] = sum;
}

/* Two entries into one loop. */
kernel void loop_with_two_entries(global uint *out, global const uint *in, uint n)
{
    uint x = MINE(in)[0], steps = 0;
    if (x & 1)
        goto second;
first:
    x = x * 3 + 1;
    steps += 100;
    if (steps > 2000)
        goto end;
second:
    x ^= x >> 3;
    steps++;
    if ((x & 3) != 0 && steps < 1500)
        goto first;
    x += MINE(in)[1];
    if (steps < 1000)
        goto second;
end:
    MINE(out)[0] = x;
    MINE(out)[1] = steps;
}

kernel void loop_unrolled(global uint *out, global const uint *in, uint n)
{
    uint a = 0, b = 0, c = 0;
    __attribute__((opencl_unroll_hint(4))) for (int k = 0; k < 16; k++) a = a * 3 + MINE(in)[k];
#pragma unroll
    for (int k = 0; k < 16; k++)
        b ^= MINE(in)[k] >> k;
#pragma unroll 2
    for (uint k = 0; k < (MINE(in)[0] & 15); k++)
        c += MINE(in)[k] * k;
    MINE(out)[0] = a;
    MINE(out)[1] = b;
    MINE(out)[2] = c;
}

kernel void loop_of_bytes(global uint *out, global const uint *in, uint n)
{
    global const uchar *bytes = (global const uchar *)MINE(in);
    uint length = 0, sum = 0;
    while (length < 64 && bytes[length] != 0) {
        sum = sum * 31 + bytes[length];
        length++;
    }
    MINE(out)[0] = length;
    MINE(out)[1] = sum;
}

kernel void loop_backwards(global uint *out, global const uint *in, uint n)
{
    uint sum = 0;
    for (int k = 15; k >= 0; k -= 2)
        sum = sum * 7 + MINE(in)[k];
    for (uint k = 16; k-- > 3;)
        sum ^= MINE(in)[k] << (k & 7);
    for (char c = 20; c > -20; c -= 7)
        sum += (uint)c;
    MINE(out)[0] = sum;
}

kernel void loop_over_items_in_strides(global uint *out, global const uint *in, uint n)
{
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint sum = 0;
    for (size_t k = me; k < 16 * size; k += size)
        sum += in[WORDS * get_group_id(0) * size + k];
    MINE(out)[0] = sum;
}

kernel void loop_with_pointers(global uint *out, global const uint *in, uint n)
{
    global const uint *from = MINE(in), *const end = from + 16;
    global uint *to = MINE(out);
    while (from < end) {
        *to++ = *from + from[1 - (int)(end - from > 1 ? 0 : 1)];
        from += 2;
    }
}

kernel void loop_state_machine(global uint *out, global const uint *in, uint n)
{
    enum { START, NUMBER, WORD, END } state = START;
    uint numbers = 0, words = 0, value = 0;
    for (int k = 0; k <= 16 && state != END; k++) {
        const uint c = k < 16 ? MINE(in)[k] % 13 : 12;
        const bool digit = c < 5, letter = c >= 5 && c < 10;
        switch (state) {
        case START:
            state = digit ? NUMBER : letter ? WORD : c == 11 ? END : START;
            value = digit ? c : value;
            break;
        case NUMBER:
            if (digit) {
                value = value * 5 + c;
            } else {
                numbers += value;
                state = letter ? WORD : START;
            }
            break;
        case WORD:
            if (!letter && !digit) {
                words++;
                state = c == 12 ? END : START;
            }
            break;
        default:
            break;
        }
    }
    MINE(out)[0] = numbers;
    MINE(out)[1] = words;
    MINE(out)[2] = state;
}

kernel void loop_collatz(global uint *out, global const uint *in, uint n)
{
    ulong x = MINE(in)[0];
    uint steps = 0;
    while (x > 1 && steps < 300) {
        x = x & 1 ? 3 * x + 1 : x >> 1;
        steps++;
    }
    MINE(out)[0] = steps;
    MINE(out)[1] = (uint)x;
}

kernel void loop_binary_search(global uint *out, global const uint *in, uint n)
{
    uint keys[16];
    uint sum = 0;
    for (int k = 0; k < 16; k++)
        keys[k] = sum += MINE(in)[k] & 0xfff;
    for (int k = 0; k < 8; k++) {
        const uint wanted = MINE(in)[k] % 70000;
        int low = -1, high = 16;
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            if (keys[middle] < wanted)
                low = middle;
            else
                high = middle;
        }
        MINE(out)[k] = (uint)high;
    }
}
