/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses the instructions with which arrays are combined.
 */
#include "combine.h"

void ishmemi_combine_baseline(ishmemi_kind_t kind, ishmemi_reduce_op_t op, void *dest,
                              const void *left, const void *right, size_t count);
#ifdef __x86_64__
void ishmemi_combine_avx2(ishmemi_kind_t kind, ishmemi_reduce_op_t op, void *dest, const void *left,
                          const void *right, size_t count);
void ishmemi_combine_avx512(ishmemi_kind_t kind, ishmemi_reduce_op_t op, void *dest,
                            const void *left, const void *right, size_t count);
#endif

ishmemi_combine_fn ishmemi_host_combine = ishmemi_combine_baseline;

void ishmemi_combine_choose(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        ishmemi_host_combine = ishmemi_combine_avx512;
    } else if (__builtin_cpu_supports("avx2")) {
        ishmemi_host_combine = ishmemi_combine_avx2;
    }
#endif
}
