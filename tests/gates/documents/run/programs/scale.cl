/* SPDX-License-Identifier: BSD-3-Clause */
int twice(int value)
{
    return 2 * value;
}

kernel void scale(global int *out, int factor)
{
    size_t id = get_global_id(0);
    int value = (int)id * factor;
    out[id] = twice(value);
}
