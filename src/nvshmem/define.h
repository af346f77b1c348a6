/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How libishmem_nvshmem defines the routines of ishmem/nvshmem/lists.h.  Most only jump to
 * libishmem's routines, so that programs may call both: there is one heap and one state.
 */
#ifndef NVSHMEM_DEFINE_H
#define NVSHMEM_DEFINE_H

#include "ishmem/nvshmem/lists.h"
#include "nvshmemx.h"

/* All routines are written in the same way, also those that return nothing. */
#pragma GCC diagnostic ignored "-Wpedantic"

/* Names of libishmem are in parentheses because some are also macros. */
#define NVSHMEM_JUMP(RESULT, NAME, KIND, TYPE, TARGET) \
    RESULT NAME(ISHMEMI_PARAMETERS_##KIND(TYPE))       \
    {                                                  \
        return (TARGET)(ISHMEMI_ARGUMENTS_##KIND);     \
    }

#endif
