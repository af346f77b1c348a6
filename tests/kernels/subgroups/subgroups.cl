/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of sub-groups on values of type T, or with VOTES those that vote: called by all items, and by items
 * that go different ways. */
#ifdef HALVES
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#include "functions.h"

#ifdef VOTES_ALONE
typedef uint T;
#define ALL_UNIFORM UNIFORM_VOTES
#define ALL_VALUES VOTES
#define ALL_BITS(FUNCTION)
#else
#define ALL_UNIFORM UNIFORM_FUNCTIONS
#define ALL_VALUES VALUE_FUNCTIONS
#ifdef FLOATING
#define ALL_BITS(FUNCTION)
#else
#define ALL_BITS BIT_FUNCTIONS
#endif
#endif

#define NUMBER(name, call) NUMBER_##name,
enum { ALL_UNIFORM(NUMBER) UNIFORM_COUNT };
enum { BEFORE_VALUES = UNIFORM_COUNT - 1, ALL_VALUES(NUMBER) ALL_BITS(NUMBER) };

T next(T v)
{
    return v + (T)1;
}

/* Whose product is small: every eighth item has its own. */
T factor(T v)
{
    return get_sub_group_local_id() % 8 == 0 ? v : v < (T)0 ? (T)-1 : (T)1;
}

#define CALL(name, call) \
    case NUMBER_##name:  \
        return call;
T call_uniform(uint which, T v, uint r, uint q, uint size)
{
    switch (which) {
        ALL_UNIFORM(CALL)
    }
    return v;
}

T call_any(uint which, T v, uint r, uint q, uint size)
{
    switch (which) {
        ALL_VALUES(CALL)
        ALL_BITS(CALL)
    }
    return v;
}

kernel void flows(global uint *out, global const uint *in, uint n)
{
    const size_t i = get_global_id(0);
    const uint which = n & 0xff, q = n >> 8, size = get_max_sub_group_size();
    global ulong *cells = (global ulong *)out + CELLS * i;
    global T *to = (global T *)cells;
    const uint each = sizeof(ulong) / sizeof(T);
    const T v = *(global const T *)(in + 4 * i);
    const uint r = in[4 * i + 2], ways = in[4 * i + 3];

    cells[CELL_SIZE] = size;
    to[each * CELL_UNIFORM] =
        which < UNIFORM_COUNT ? call_uniform(which, v, r, q, size) : call_any(which, v, r, q, size);
    if (which < UNIFORM_COUNT || WAY_GONE(ways))
        return;
    for (uint turn = 0; turn < WAY_TURNS(ways); turn++) {
        const uint way = WAY_OF_TURN(ways, turn);
        if (way == WAY_FIRST)
            to[each * (CELL_TURNS + turn)] = call_any(which, v, r, q, size);
        else if (way == WAY_SECOND)
            to[each * (CELL_TURNS + turn)] = call_any(which, next(v), r, q, size);
        else if (way == WAY_LEAVES)
            break;
    }
    to[each * CELL_AFTER] = call_any(which, v, r, q, size);
    barrier(CLK_LOCAL_MEM_FENCE);
    to[each * CELL_BARRIER] = call_any(which, v, r, q, size);
}
