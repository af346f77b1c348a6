/* SPDX-License-Identifier: BSD-3-Clause */
/* Uses kernels_library.cl across modules. */
extern global int library_state;
int library_add(int a, int b);
void library_meet(local int *box, int value);
int library_where(void);
int library_depth(int n);

kernel void client(global int *to)
{
    local int box;
    int i = (int)get_global_id(0);
    library_meet(&box, 1000);
    to[i] = library_add(i, box) + library_state;
}

kernel void where(global int *to)
{
    to[get_global_id(0)] = library_where();
}

kernel void depth(global int *to)
{
    to[get_global_id(0)] = library_depth((int)get_global_id(0) % 12);
}

kernel void alone(global int *to)
{
    to[get_global_id(0)] = 3;
}
