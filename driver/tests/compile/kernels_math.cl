/* SPDX-License-Identifier: BSD-3-Clause */
/* Math, conversions, loads and stores of vectors, and the other built-ins. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define UNARY(T, name)                                         \
    kernel void name##_##T(global T *to, global const T *from) \
    {                                                          \
        to[get_global_id(0)] = name(from[get_global_id(0)]);   \
    }
#define UNARIES(name) \
    UNARY(float, name) UNARY(double, name) UNARY(half, name) UNARY(float4, name) UNARY(half4, name)
UNARIES(sqrt)
UNARIES(exp)
UNARIES(log)
UNARIES(sin)
UNARIES(cos)
UNARIES(tan)
UNARIES(atan)
UNARIES(cbrt)
UNARIES(exp2)
UNARIES(log2)
UNARIES(rsqrt)
UNARIES(floor)
UNARIES(round)
UNARIES(erf)
UNARIES(tgamma)

#define POINTERS(T, I)                                                            \
    kernel void pointers_##T(global T *to, global I *whole, global const T *from) \
    {                                                                             \
        size_t i = get_global_id(0);                                              \
        T x = from[i], a, b, c;                                                   \
        I e;                                                                      \
        local T shared[64];                                                       \
        to[8 * i + 0] = sincos(x, &a);                                            \
        to[8 * i + 1] = a;                                                        \
        to[8 * i + 2] = modf(x, &b);                                              \
        to[8 * i + 3] = b;                                                        \
        to[8 * i + 4] = fract(x, &to[8 * i + 5]);                                 \
        to[8 * i + 6] = frexp(x, &e);                                             \
        whole[2 * i] = e;                                                         \
        to[8 * i + 7] = remquo(x, (T)0.75, &whole[2 * i + 1]);                    \
        shared[get_local_id(0)] = lgamma_r(x + 2, &e);                            \
        to[8 * i + 5] += shared[get_local_id(0)];                                 \
    }
POINTERS(float, int)
POINTERS(double, int)

kernel void integers(global int *to, global const int *from, global long *wide)
{
    size_t i = get_global_id(0);
    int a = from[i], b = from[i + 1];
    to += i * 16;
    to[0] = add_sat(a, b);
    to[1] = sub_sat(a, b);
    to[2] = mul_hi(a, b);
    to[3] = hadd(a, b);
    to[4] = rhadd(a, b);
    to[5] = rotate(a, 5);
    to[6] = clz(a);
    to[7] = popcount(a);
    to[8] = (int)abs(a);
    to[9] = (int)abs_diff(a, b);
    to[10] = clamp(a, -100, 100);
    to[11] = mad24(a & 0xff, b & 0xff, 3);
    to[12] = max(a, b) - min(a, b) == (int)abs_diff(a, b);
    to[13] = bitselect(a, b, 0xff);
    to[14] = ctz(a | 256);
    to[15] = upsample((short)a, (ushort)b);
    wide[i] = mul_hi((long)a << 32, (long)b << 32);
}

kernel void conversions(global const float *from, global uchar *bytes, global int *ints,
                        global ushort *halves, global char4 *vectors)
{
    size_t i = get_global_id(0);
    float x = from[i];
    bytes[i * 2] = convert_uchar_sat(x);
    bytes[i * 2 + 1] = convert_uchar_sat_rte(x);
    ints[i * 6 + 0] = convert_int_rte(x);
    ints[i * 6 + 1] = convert_int_rtz(x);
    ints[i * 6 + 2] = convert_int_rtp(x);
    ints[i * 6 + 3] = convert_int_rtn(x);
    ints[i * 6 + 4] = convert_int_sat(x * 1e10f);
    ints[i * 6 + 5] = as_int(x);
    halves[i * 5 + 0] = as_ushort(convert_half(x));
    halves[i * 5 + 1] = as_ushort(convert_half_rte(x));
    halves[i * 5 + 2] = as_ushort(convert_half_rtz(x));
    halves[i * 5 + 3] = as_ushort(convert_half_rtp(x));
    halves[i * 5 + 4] = as_ushort(convert_half_rtn(x));
    vectors[i] = convert_char4_sat((float4)(x, x * 2, x * 100, -x * 100));
}

kernel void half_memory(global half *h, global const float *from, global float *to)
{
    size_t i = get_global_id(0);
    vstore_half(from[i], i, h);
    vstore_half_rtz(from[i], 100 + i, h);
    vstore_half_rtp(from[i], 200 + i, h);
    vstore_half_rtn(from[i], 300 + i, h);
    to[i] = vload_half(i, h);
    if (i == 0) {
        float4 four = vload_half4(0, h);
        to[100] = four.x + four.y + four.z + four.w;
        vstore_half2((float2)(1.0f, 2.0f), 0, h + 400);
        half arithmetic = h[0] + (half)1.0f;
        to[101] = arithmetic * (half)2.0f;
        half3 three = vload3(0, h);
        to[102] = three.z;
    }
}

kernel void vectors(global int *to, global const int *from)
{
    int private_copy[16];
    local int shared[16];
    for (int i = 0; i < 16; i++) {
        private_copy[i] = from[i];
        shared[i] = from[i];
    }
    int4 a = vload4(1, from), b = vload4(2, private_copy), c = vload4(3, shared);
    int16 all = vload16(0, from);
    int3 odd = vload3(1, from);
    vstore4(a + b * c, 0, to);
    vstore3(odd, 2, to);
    vstore8(all.hi, 2, to);
    to[24] = shuffle(a, (uint4)(3, 2, 1, 0)).x;
    to[25] = shuffle2(a, b, (uint4)(7, 0, 5, 2)).x;
    to[26] = select(a, b, (int4)(-1, 0, -1, 0)).x;
    to[27] = any(a > b) + 2 * (all.s0 == from[0]);
    to[28] = isnan(nan(0u)) + 2 * isinf(INFINITY) + 4 * signbit(-1.0f) + 8 * isfinite(1.0);
    to[29] = isequal((float4)(1), (float4)(1, 2, 1, 2)).x;
    float4 f = (float4)(1, 2, 3, 4);
    to[30] = (int)dot(f, f);
    to[31] = (int)(length((float4)(3, 4, 0, 0)) + distance(f, (float4)(1, 2, 3, 2)) +
                   cross((float4)(1, 0, 0, 0), (float4)(0, 1, 0, 0)).z);
}

kernel void speak(int n, float x)
{
    if (get_global_id(0) == 0)
        printf("n=%d x=%.2f %s %c %%|%5d|%-5d|%x %ld v=%v4hld f=%v2hlf h=%v3hd %u\n", n, x, "text",
               'c', n, n, 255, 1L << 40, (int4)(1, -2, 3, 4), (float2)(0.5f, 1.5f),
               (short3)(7, -8, 9), 4000000000u);
}

kernel void half_pointers(global float *to, global int *whole, global const float *from)
{
    size_t i = get_global_id(0);
    half x = (half)from[i], a, b;
    half4 x4 = (half4)(x, x + (half)1, x + (half)2, -x), a4;
    int e;
    local half near[64];
    global half *far = (global half *)(to + 16 * i + 15);
    to += 16 * i;
    to[0] = sincos(x, &a);
    to[1] = a;
    to[2] = modf(x, &near[get_local_id(0)]);
    to[3] = near[get_local_id(0)];
    to[4] = fract(x, far);
    to[5] = *far;
    to[6] = frexp(x, &e);
    whole[3 * i] = e;
    to[7] = lgamma_r(x + (half)2, &whole[3 * i + 1]);
    to[8] = remquo(x, (half)0.75, &whole[3 * i + 2]);
    to[9] = sincos(x4, &a4).z;
    to[10] = a4.y;
    to[11] = fract(x4, &a4).w;
    to[12] = a4.w;
    to[13] = modf(x4, &a4).y;
    to[14] = a4.y;
}

kernel void half_vectors(global half *h, global float *to)
{
    float8 eight = (float8)(1, 2.0001f, -2.0001f, 4, 5, 6, 1e-8f, 1e6f);
    vstore_half8_rte(eight, 0, h);
    vstore_half8_rtz(eight, 1, h);
    vstore_half8_rtp(eight, 2, h);
    vstore_half8_rtn(eight, 3, h);
    vstore_half(-2.00098, 32, h); /* double */
    vstore_half_rtp(-2.00098, 33, h);
    vstorea_half4(eight.lo, 10, h);
    vstorea_half3(eight.s123, 11, h);
    vstore8(vload_half8(0, h), 0, to);
    vstore4(vloada_half4(10, h), 2, to);
    vstore3(vloada_half3(11, h), 4, to);
    vstore3(vload_half3(1, h), 5, to);
    vstore2(vload_half2(1, h), 9, to);
    vstore16(vload_half16(0, h), 2, to);
}

kernel void speak_more(global const char *unused, half h)
{
    if (get_global_id(0) != 0)
        return;
    printf("%v4hhd|%v2ld|%v3hlf|%v2lf|%v4hf|%v16hhu\n", (char4)(1, -2, 127, -128),
           (long2)(1L << 40, -1), (float3)(1, 2, 3), (double2)(0.125, -4), (half4)(1, 2, 0.5h, -8),
           (uchar16)(255));
    printf("%f %.1e %g|%-8s|%8s|%.2s|%c%c|%lx %lu %hhd %hd %hx\n", h, 12345.678, 0.1f, "left",
           "right", "cut", 'o', 'k', 0x123456789abcdefL, ~0UL, (char)300, (short)70000, (ushort)-1);
    printf("%#x %+d % d %05d %o %i%%|%p|%s\n", 255, 5, 5, -42, 8, -1, (global void *)0, "");
    printf("%v2hlx %#v2hhx %5.2v2hlf\n", (uint2)(255, -1), (uchar2)(16, 1), (float2)(1, 2.345f));
}
