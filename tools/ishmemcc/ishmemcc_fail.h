/* SPDX-License-Identifier: BSD-3-Clause */
/* Ends ishmemcc_module after something that it cannot do. */
#ifndef ISHMEMCC_FAIL_H
#define ISHMEMCC_FAIL_H

#include <stdio.h>
#include <stdlib.h>

static _Noreturn inline void fail(const char *what, const char *why)
{
    fprintf(stderr, "ishmemcc: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

#endif
