/* SPDX-License-Identifier: BSD-3-Clause */
/* A module that others link. */

global uint library_variable = 1000;

uint library_function(uint value)
{
    return value * 3 + library_variable;
}

kernel void use_variable(global uint *to)
{
    *to = library_variable;
    library_variable += 1;
}
