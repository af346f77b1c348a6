/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is wrong with the arguments of a collective, in words.
 */
#include "collective_check.h"

#include "fatal.h"
#include "log.h"
#include <stdio.h>

#define TEXT_BYTES 160

bool ishmemi_check_fail_root(const char *routine, int root, int n_pes)
{
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    snprintf(value, sizeof value, "%d", root);
    snprintf(expected, sizeof expected, "0 to %d, a number in the team", n_pes - 1);
    return ishmemi_refuse_argument(routine, "PE_root", value, expected);
}

bool ishmemi_check_fail_strides(const char *routine, ptrdiff_t dst, ptrdiff_t sst)
{
    char value[TEXT_BYTES];
    snprintf(value, sizeof value, "%td", dst < 1 ? dst : sst);
    return ishmemi_refuse_argument(routine, dst < 1 ? "dst" : "sst", value,
                                   "a stride of at least 1");
}
