/* SPDX-License-Identifier: BSD-3-Clause */
/* A module that needs library.cl. */

uint library_function(uint value);

kernel void use_library(global uint *to)
{
    *to = library_function(*to);
}
