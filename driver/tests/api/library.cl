/* SPDX-License-Identifier: BSD-3-Clause */
/* A module to which others are linked. */

global uint library_variable = 1000;
global ulong given_variable = 7;
global uint given_words[4] = {1, 2, 3, 4};

uint library_function(uint value)
{
    return value * 3 + library_variable;
}

kernel void use_variable(global uint *to)
{
    *to = library_variable;
    library_variable += 1;
}

kernel void use_given(global uint *to)
{
    *to = (uint)given_variable;
}

kernel void use_words(global uint *to)
{
    for (int i = 0; i < 4; i++)
        to[i] = given_words[i];
}
