/* SPDX-License-Identifier: BSD-3-Clause */
/* What an optimiser likes to compute in integers of odd widths, or to freeze.  Item i of each kernel
 * works on value i. */

kernel void modulo_three(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    switch (in[i] % 3) {
    case 0:
        out[i] = 5;
        break;
    case 1:
        out[i] = 7;
        break;
    default:
        out[i] = (int)i;
        break;
    }
}

kernel void modulo_five(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    int result;
    switch (in[i] % 5) {
    case 0:
        result = 11;
        break;
    case 1:
        result = 13;
        break;
    case 2:
        result = 17;
        break;
    case 3:
        result = 19;
        break;
    default:
        result = 23;
        break;
    }
    out[i] = result;
}

kernel void low_bits(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    switch ((in[i] >> 4) & 7) {
    case 0:
        out[i] = (int)(in[i] & 3) * (int)(in[i] >> 2 & 7);
        break;
    case 3:
        out[i] = 100;
        break;
    case 5:
        out[i] = in[i] > 99 ? 4 : -4;
        break;
    case 6:
        out[i] = -1;
        break;
    default:
        out[i] = 0;
        break;
    }
}

kernel void flags(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    const bool p = in[i] > 40, q = in[i] % 2 == 0, r = in[i] == 63;
    out[i] = (p + q + r) * 100 + ((p ^ q) * 2 + (q & r)) * 10 + (p + q) * (q + r);
}

kernel void squares(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    int sum = 0;
#pragma unroll 4
    for (int k = 0; k < (int)in[i]; k++) {
        sum += k * k;
    }
    out[i] = sum;
}

kernel void triangle(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    const long n = in[i];
    long sum = 0;
    for (long k = 0; k < n; k++) {
        sum += k;
    }
    out[i] = (int)sum;
}

kernel void member(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    bool is_member = false;
    switch (in[i]) {
    case 1:
    case 4:
    case 7:
    case 11:
    case 19:
    case 22:
    case 61:
        is_member = true;
        break;
    default:
        break;
    }
    out[i] = is_member;
}

kernel void digits(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    out[i] = (int)(in[i] % 10 * 1000 + in[i] / 10);
}

typedef struct three {
    char a, b, c;
} three_t;

kernel void bytes(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    three_t x = {(char)in[i], (char)(in[i] + 1), (char)(in[i] + 2)};
    const three_t y = {x.c, x.b, x.a};
    x = in[i] % 2 == 0 ? y : x;
    out[i] = x.a * 10000 + x.b * 100 + x.c;
}

kernel void shorts(global const uint *in, global int *out)
{
    const size_t i = get_global_id(0);
    short x = (short)(in[i] * 1000);
    x = (short)(x * x >> 3);
    out[i] = x;
}

kernel void says_hello(global int *out)
{
    printf("hello\n");
    printf("c");
    out[0] = printf("%s", "s");
}
