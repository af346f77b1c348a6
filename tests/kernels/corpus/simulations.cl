/* SPDX-License-Identifier: BSD-3-Clause */
/* Science in small: bodies, walks, cells, fluids, paths and clusters. */
#include "corpus.h"

kernel void bodies(global uint *out, global const uint *in, uint n)
{
    float4 at[4], moved[4];
    for (int k = 0; k < 4; k++) {
        at[k] = convert_float4(convert_int4(vload4(k, MINE(in)) & 0xff) - 128);
        moved[k] = (float4)(0);
    }
    for (int step = 0; step < 3; step++) {
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++) {
                const float4 d = at[b] - at[a];
                const float far = d.x * d.x + d.y * d.y + d.z * d.z + 1.0f;
                if (a != b)
                    moved[a] += d * (at[b].w / far);
            }
        for (int k = 0; k < 4; k++)
            at[k].xyz += moved[k].xyz * 0.125f;
    }
    for (int k = 0; k < 4; k++)
        vstore4(as_uint4(at[k]), k, MINE(out));
}

kernel void mandelbrot(global uint *out, global const uint *in, uint n)
{
    const float cx = (float)SMALL(MINE(in)[0]) / 256.0f, cy = (float)SMALL(MINE(in)[1]) / 256.0f;
    float x = 0, y = 0;
    uint steps = 0;
    for (; steps < 64; steps++) {
        const float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f)
            break;
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
    }
    MINE(out)[0] = steps;
    MINE(out)[1] = steps < 64 ? as_uint(x) : 0;
}

kernel void life_2d(global uint *out, global const uint *in, uint n)
{
    const int wide = (int)get_global_size(0), high = (int)get_global_size(1);
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    uint around = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                around += in[WORDS * ((y + dy + high) % high * wide + (x + dx + wide) % wide)] & 1;
    const uint alive = in[WORDS * get_global_linear_id()] & 1;
    out[WORDS * get_global_linear_id()] = around == 3 || (alive && around == 2);
}

kernel void heat_2d(global uint *out, global const uint *in, uint n)
{
    const size_t wide = get_global_size(0), high = get_global_size(1);
    const size_t x = get_global_id(0), y = get_global_id(1);
    const size_t me = y * wide + x;
    const float here = (float)SMALL(in[WORDS * me]);
    float next = here;
    if (x > 0 && y > 0 && x + 1 < wide && y + 1 < high)
        next += 0.25f * ((float)SMALL(in[WORDS * (me - 1)]) + (float)SMALL(in[WORDS * (me + 1)]) +
                         (float)SMALL(in[WORDS * (me - wide)]) +
                         (float)SMALL(in[WORDS * (me + wide)]) - 4.0f * here);
    out[WORDS * me] = as_uint(next);
}

/* The cheapest path down a grid. */
kernel void cheapest_path(global uint *out, global const uint *in, uint n)
{
    uint cost[2][16];
    int now = 0;
    for (int k = 0; k < 16; k++)
        cost[0][k] = MINE(in)[k] & 0xff;
    for (int row = 1; row < 8; row++) {
        for (int k = 0; k < 16; k++) {
            uint least = cost[now][k];
            if (k > 0)
                least = min(least, cost[now][k - 1]);
            if (k < 15)
                least = min(least, cost[now][k + 1]);
            cost[1 - now][k] = least + (MINE(in)[k] >> row & 0xff);
        }
        now = 1 - now;
    }
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = cost[now][k];
}

kernel void alignment(global uint *out, global const uint *in, uint n)
{
    int score[9][9];
    for (int k = 0; k < 9; k++)
        score[k][0] = score[0][k] = -2 * k;
    for (int a = 1; a < 9; a++)
        for (int b = 1; b < 9; b++) {
            const bool same = (MINE(in)[a - 1] & 3) == (MINE(in)[b + 7] & 3);
            const int across = score[a - 1][b - 1] + (same ? 3 : -1);
            const int down = score[a - 1][b] - 2, right = score[a][b - 1] - 2;
            score[a][b] =
                across > down ? (across > right ? across : right) : (down > right ? down : right);
        }
    MINE(out)[0] = (uint)score[8][8];
    uint path = 1;
    for (int a = 8, b = 8; a > 0 && b > 0;) {
        if (score[a][b] == score[a - 1][b] - 2) {
            a--;
            path = path << 2;
        } else if (score[a][b] == score[a][b - 1] - 2) {
            b--;
            path = path << 2 | 1;
        } else {
            a--;
            b--;
            path = path << 2 | 2;
        }
    }
    MINE(out)[1] = path;
}

kernel void nearest_centre(global uint *out, global const uint *in, uint n)
{
    const float2 centres[4] = {(float2)(-200, -200), (float2)(200, -100), (float2)(0, 300),
                               (float2)(50, 50)};
    for (int k = 0; k < 8; k++) {
        const float2 at =
            (float2)((float)SMALL(MINE(in)[2 * k]), (float)SMALL(MINE(in)[2 * k + 1]));
        int best = 0;
        float least = FLT_MAX;
        for (int c = 0; c < 4; c++) {
            const float2 d = at - centres[c];
            const float far = d.x * d.x + d.y * d.y;
            if (far < least) {
                least = far;
                best = c;
            }
        }
        MINE(out)[k] = (uint)best;
        MINE(out)[k + 8] = as_uint(least);
    }
}

/* Rows of a sparse matrix times a vector: row starts, columns and values in one array. */
kernel void sparse_product(global uint *out, global const uint *in, uint n)
{
    uint starts[5] = {0};
    for (int r = 0; r < 4; r++)
        starts[r + 1] = starts[r] + (MINE(in)[r] & 3);
    for (int r = 0; r < 4; r++) {
        float sum = 0;
        for (uint k = starts[r]; k < starts[r + 1]; k++) {
            const uint column = MINE(in)[k % 16] >> 3 & 15;
            sum += (float)SMALL(MINE(in)[(k + 3) % 16]) * (float)SMALL(MINE(in)[column]);
        }
        MINE(out)[r] = as_uint(sum);
    }
}

kernel void breadth_first(global uint *out, global const uint *in, uint n)
{
    uchar far[16];
    uchar queue[16];
    uint first = 0, last = 0;
    for (int k = 0; k < 16; k++)
        far[k] = 255;
    far[0] = 0;
    queue[last++] = 0;
    while (first < last) {
        const uint node = queue[first++];
        for (uint next = MINE(in)[node] & 0xffff; next != 0; next &= next - 1) {
            const uint k = ctz(next);
            if (far[k] != 255)
                continue;
            far[k] = (uchar)(far[node] + 1);
            queue[last++] = (uchar)k;
        }
    }
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = far[k];
}

kernel void all_paths(global uint *out, global const uint *in, uint n)
{
    ushort far[6][6];
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            far[a][b] = a == b ? 0 : (ushort)((MINE(in)[a + b] >> a & 0xff) + 1);
    for (int via = 0; via < 6; via++)
        for (int a = 0; a < 6; a++)
            for (int b = 0; b < 6; b++)
                if (far[a][via] + far[via][b] < far[a][b])
                    far[a][b] = (ushort)(far[a][via] + far[via][b]);
    for (int k = 0; k < 16; k++)
        MINE(out)[k] = far[k / 6][k % 6];
}

/* A recursion x = a x + b y, as a filter has it. */
kernel void filter_with_state(global uint *out, global const uint *in, uint n)
{
    float y1 = 0, y2 = 0;
    for (int k = 0; k < 16; k++) {
        const float y = (float)SMALL(MINE(in)[k]) * 0.25f + y1 * 0.5f - y2 * 0.125f;
        y2 = y1;
        y1 = y;
        MINE(out)[k] = as_uint(y);
    }
}

kernel void random_walk(global uint *out, global const uint *in, uint n)
{
    uint state = MINE(in)[0] | 1;
    int x = 0, y = 0;
    for (int k = 0; k < 100; k++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        switch (state >> 30) {
        case 0:
            x++;
            break;
        case 1:
            x--;
            break;
        case 2:
            y++;
            break;
        default:
            y--;
        }
        if (x == 5 || y == -5)
            break;
    }
    MINE(out)[0] = (uint)x;
    MINE(out)[1] = (uint)y;
    MINE(out)[2] = state;
}

kernel void quaternions(global uint *out, global const uint *in, uint n)
{
    float4 q = (float4)(1, 0, 0, 0);
    for (int k = 0; k < 4; k++) {
        const float4 p = convert_float4(convert_int4(vload4(k, MINE(in)) & 7) - 3);
        q = (float4)(q.x * p.x - q.y * p.y - q.z * p.z - q.w * p.w,
                     q.x * p.y + q.y * p.x + q.z * p.w - q.w * p.z,
                     q.x * p.z - q.y * p.w + q.z * p.x + q.w * p.y,
                     q.x * p.w + q.y * p.z - q.z * p.y + q.w * p.x);
    }
    vstore4(as_uint4(q), 0, MINE(out));
}

kernel void bounding_boxes_meet(global uint *out, global const uint *in, uint n)
{
    const int4 a = convert_int4(vload4(0, MINE(in)) & 0xff);
    uint met = 0;
    for (int k = 1; k < 4; k++) {
        const int4 b = convert_int4(vload4(k, MINE(in)) & 0xff);
        if (all(min(a.xy, a.zw) <= max(b.xy, b.zw)) && all(min(b.xy, b.zw) <= max(a.xy, a.zw)))
            met |= 1u << k;
    }
    MINE(out)[0] = met;
}
