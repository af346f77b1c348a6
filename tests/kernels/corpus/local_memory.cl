/* SPDX-License-Identifier: BSD-3-Clause */
/* What groups do with local memory: reductions, scans, histograms, sorting, tiles and exchanges. */
#include "corpus.h"

#define LOCAL_BARRIER barrier(CLK_LOCAL_MEM_FENCE)

kernel void group_sum_by_halves(global uint *out, global const uint *in, uint n)
{
    local uint sums[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    sums[me] = MINE(in)[0];
    LOCAL_BARRIER;
    for (size_t left = size; left > 1;) {
        const size_t half_ = (left + 1) / 2;
        if (me + half_ < left)
            sums[me] += sums[me + half_];
        left = half_;
        LOCAL_BARRIER;
    }
    if (me == 0)
        MINE(out)[0] = sums[0];
}

kernel void group_greatest_with_place(global uint *out, global const uint *in, uint n)
{
    local uint values[MOST_ITEMS], places[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    values[me] = MINE(in)[0] & 0xff;
    places[me] = (uint)me;
    LOCAL_BARRIER;
    for (uint by = 1; by < size; by <<= 1) {
        if (me % (2 * by) == 0 && me + by < size)
            if (values[me + by] > values[me]) {
                values[me] = values[me + by];
                places[me] = places[me + by];
            }
        LOCAL_BARRIER;
    }
    MINE(out)[0] = values[0];
    MINE(out)[1] = places[0];
}

/* After Hillis and Steele. */
kernel void group_scan(global uint *out, global const uint *in, uint n)
{
    local uint sums[2][MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint from = 0;
    sums[0][me] = MINE(in)[0];
    LOCAL_BARRIER;
    for (size_t by = 1; by < size; by *= 2) {
        sums[1 - from][me] = sums[from][me] + (me >= by ? sums[from][me - by] : 0);
        from = 1 - from;
        LOCAL_BARRIER;
    }
    MINE(out)[0] = sums[from][me];
}

/* After Blelloch, of as many values as the next power of two. */
kernel void group_scan_up_and_down(global uint *out, global const uint *in, uint n)
{
    local uint tree[2 * MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint count = 1;
    while (count < 2 * size)
        count *= 2;
    for (size_t k = me; k < count; k += size)
        tree[k] = k < 2 * size ? in[WORDS * get_group_id(0) * size + k] : 0;
    for (uint by = 1; by < count; by *= 2) {
        LOCAL_BARRIER;
        for (size_t k = 2 * by * (me + 1) - 1; k < count; k += 2 * by * size)
            tree[k] += tree[k - by];
    }
    LOCAL_BARRIER;
    if (me == 0)
        tree[count - 1] = 0;
    for (uint by = count / 2; by > 0; by /= 2) {
        LOCAL_BARRIER;
        for (size_t k = 2 * by * (me + 1) - 1; k < count; k += 2 * by * size) {
            const uint left = tree[k - by];
            tree[k - by] = tree[k];
            tree[k] += left;
        }
    }
    LOCAL_BARRIER;
    MINE(out)[0] = tree[2 * me];
    MINE(out)[1] = tree[2 * me + 1];
}

kernel void group_histogram(global uint *out, global const uint *in, uint n)
{
    local uint counts[16];
    const size_t me = get_local_id(0), size = get_local_size(0);
    for (size_t k = me; k < 16; k += size)
        counts[k] = 0;
    LOCAL_BARRIER;
    for (int k = 0; k < 16; k++)
        atomic_add(&counts[MINE(in)[k] >> 4 & 15], 1u);
    LOCAL_BARRIER;
    for (size_t k = me; k < 16; k += size)
        out[WORDS * get_group_id(0) * size + k] = counts[k];
}

/* Each item has bytes of its own, which are added in the end. */
kernel void group_histogram_of_bytes(global uint *out, global const uint *in, uint n)
{
    local uchar counts[16 * MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    for (int k = 0; k < 16; k++)
        counts[16 * me + k] = 0;
    for (int k = 0; k < 16; k++)
        counts[16 * me + (MINE(in)[k] & 15)]++;
    LOCAL_BARRIER;
    for (size_t bin = me; bin < 16; bin += size) {
        uint sum = 0;
        for (size_t item = 0; item < size; item++)
            sum += counts[16 * item + bin];
        out[WORDS * get_group_id(0) * size + bin] = sum;
    }
}

kernel void group_sort_bitonic(global uint *out, global const uint *in, uint n)
{
    local uint keys[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    uint count = 1;
    while (count < size)
        count *= 2;
    for (size_t k = me; k < count; k += size)
        keys[k] = k < size ? in[WORDS * (get_group_id(0) * size + k)] : UINT_MAX;
    LOCAL_BARRIER;
    for (uint block = 2; block <= count; block *= 2)
        for (uint by = block / 2; by > 0; by /= 2) {
            for (size_t k = me; k < count; k += size) {
                const size_t other = k ^ by;
                if (other > k) {
                    const bool rising = (k & block) == 0;
                    const uint a = keys[k], b = keys[other];
                    if ((a > b) == rising) {
                        keys[k] = b;
                        keys[other] = a;
                    }
                }
            }
            LOCAL_BARRIER;
        }
    MINE(out)[0] = keys[me];
}

kernel void group_sort_odd_even(global uint *out, global const uint *in, uint n)
{
    local uint2 pairs[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    pairs[me] = (uint2)(MINE(in)[0] & 0xff, (uint)me);
    LOCAL_BARRIER;
    for (size_t turn = 0; turn < size; turn++) {
        if (me % 2 == turn % 2 && me + 1 < size && pairs[me].x > pairs[me + 1].x) {
            const uint2 old = pairs[me];
            pairs[me] = pairs[me + 1];
            pairs[me + 1] = old;
        }
        LOCAL_BARRIER;
    }
    vstore2(pairs[me], 0, MINE(out));
}

/* Digit by digit, with a scan of the items that have it. */
kernel void group_sort_radix(global uint *out, global const uint *in, uint n)
{
    local uint keys[MOST_ITEMS], zeros[MOST_ITEMS], total;
    const size_t me = get_local_id(0), size = get_local_size(0);
    keys[me] = MINE(in)[0] & 0xff;
    for (uint bit = 0; bit < 8; bit++) {
        LOCAL_BARRIER;
        const uint key = keys[me];
        zeros[me] = (key >> bit & 1) == 0;
        LOCAL_BARRIER;
        uint before = 0;
        for (size_t k = 0; k < me; k++)
            before += zeros[k];
        if (me == size - 1)
            total = before + zeros[me];
        LOCAL_BARRIER;
        keys[key >> bit & 1 ? total + (uint)me - before : before] = key;
    }
    LOCAL_BARRIER;
    MINE(out)[0] = keys[me];
}

#define TILE 8

kernel void tile_transpose_2d(global uint *out, global const uint *in, uint n)
{
    local uint tile[TILE][TILE + 1];
    const size_t x = get_local_id(0), y = get_local_id(1);
    const size_t wide = get_local_size(0), high = get_local_size(1);
    tile[y][x] = in[WORDS * get_global_linear_id()];
    LOCAL_BARRIER;
    const size_t place = y * wide + x;
    out[WORDS * get_global_linear_id()] = tile[place % high][place / high];
}

kernel void tile_product_2d(global uint *out, global const uint *in, uint n)
{
    local float a[TILE][TILE], b[TILE][TILE];
    const size_t x = get_local_id(0), y = get_local_id(1);
    const size_t wide = get_local_size(0), high = get_local_size(1);
    float sum = 0;
    for (int step = 0; step < 4; step++) {
        a[y][x] = (float)SMALL(in[WORDS * get_global_linear_id() + step]);
        b[y][x] = (float)SMALL(in[WORDS * get_global_linear_id() + step + 4]);
        LOCAL_BARRIER;
        for (size_t k = 0; k < (wide < high ? wide : high); k++)
            sum += a[y][k] * b[k][x];
        LOCAL_BARRIER;
    }
    out[WORDS * get_global_linear_id()] = as_uint(sum);
}

kernel void tile_stencil_2d(global uint *out, global const uint *in, uint n)
{
    local int tile[TILE + 2][TILE + 2];
    const int x = (int)get_local_id(0), y = (int)get_local_id(1);
    const int wide = (int)get_global_size(0), high = (int)get_global_size(1);
    const int sx = (int)get_local_size(0), sy = (int)get_local_size(1);
    const int left = (int)get_group_id(0) * sx - 1, top = (int)get_group_id(1) * sy - 1;
    for (int k = y * sx + x; k < (sx + 2) * (sy + 2); k += sx * sy) {
        const int tx = k % (sx + 2), ty = k / (sx + 2);
        const int gx = clamp(left + tx, 0, wide - 1), gy = clamp(top + ty, 0, high - 1);
        tile[ty][tx] = (int)(in[WORDS * (gy * wide + gx)] & 0xffff);
    }
    LOCAL_BARRIER;
    const int around = tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2];
    out[WORDS * get_global_linear_id()] = (uint)(around - 4 * tile[y + 1][x + 1]);
}

kernel void group_copies_by_events(global uint *out, global const uint *in, uint n)
{
    local uint words[16 * MOST_ITEMS];
    const size_t size = get_local_size(0), first = WORDS * get_group_id(0) * size;
    event_t event = async_work_group_copy(words, in + first, WORDS * size, 0);
    wait_group_events(1, &event);
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = words[WORDS * ((get_local_id(0) + (size_t)k) % size) + k];
}

/* A chain of groups of items that pass a token on. */
kernel void group_pipeline(global uint *out, global const uint *in, uint n)
{
    local uint stage[MOST_ITEMS + 1];
    const size_t me = get_local_id(0), size = get_local_size(0);
    if (me == 0)
        stage[0] = MINE(in)[0];
    stage[me + 1] = 0;
    for (size_t turn = 0; turn < size; turn++) {
        LOCAL_BARRIER;
        const uint got = stage[me];
        LOCAL_BARRIER;
        stage[me + 1] = got * 3 + MINE(in)[1];
    }
    LOCAL_BARRIER;
    MINE(out)[0] = stage[me + 1];
}

kernel void group_compacts(global uint *out, global const uint *in, uint n)
{
    local uint kept[MOST_ITEMS], flags[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    const uint x = MINE(in)[0];
    flags[me] = (x & 3) != 0;
    LOCAL_BARRIER;
    uint place = 0, total = 0;
    for (size_t k = 0; k < size; k++) {
        place += k < me ? flags[k] : 0;
        total += flags[k];
    }
    if (flags[me])
        kept[place] = x;
    LOCAL_BARRIER;
    MINE(out)[0] = me < total ? kept[me] : 0;
    MINE(out)[1] = total;
}
