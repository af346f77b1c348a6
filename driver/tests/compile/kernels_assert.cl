/* SPDX-License-Identifier: BSD-3-Clause */
/* Asserts as DPC++ compiles them; the function is not always given. */

void __devicelib_assert_fail(const generic char *expression, const generic char *file, int line,
                             const generic char *function, ulong global_x, ulong global_y,
                             ulong global_z, ulong local_x, ulong local_y, ulong local_z);

constant int line = 42;
global char expression[] = "value < limit";
global char file[] = "source.cpp";
global char function[] = "void less(int, int)";

static void check_less(int value, int limit, const generic char *name)
{
    if (!(value < limit))
        __devicelib_assert_fail(expression, file, line, name, get_global_id(0), get_global_id(1),
                                get_global_id(2), get_local_id(0), get_local_id(1),
                                get_local_id(2));
}

/* Items run together. */
kernel void together(global int *to, int limit)
{
    int i = (int)get_global_linear_id();
    check_less(i, limit, function);
    to[i] = i;
}

/* Items run one by one. */
kernel void apart(global int *to, int limit)
{
    int i = (int)get_global_linear_id();
    barrier(CLK_GLOBAL_MEM_FENCE);
    check_less(i, limit, 0);
    to[i] = i;
}
