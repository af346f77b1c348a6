/* SPDX-License-Identifier: BSD-3-Clause */
/* One kernel of each kind that a native binary must contain. */

global uint counter = 100;
constant uint table[4] = {2, 3, 5, 7};

uint exported(uint value)
{
    return value + counter;
}

kernel __attribute__((work_group_size_hint(4, 2, 1))) void count(global uint *to, uint by)
{
    counter += by;
    *to = exported(table[by % 4]);
}

kernel void say(uint number)
{
    printf("native says %u and %s\n", number, "done");
}

/* Waits, has local memory of both kinds, and requires a group size. */
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void reverse(global uint *to,
                                                                    local uint *given)
{
    local uint own[64];
    uint item = get_local_id(0);
    given[item] = to[item];
    own[item] = 1000;
    barrier(CLK_LOCAL_MEM_FENCE);
    to[item] = given[63 - item] + own[63 - item];
}
