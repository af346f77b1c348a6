/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel for each collective, in OpenCL C: NAME_ROUTINE(form, team, ...) calls it in the form of
 * call_forms.h, with the team or, for the world, without one, and stores what is not 0 in *failed.
 */
#ifndef COLLECTIVE_KERNEL_H
#define COLLECTIVE_KERNEL_H

#include "call_forms.h"

/* Arguments after the team, by the kind of routine (routine_lists.h). */
#define ARGUMENTS_gather dest, source, nelems
#define ARGUMENTS_gather_strided dest, source, dst, sst, nelems
#define ARGUMENTS_from_root dest, source, nelems, root
#define ARGUMENTS_reduce dest, source, nelems

/* A call by those that take part, without and with team; and the same by the names without a type,
 * whose forms are CALL_CTX after the others. */
#define COLLECTIVE_CASES(OFFSET, ITEM, GROUP, KIND)                                    \
    case OFFSET + CALL_ITEM:                                                           \
        status = without_team ? ITEM(ARGUMENTS_##KIND) : ITEM(team, ARGUMENTS_##KIND); \
        break;                                                                         \
    case OFFSET + CALL_WORK_GROUP:                                                     \
        status = without_team ? GROUP##_work_group(ARGUMENTS_##KIND)                   \
                              : GROUP##_work_group(team, ARGUMENTS_##KIND);            \
        break;                                                                         \
    case OFFSET + CALL_SUB_GROUP:                                                      \
        status = without_team ? GROUP##_sub_group(ARGUMENTS_##KIND)                    \
                              : GROUP##_sub_group(team, ARGUMENTS_##KIND);             \
        break;

#define COLLECTIVE_KERNEL_AS(ID, TYPE, CASES)                                           \
    kernel void ID(uint form, int team, int without_team, global TYPE *to,              \
                   global const TYPE *from, ulong nelems, int root, long dst, long sst, \
                   global int *failed)                                                  \
    {                                                                                   \
        TYPE *const dest = to;                                                          \
        const TYPE *const source = from;                                                \
        int status = 0;                                                                 \
        (void)root, (void)dst, (void)sst;                                               \
        if (call_takes_part(form)) {                                                    \
            switch (form) {                                                             \
                CASES                                                                   \
            default:                                                                    \
                status = -1;                                                            \
                break;                                                                  \
            }                                                                           \
        }                                                                               \
        if (status != 0) {                                                              \
            *failed = status;                                                           \
        }                                                                               \
    }
#define COLLECTIVE_KERNEL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                       \
    COLLECTIVE_KERNEL_AS(                                                                  \
        NAME##_##ROUTINE, TYPE,                                                            \
        COLLECTIVE_CASES(0, PREFIX##_##NAME##_##ROUTINE, ishmemx_##NAME##_##ROUTINE, KIND) \
            COLLECTIVE_CASES(CALL_CTX, PREFIX##_##ROUTINE, ishmemx_##ROUTINE, KIND))
/* Of bytes, and of numbers that OpenCL C cannot tell from integers: they have no such names. */
#define COLLECTIVE_KERNEL_HALF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    COLLECTIVE_KERNEL_AS(                                                 \
        NAME##_##ROUTINE, TYPE,                                           \
        COLLECTIVE_CASES(0, PREFIX##_##NAME##_##ROUTINE, ishmemx_##NAME##_##ROUTINE, KIND))
#define COLLECTIVE_KERNEL_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    COLLECTIVE_KERNEL_AS(                                            \
        SIZE##_##HEAD, char,                                         \
        COLLECTIVE_CASES(0, PREFIX##_##HEAD##SIZE##TAIL, ishmemx_##HEAD##SIZE##TAIL, KIND))

#endif
