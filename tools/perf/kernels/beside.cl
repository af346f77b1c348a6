/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts and gets at the same time as work, in a module of their own, because everything else that a
 * kernel could do costs it time.
 */
#include "ishmem_device.h"

#define FORM_work_item(NAME) ishmem_##NAME
#define FORM_sub_group(NAME) ishmemx_##NAME##_sub_group
#define FORM_work_group(NAME) ishmemx_##NAME##_work_group

/* Steps of the first work-item, each of which depends on the one before. */
static ulong work(ulong value, ulong steps)
{
    const ulong mine = get_local_linear_id() == 0 ? steps : 0;
    for (ulong i = 0; i < mine; i++)
        value = value * 6364136223846793005UL + 1442695040888963407UL;
    return value;
}

/* Uses the result, because otherwise the compiler would remove the work. */
static void use(__global ulong *word, ulong value)
{
    if (value == 0)
        *word = value;
}

#define DEFINE_BESIDE(SCOPE)                                                             \
    static void beside_##SCOPE(int gets, __global char *dest, __global char *source,     \
                               __global ulong *word, ulong bytes, int peer, ulong count, \
                               ulong steps)                                              \
    {                                                                                    \
        ulong value = 1;                                                                 \
        for (ulong i = 0; i < count; i++) {                                              \
            if (gets)                                                                    \
                FORM_##SCOPE(getmem_nbi)(dest, source, bytes, peer);                     \
            else                                                                         \
                FORM_##SCOPE(putmem_nbi)(dest, source, bytes, peer);                     \
            value = work(value, steps);                                                  \
            FORM_##SCOPE(quiet)();                                                       \
        }                                                                                \
        use(word, value);                                                                \
    }
DEFINE_BESIDE(work_item)
DEFINE_BESIDE(sub_group)
DEFINE_BESIDE(work_group)

__kernel void perf_beside(int gets, int scope, __global char *dest, __global char *source,
                          __global ulong *word, ulong bytes, int peer, ulong count, ulong steps)
{
    dest += get_group_id(0) * bytes;
    source += get_group_id(0) * bytes;
    if (scope == 2)
        beside_work_group(gets, dest, source, word, bytes, peer, count, steps);
    else if (scope == 1 && get_sub_group_id() == 0)
        beside_sub_group(gets, dest, source, word, bytes, peer, count, steps);
    else if (scope == 0 && get_local_linear_id() == 0)
        beside_work_item(gets, dest, source, word, bytes, peer, count, steps);
}

__kernel void perf_work(__global ulong *word, ulong steps)
{
    use(word, work(1, steps));
}
