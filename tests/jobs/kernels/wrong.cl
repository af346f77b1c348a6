/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that are wrong on purpose, each in the line after the comment with its name, and one that is not;
 * and one to be looked at with a debugger.  Launched with 2 groups of 16 work-items; `words` has 32. */
#include "ishmem_device.h"

#define ONE 17 /* the work-item that does it */

kernel void right(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_global_id(0);
    local int group_sum;
    int own[4] = {1, 2, 3, 4};
    int4 four;
    scratch[get_local_id(0)] = own[id % 4];
    if (get_local_id(0) == 0)
        group_sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&group_sum, scratch[15 - get_local_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    words[id] = group_sum + (int)numbers[id];
    four = vload4(id / 4, words);
    vstore4(four, id / 4, words);
}

kernel void fault(global int *words, global const float *numbers, local int *scratch)
{
    global int *nowhere = (global int *)0x20;
    const size_t id = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == ONE)
        *nowhere = 1; /* fault */
}

kernel void divide(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_global_id(0);
    words[id] = (int)(1.0f / (numbers[id] - ONE)); /* divide */
}

int deeper(int depth, volatile int *above)
{
    volatile int here[300];
    for (int i = 0; i < 300; i++)
        here[i] = depth; /* deep */
    return depth < 0 ? here[0] : deeper(depth + 1, here) + *above;
}

kernel void deep(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_global_id(0);
    volatile int here = 0;
    if (id == ONE)
        words[id] = deeper(0, &here);
}

kernel void past(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_global_id(0);
    words[id == ONE ? 33 : id] = 1; /* past */
}

kernel void before(global int *words, global const float *numbers, local int *scratch)
{
    const long id = (long)get_global_id(0);
    if (id == ONE)
        words[0] = words[id - 19]; /* before */
}

kernel void across(global int *words, global const float *numbers, local int *scratch)
{
    if (get_global_id(0) == ONE)
        vstore4((int4)(1), 0, words + 30); /* across */
}

kernel void added(global int *words, global const float *numbers, local int *scratch)
{
    if (get_global_id(0) == ONE)
        atomic_add(words + 32, 1); /* added */
}

kernel void freed(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_global_id(0);
    if (id == ONE)
        words[0] = (int)numbers[id]; /* freed */
}

kernel void local_past(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_local_id(0);
    scratch[get_global_id(0) == ONE ? 16 : id] = 1; /* local_past */
    words[id] = scratch[id];
}

kernel void local_variable(global int *words, global const float *numbers, local int *scratch)
{
    local int first[16];
    local int second[16];
    const size_t id = get_local_id(0);
    second[id] = 0;
    first[get_global_id(0) == ONE ? 18 : id] = 1; /* local_variable */
    words[id] = first[id] + second[id];
}

kernel void own(global int *words, global const float *numbers, local int *scratch)
{
    int array[8];
    const size_t id = get_global_id(0);
    for (int i = 0; i < 8; i++)
        array[i] = i;
    words[id] = array[id == ONE ? 9 : id % 8]; /* own */
}

/* `words` and `numbers` are objects of the symmetric heap, one after the other. */
kernel void heap_past(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_global_id(0);
    words[id == ONE ? 33 : id] = 1; /* heap_past */
}

kernel void heap_freed(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_global_id(0);
    if (id == ONE)
        words[0] = (int)numbers[id]; /* heap_freed */
}

kernel void heap_peer(global int *words, global const float *numbers, local int *scratch)
{
    int *theirs = ishmem_ptr(words, ishmem_n_pes() - 1);
    if (get_global_id(0) == ONE)
        theirs[32] = 1; /* heap_peer */
}

typedef struct point {
    int x;
    float y;
} point_t;

int twice(int value)
{
    int doubled = 2 * value;
    return doubled; /* twice */
}

kernel void debug(global int *words, global const float *numbers, local int *scratch)
{
    const size_t id = get_global_id(0);
    point_t point = {.x = (int)id, .y = numbers[id] + 0.5f};
    scratch[get_local_id(0)] = point.x;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int neighbour = scratch[15 - get_local_id(0)]; /* debug */
    words[id] = twice(neighbour) + point.x;
}
