/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers in loops, in branches that a whole group takes, before returns and between breaks. */
#include "corpus.h"

#define LOCAL_BARRIER barrier(CLK_LOCAL_MEM_FENCE)

kernel void barrier_neighbour(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    shared[me] = MINE(in)[0];
    LOCAL_BARRIER;
    MINE(out)[0] = shared[(me + 1) % size];
}

kernel void barrier_in_loop(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint x = MINE(in)[0];
    for (uint k = 1; k < size; k *= 2) {
        shared[me] = x;
        LOCAL_BARRIER;
        x += shared[(me + k) % size];
        LOCAL_BARRIER;
    }
    MINE(out)[0] = x;
}

kernel void barrier_in_branch_of_group(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint x = MINE(in)[0];
    if (get_group_id(0) & 1) {
        shared[me] = x;
        LOCAL_BARRIER;
        x = shared[size - 1 - me];
    } else if (n > 40) {
        x *= 3;
        shared[me] = x;
        LOCAL_BARRIER;
        x += shared[0];
    }
    MINE(out)[0] = x;
}

kernel void barrier_then_return(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    const size_t me = get_local_id(0);
    shared[me] = MINE(in)[0];
    LOCAL_BARRIER;
    if (me & 1)
        return;
    MINE(out)[0] = shared[me + 1 < get_local_size(0) ? me + 1 : me];
    if (me & 2)
        return;
    MINE(out)[1] = 9;
}

kernel void barrier_group_returns(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    const size_t me = get_local_id(0);
    MINE(out)[0] = 1;
    if (get_group_id(0) == 1)
        return;
    shared[me] = MINE(in)[0];
    LOCAL_BARRIER;
    MINE(out)[1] = shared[0];
    if (n > 50)
        return;
    LOCAL_BARRIER;
    shared[me] = MINE(in)[1];
    LOCAL_BARRIER;
    MINE(out)[2] = shared[get_local_size(0) - 1];
}

/* All items break at once, since they read the same word. */
kernel void barrier_loop_broken(global uint *out, global const uint *in, uint n)
{
    local uint limit;
    uint x = 0;
    for (uint k = 0; k < 8; k++) {
        if (get_local_id(0) == 0)
            limit = in[k] & 7;
        LOCAL_BARRIER;
        const uint mine = limit;
        if (mine == 3)
            break;
        x += mine * k + MINE(in)[k];
        LOCAL_BARRIER;
        if (mine == 5)
            continue;
        x ^= 0x55;
    }
    MINE(out)[0] = x;
}

kernel void barrier_while_any(global uint *out, global const uint *in, uint n)
{
    local uint busy;
    uint left = MINE(in)[0] & 15, steps = 0;
    while (true) {
        if (get_local_id(0) == 0)
            busy = 0;
        LOCAL_BARRIER;
        if (left > 0) {
            left--;
            atomic_or(&busy, 1u);
        }
        LOCAL_BARRIER;
        const bool stop = !busy;
        LOCAL_BARRIER;
        if (stop)
            break;
        steps++;
    }
    MINE(out)[0] = steps;
}

kernel void barrier_in_nested_loops(global uint *out, global const uint *in, uint n)
{
    local uint shared[2][MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint x = MINE(in)[0];
    for (uint a = 0; a < 3; a++) {
        for (uint b = 0; b <= a; b++) {
            shared[b & 1][me] = x + a;
            LOCAL_BARRIER;
            x = x * 5 + shared[b & 1][(me + a) % size];
        }
        LOCAL_BARRIER;
    }
    MINE(out)[0] = x;
}

kernel void barrier_keeps_values(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    uint own[8];
    float f = (float)SMALL(MINE(in)[8]);
    uint4 v = vload4(0, MINE(in));
    for (int k = 0; k < 8; k++)
        own[k] = MINE(in)[k] + k;
    shared[get_local_id(0)] = v.y;
    LOCAL_BARRIER;
    own[v.x & 7] = shared[0];
    LOCAL_BARRIER;
    uint sum = as_uint(f);
    for (int k = 0; k < 8; k++)
        sum = sum * 3 + own[k];
    MINE(out)[0] = sum;
    vstore4(v, 1, MINE(out));
}

static uint sum_of_group(uint value, local uint *shared)
{
    const size_t me = get_local_id(0), size = get_local_size(0);
    shared[me] = value;
    LOCAL_BARRIER;
    uint sum = 0;
    for (uint k = 0; k < size; k++)
        sum += shared[k];
    LOCAL_BARRIER;
    return sum;
}

kernel void barrier_in_helper(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    uint x = MINE(in)[0];
    for (int k = 0; k < 3; k++)
        x ^= sum_of_group(x + MINE(in)[k], shared);
    MINE(out)[0] = x;
}

kernel void barrier_of_switch(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint x = MINE(in)[0];
    switch (in[0] % 3) {
    case 0:
        shared[me] = x;
        LOCAL_BARRIER;
        x = shared[size / 2];
        break;
    case 1:
        shared[me] = x + 1;
        LOCAL_BARRIER;
        x += shared[0];
    default:
        LOCAL_BARRIER;
        x++;
    }
    MINE(out)[0] = x;
}

/* Items leave the loop at different turns, and meet again behind it. */
kernel void barrier_after_ragged_loop(global uint *out, global const uint *in, uint n)
{
    local uint shared[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint x = MINE(in)[0] & 0xff, steps = 0;
    while (x > 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        if (++steps == 100)
            break;
    }
    shared[me] = steps;
    LOCAL_BARRIER;
    uint most = 0;
    for (uint k = 0; k < size; k++)
        most = most < shared[k] ? shared[k] : most;
    MINE(out)[0] = most;
    MINE(out)[1] = steps;
}

kernel void barrier_on_global_memory(global uint *out, global const uint *in, uint n)
{
    const size_t me = get_local_id(0), size = get_local_size(0);
    MINE(out)[0] = MINE(in)[0] * 3;
    barrier(CLK_GLOBAL_MEM_FENCE);
    const uint other = out[WORDS * (get_group_id(0) * size + (me + 1) % size)];
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    MINE(out)[1] = other;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
}

kernel void barrier_2d(global uint *out, global const uint *in, uint n)
{
    local uint tile[8][9];
    const size_t x = get_local_id(0), y = get_local_id(1);
    const size_t me = get_global_linear_id();
    tile[y][x] = in[WORDS * me];
    LOCAL_BARRIER;
    uint sum = 0;
    for (size_t k = 0; k < get_local_size(1); k++)
        sum = sum * 3 + tile[k][x];
    for (size_t k = 0; k < get_local_size(0); k++)
        sum = sum * 5 + tile[y][k];
    out[WORDS * me] = sum;
}
