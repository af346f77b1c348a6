/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The specialisation constants of queue_kernels.h as kernels read them.
 */
#ifndef ISHMEMI_QUEUE_SPEC_H
#define ISHMEMI_QUEUE_SPEC_H

/* SPIR-V's own: the number of the constant, and its value if nobody sets it. */
int __attribute__((overloadable)) __spirv_SpecConstant(int number, int value);

/* Calls FUNCTION(group, ARGUMENT) by the work-group or, where that is one, by the work-item. */
#define BY_GROUP(FUNCTION, ARGUMENT)                         \
    if (__spirv_SpecConstant(ISHMEMI_QUEUE_SPEC_ALONE, 0)) { \
        FUNCTION(ISHMEMI_WORK_ITEM, ARGUMENT);               \
    } else {                                                 \
        FUNCTION(ISHMEMI_WORK_GROUP, ARGUMENT);              \
    }

#endif
