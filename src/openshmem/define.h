/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How libishmem_shmem defines a routine: under the name pshmem_NAME, with the weak name shmem_NAME
 * for the same code, which a profiling library may define again.  Most routines only jump to
 * libishmem's routines, so that programs may call both: there is one heap and one state.
 */
#ifndef OPENSHMEM_DEFINE_H
#define OPENSHMEM_DEFINE_H

#include "ishmem/openshmem/pshmem.h"
#include "ishmem/openshmem/shmem.h"
#include "ishmemx.h"

/* All routines are written in the same way, also those that return nothing. */
#pragma GCC diagnostic ignored "-Wpedantic"

/* shmem_NAME for pshmem_NAME.  Names are in parentheses because some are also macros. */
#define OPENSHMEM_ALIAS(RESULT, NAME, PARAMETERS) \
    extern RESULT(shmem_##NAME) PARAMETERS __attribute__((weak, alias("pshmem_" #NAME)));

/* The same for a row of routines.h. */
#define OPENSHMEM_ALIAS_ROW(RESULT, NAME, PARAMETERS, ARGUMENTS, TARGET) \
    OPENSHMEM_ALIAS(RESULT, NAME, PARAMETERS)

/* A routine that is libishmem's TARGET. */
#define OPENSHMEM_JUMP(RESULT, NAME, PARAMETERS, ARGUMENTS, TARGET) \
    RESULT pshmem_##NAME PARAMETERS                                 \
    {                                                               \
        return (TARGET)ARGUMENTS;                                   \
    }                                                               \
    OPENSHMEM_ALIAS(RESULT, NAME, PARAMETERS)

#endif
