/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The names to which compiled code may refer: the runtime's routines, and those of libc and libm
 * that LLVM's code generator calls for intrinsics.
 */
#include "engine/abi.h"
#include "memory/copy.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ISO C has no conversion from a function pointer to void *; POSIX requires one. */
#define ADDRESS(function) ((void *)(uintptr_t)(function))
/* clang-format off */
#define SYMBOL(function)  {#function, ADDRESS(function)}
#define REAL(function)    SYMBOL(function), SYMBOL(function##f)

const zed_rt_symbol_t zed_rt_symbols[] = {
    SYMBOL(zed_rt_item),
    SYMBOL(zed_rt_barrier),
    SYMBOL(zed_rt_lead),
    SYMBOL(zed_rt_poll),
    SYMBOL(zed_rt_exchange),
    SYMBOL(zed_rt_frame),
    SYMBOL(zed_rt_arrive_barrier),
    SYMBOL(zed_rt_arrive_lead),
    SYMBOL(zed_rt_arrive_exchange),
    SYMBOL(zed_rt_space),
    SYMBOL(zed_rt_check),
    SYMBOL(zed_rt_check_object),
    SYMBOL(zed_rt_race_access),
    SYMBOL(zed_rt_race_read),
    SYMBOL(zed_rt_race_begin),
    SYMBOL(zed_rt_race_end),
    SYMBOL(zed_rt_race_unseen),
    SYMBOL(zed_rt_printf),
    SYMBOL(zed_rt_assert),
    {"memcpy", ADDRESS(zed_rt_memcpy)},
    SYMBOL(memmove),
    SYMBOL(memset),
    SYMBOL(memcmp),
    REAL(acos), REAL(acosh), REAL(asin), REAL(asinh), REAL(atan), REAL(atan2), REAL(atanh),
    REAL(cbrt), REAL(ceil), REAL(copysign), REAL(cos), REAL(cosh), REAL(erf), REAL(erfc),
    REAL(exp), REAL(exp2), REAL(expm1), REAL(fabs), REAL(fdim), REAL(floor), REAL(fma),
    REAL(fmax), REAL(fmin), REAL(fmod), REAL(frexp), REAL(hypot), REAL(ilogb), REAL(ldexp),
    REAL(lgamma), REAL(log), REAL(log10), REAL(log1p), REAL(log2), REAL(logb), REAL(lrint),
    REAL(lround), REAL(llrint), REAL(llround), REAL(modf), REAL(nearbyint), REAL(nextafter),
    REAL(pow), REAL(remainder), REAL(remquo), REAL(rint), REAL(round), REAL(roundeven),
    REAL(scalbn), REAL(sin), REAL(sinh), REAL(sqrt), REAL(tan), REAL(tanh), REAL(tgamma),
    REAL(trunc), REAL(exp10), REAL(sincos), SYMBOL(lgamma_r), SYMBOL(lgammaf_r),
    {NULL, NULL},
};
/* clang-format on */
