/* SPDX-License-Identifier: BSD-3-Clause */
/* Double values. */
#include "corpus.h"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define REAL(word) ((double)(int)(word))

static void put(global uint *out, int at, double value)
{
    const ulong bits = as_ulong(value);
    out[2 * at] = (uint)bits;
    out[2 * at + 1] = (uint)(bits >> 32);
}

kernel void double_arithmetic(global uint *out, global const uint *in, uint n)
{
    const double a = REAL(MINE(in)[0]), b = REAL(MINE(in)[1]), c = REAL(MINE(in)[2]);
    put(MINE(out), 0, a + b * c);
    put(MINE(out), 1, a - b);
    put(MINE(out), 2, (a + 0.5) / 8.0);
    put(MINE(out), 3, a < 0 ? -a : a);
    put(MINE(out), 4, fma(a, b, c));
    put(MINE(out), 5, fabs(b) * 1e10);
}

kernel void double_compared(global uint *out, global const uint *in, uint n)
{
    uint bits = 0;
    for (int k = 0; k < 15; k++) {
        const double a = REAL(MINE(in)[k]), b = REAL(MINE(in)[k + 1]);
        bits = bits * 3 + (a < b) + 2 * (a != b) + (a >= 0);
        bits ^= (uint)(fmax(a, b) == a) << k;
        bits += a > 1e9 ? 7 : a > 0 ? 5 : a < -1e6 ? 3 : 1;
    }
    MINE(out)[0] = bits;
}

kernel void double_converted(global uint *out, global const uint *in, uint n)
{
    const double a = REAL(MINE(in)[0]) / 16.0;
    MINE(out)[0] = (uint)(int)a;
    MINE(out)[1] = (uint)(long)(a * 1024.0);
    MINE(out)[2] = as_uint((float)a);
    MINE(out)[3] = (uint)convert_int_sat(a * 1e6);
    MINE(out)[4] = convert_uint_sat(a);
    MINE(out)[5] = (uint)convert_short_sat(a);
    const long l = (long)MINE(in)[1] << 20 | MINE(in)[2];
    put(MINE(out), 4, (double)l);
    put(MINE(out), 5, (double)(ulong)l * 0.5);
    put(MINE(out), 6, floor(a) + ceil(a * 3.0) + trunc(a) + rint(a));
}

kernel void double_vectors(global uint *out, global const uint *in, uint n)
{
    double4 a = convert_double4(as_int4(vload4(0, MINE(in))));
    const double4 b = convert_double4(as_int4(vload4(1, MINE(in))));
    if (MINE(in)[8] & 1)
        a = a.wzyx;
    const double4 c = a > b ? a - b : b * 2.0;
    put(MINE(out), 0, c.x);
    put(MINE(out), 1, c.y + c.z);
    put(MINE(out), 2, (MINE(in)[9] & 1 ? a : c).w);
    const double2 d = select(a.lo, b.hi, a.lo < b.lo);
    put(MINE(out), 3, d.x - d.y);
}

kernel void double_sum_with_care(global uint *out, global const uint *in, uint n)
{
    double sum = 0, lost = 0;
    for (int k = 0; k < 16; k++) {
        const double x = REAL(MINE(in)[k]) * 0.1 - lost;
        const double next = sum + x;
        lost = (next - sum) - x;
        sum = next;
    }
    put(MINE(out), 0, sum);
    put(MINE(out), 1, lost);
}

kernel void double_root_by_newton(global uint *out, global const uint *in, uint n)
{
    const double x = (double)MINE(in)[0] + 1.0;
    double root = x > 1e6 ? 1e4 : 10.0;
    int steps = 0;
    for (; steps < 60; steps++) {
        const double next = 0.5 * (root + x / root);
        const double moved = next > root ? next - root : root - next;
        root = next;
        if (moved < 1e-9 * root)
            break;
    }
    put(MINE(out), 0, root);
    MINE(out)[2] = (uint)steps;
    put(MINE(out), 2, sqrt(x));
}

typedef struct {
    double re, im;
} complex_t;

static complex_t product(complex_t a, complex_t b)
{
    return (complex_t){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

kernel void double_mandelbrot(global uint *out, global const uint *in, uint n)
{
    const complex_t c = {(double)SMALL(MINE(in)[0]) / 256.0, (double)SMALL(MINE(in)[1]) / 256.0};
    complex_t z = {0, 0};
    uint steps = 0;
    while (steps < 50 && z.re * z.re + z.im * z.im <= 4.0) {
        z = product(z, z);
        z.re += c.re;
        z.im += c.im;
        steps++;
    }
    MINE(out)[0] = steps;
    put(MINE(out), 1, z.re);
}

kernel void double_in_arrays(global uint *out, global const uint *in, uint n)
{
    double rows[3][4];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            rows[r][c] = (double)SMALL(MINE(in)[4 * r + c]) + (r == c ? 1024.0 : 0.0);
    for (int p = 0; p < 3; p++)
        for (int r = p + 1; r < 3; r++) {
            const double factor = rows[r][p] / rows[p][p];
            for (int c = p; c < 4; c++)
                rows[r][c] -= factor * rows[p][c];
        }
    double x[3];
    for (int r = 2; r >= 0; r--) {
        x[r] = rows[r][3];
        for (int c = r + 1; c < 3; c++)
            x[r] -= rows[r][c] * x[c];
        x[r] /= rows[r][r];
    }
    for (int r = 0; r < 3; r++)
        put(MINE(out), r, x[r]);
}

kernel void double_bits(global uint *out, global const uint *in, uint n)
{
    const double a = REAL(MINE(in)[0]);
    const long bits = as_long(a);
    MINE(out)[0] = (uint)(bits >> 52 & 0x7ff);
    put(MINE(out), 1, as_double(bits ^ LONG_MIN));
    put(MINE(out), 2, copysign(3.5, a));
    MINE(out)[6] = (uint)(a == a) + 2u * (uint)isnan(a) + 4u * (uint)isinf(a);
}
