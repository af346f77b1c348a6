/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reports what is wrong with the arguments of a collective.
 */
#include "collective_check.h"

#include "fatal.h"
#include "log.h"
#include <stdio.h>

#define TEXT_BYTES 160

bool ishmemi_check_fail_root(const char *routine, int root, int n_pes)
{
    return ishmemi_refuse_argument(routine, "PE_root", ishmemi_text("%d", root).text,
                                   ishmemi_text("0 to %d, a number in the team", n_pes - 1).text);
}

bool ishmemi_check_fail_strides(const char *routine, ptrdiff_t dst, ptrdiff_t sst)
{
    return ishmemi_refuse_argument(routine, dst < 1 ? "dst" : "sst",
                                   ishmemi_text("%td", dst < 1 ? dst : sst).text,
                                   "a stride of at least 1");
}
