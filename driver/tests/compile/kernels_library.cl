/* SPDX-License-Identifier: BSD-3-Clause */
/* A library: functions and a variable that another module imports. */
global int library_state = 5;

int library_add(int a, int b)
{
    return a + b + library_state;
}

void library_meet(local int *box, int value)
{
    if (get_local_id(0) == 0)
        *box = value;
    barrier(CLK_LOCAL_MEM_FENCE);
}

int library_where(void)
{
    return (int)(get_global_id(0) * 2 + get_sub_group_local_id());
}

int library_depth(int n)
{
    return n <= 1 ? 1 : library_depth(n - 1) + library_depth(n - 2);
}
