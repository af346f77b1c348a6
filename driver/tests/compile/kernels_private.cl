/* SPDX-License-Identifier: BSD-3-Clause */
/* Much private memory: on the stack, across barriers, along chains of calls, and more than
 * exists. */

#define STEP 1024 /* elements: each page is touched */

/* Volatile, so that the arrays are not optimised away. */
#define FILL(array, count)                   \
    for (uint i = 0; i < (count); i += STEP) \
        (array)[i] = seed + i;
#define SUM(array, count)                    \
    for (uint i = 0; i < (count); i += STEP) \
        sum += (array)[i];

/* 16 MiB */
kernel void large(global uint *to)
{
    volatile uint array[4 << 20];
    uint seed = get_global_id(0), sum = 0;
    FILL(array, 4 << 20)
    SUM(array, 4 << 20)
    to[get_global_id(0)] = sum;
}

/* The same, kept while other items run. */
kernel void large_waits(global uint *to)
{
    volatile uint array[4 << 20];
    uint seed = get_global_id(0), sum = 0;
    FILL(array, 4 << 20)
    barrier(CLK_GLOBAL_MEM_FENCE);
    SUM(array, 4 << 20)
    to[get_global_id(0)] = sum;
}

/* 8 functions with 1 MiB each. */
#define LINK(name, next)                           \
    __attribute__((noinline)) uint name(uint seed) \
    {                                              \
        volatile uint array[256 << 10];            \
        uint sum = 0;                              \
        FILL(array, 256 << 10)                     \
        sum += next;                               \
        SUM(array, 256 << 10)                      \
        return sum;                                \
    }
LINK(chain8, 0)
LINK(chain7, chain8(seed))
LINK(chain6, chain7(seed))
LINK(chain5, chain6(seed))
LINK(chain4, chain5(seed))
LINK(chain3, chain4(seed))
LINK(chain2, chain3(seed))
LINK(chain1, chain2(seed))

kernel void chain(global uint *to)
{
    to[get_global_id(0)] = chain1(get_global_id(0));
}

kernel void chain_waits(global uint *to)
{
    const uint sum = chain1(get_global_id(0));
    barrier(CLK_GLOBAL_MEM_FENCE);
    to[get_global_id(0)] = sum + chain1(get_global_id(0)) - sum;
}

/* 1 GiB: no stack is that large. */
kernel void too_large(global uint *to)
{
    volatile uint array[256 << 20];
    uint seed = get_global_id(0), sum = 0;
    FILL(array, 256 << 20)
    SUM(array, 256 << 20)
    to[get_global_id(0)] = sum;
}

kernel void too_large_waits(global uint *to)
{
    volatile uint array[256 << 20];
    uint seed = get_global_id(0), sum = 0;
    FILL(array, 256 << 20)
    barrier(CLK_GLOBAL_MEM_FENCE);
    SUM(array, 256 << 20)
    to[get_global_id(0)] = sum;
}
