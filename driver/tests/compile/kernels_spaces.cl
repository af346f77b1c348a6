/* SPDX-License-Identifier: BSD-3-Clause */
/* Queries about generic pointers. */

/* Bits: to_global, to_local, to_private return a pointer, and the same one; then the fence. */
int ask(int *any)
{
    int found = 0;
    if (to_global(any))
        found |= 1 | (to_global(any) == (global int *)any) << 4;
    if (to_local(any))
        found |= 2 | (to_local(any) == (local int *)any) << 4;
    if (to_private(any))
        found |= 4 | (to_private(any) == (private int *)any) << 4;
    return found | (int)get_fence(any) << 8;
}

kernel void visible(global int *to)
{
    local int near[64];
    int own[4];
    size_t i = get_global_id(0);
    near[get_local_id(0)] = 1;
    own[i & 3] = 2;
    to[4 * i + 0] = ask(to);
    to[4 * i + 1] = ask(near + get_local_id(0));
    to[4 * i + 2] = ask(own);
    to[4 * i + 3] = ask(0);
}

/* The items' pointers are loaded from memory, so that the compiler does not know their origin. */
kernel void hidden(global int *to, global ulong *box, local int *given)
{
    int own[4] = {1, 2, 3, 4};
    size_t i = get_global_id(0);
    box += 4 * i;
    box[0] = (ulong)(int *)(to + i);
    box[1] = (ulong)(int *)(given + get_local_id(0));
    box[2] = (ulong)(int *)own;
    box[3] = (ulong)(int *)(given + get_local_size(0)); /* after the group's memory */
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int k = 0; k < 4; k++)
        to[4 * i + k] = ask((int *)box[k]);
}

int descend(int *any, int depth)
{
    int frame[8];
    frame[depth & 7] = depth;
    return depth == 0 ? ask(any)
                      : descend(depth & 1 ? any : frame, 0) + 1000 * descend(any, depth - 1);
}

kernel void recursive(global int *to)
{
    int own[4] = {1, 2, 3, 4};
    size_t i = get_global_id(0);
    to[2 * i] = descend(own, 1);
    to[2 * i + 1] = descend(to, 1);
}
