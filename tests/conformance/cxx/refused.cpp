/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls for types that a family does not have, which must not compile. */
#include "ishmem.hpp"

struct pair {
    int a;
    int b;
};

void refused(pair *pairs, float *numbers, short *shorts, int *ints);
void refused(pair *pairs, float *numbers, short *shorts, int *ints)
{
    ishmem_put(pairs, pairs, 1, 0);
    ishmem_atomic_inc(numbers, 0);
    ishmem_atomic_set(shorts, short{1}, 0);
    ishmem_atomic_or(numbers, 1.0f, 0);
    ishmem_wait_until(numbers, ISHMEM_CMP_EQ, 1.0f);
    ishmem_put(ints, ints, 1, 0);
}
