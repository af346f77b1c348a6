/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How libishmem_nvshmem defines the routines of ishmem/nvshmem/lists.h.  Most only jump to libishmem's, so
 * that programs may call both: there is one heap and one state.
 */
#ifndef NVSHMEM_DEFINE_H
#define NVSHMEM_DEFINE_H

#include "ishmem/nvshmem/lists.h"
#include "nvshmemx.h"

/* So that all routines are written alike, also those that return nothing. */
#pragma GCC diagnostic ignored "-Wpedantic"

/* Names of libishmem are in parentheses as some are macros, too. */
#define NVSHMEM_JUMP(RESULT, NAME, KIND, TYPE, TARGET) \
    RESULT NAME(ISHMEMI_PARAMETERS_##KIND(TYPE))       \
    {                                                  \
        return (TARGET)(ISHMEMI_ARGUMENTS_##KIND);     \
    }

#endif
