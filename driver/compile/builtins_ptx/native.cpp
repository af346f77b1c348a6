/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of unspecified precision, as the GPU's own instructions. */
#include "../builtins/opencl.h"

namespace {

constexpr float log2_e = 1.44269504F, log2_10 = 3.32192809F;
constexpr float ln_2 = 0.69314718F, log10_2 = 0.30103F;

} // namespace

float native_sin(float x)
{
    return __nvvm_sin_approx_f(x);
}

float native_cos(float x)
{
    return __nvvm_cos_approx_f(x);
}

float native_tan(float x)
{
    return __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x));
}

float native_exp2(float x)
{
    return __nvvm_ex2_approx_f(x);
}

float native_exp(float x)
{
    return __nvvm_ex2_approx_f(x * log2_e);
}

float native_exp10(float x)
{
    return __nvvm_ex2_approx_f(x * log2_10);
}

float native_log2(float x)
{
    return __nvvm_lg2_approx_f(x);
}

float native_log(float x)
{
    return __nvvm_lg2_approx_f(x) * ln_2;
}

float native_log10(float x)
{
    return __nvvm_lg2_approx_f(x) * log10_2;
}

float native_powr(float x, float y)
{
    return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x));
}

float native_sqrt(float x)
{
    return __nvvm_sqrt_approx_f(x);
}

float native_rsqrt(float x)
{
    return __nvvm_rsqrt_approx_f(x);
}

float native_recip(float x)
{
    return __nvvm_div_approx_f(1.0F, x);
}

float native_divide(float x, float y)
{
    return __nvvm_div_approx_f(x, y);
}

/* libclc has vector forms of its own, which use something that the code generator lacks. */
#define ONE(T, n, name)              \
    T name(T x)                      \
    {                                \
        T made;                      \
        for (uint i = 0; i < n; i++) \
            made[i] = name(x[i]);    \
        return made;                 \
    }
#define TWO(T, n, name)                 \
    T name(T x, T y)                    \
    {                                   \
        T made;                         \
        for (uint i = 0; i < n; i++)    \
            made[i] = name(x[i], y[i]); \
        return made;                    \
    }
#define VECTORS(n)                                              \
    using float##n = float __attribute__((ext_vector_type(n))); \
    ONE(float##n, n, native_sin)                                \
    ONE(float##n, n, native_cos)                                \
    ONE(float##n, n, native_tan)                                \
    ONE(float##n, n, native_exp2)                               \
    ONE(float##n, n, native_exp)                                \
    ONE(float##n, n, native_exp10)                              \
    ONE(float##n, n, native_log2)                               \
    ONE(float##n, n, native_log)                                \
    ONE(float##n, n, native_log10)                              \
    ONE(float##n, n, native_sqrt)                               \
    ONE(float##n, n, native_rsqrt)                              \
    ONE(float##n, n, native_recip)                              \
    TWO(float##n, n, native_powr)                               \
    TWO(float##n, n, native_divide)

VECTORS(2)
VECTORS(3)
VECTORS(4)
VECTORS(8)
VECTORS(16)
