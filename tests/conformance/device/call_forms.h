/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel's call of one routine in the form that it is asked for, by the first group of that
 * kind in the launch.  The routine's parameters are the kernel's variables.
 */
#ifndef CALL_FORMS_H
#define CALL_FORMS_H

#define CALL_ITEM 0
#define CALL_WORK_GROUP 1
#define CALL_SUB_GROUP 2
#define CALL_CTX 3 /* plus one of the above */
#define CALL_COUNT 6

#ifdef __OPENCL_C_VERSION__
#include "ishmem_device.h"

static inline uint call_group(uint form)
{
    return form < CALL_CTX ? form : form - CALL_CTX;
}

/* Whether the work-item takes part in a call of this form. */
static inline int call_takes_part(uint form)
{
    if (get_group_id(0) != 0) {
        return 0;
    }
    return call_group(form) == CALL_ITEM         ? get_local_id(0) == 0
           : call_group(form) == CALL_WORK_GROUP ? 1
                                                 : get_sub_group_id() == 0;
}

static inline ulong call_lane(uint form)
{
    return call_group(form) == CALL_SUB_GROUP ? get_sub_group_local_id() : get_local_id(0);
}

/* RESULT: what stands before the call, such as `result =`.  KIND: as in routine_lists.h. */
#define CALL_OWN_FORMS(RESULT, PREFIX, ROUTINE, KIND)                    \
    switch (form) {                                                      \
    case CALL_ITEM:                                                      \
        RESULT PREFIX##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND);             \
        break;                                                           \
    case CALL_WORK_GROUP:                                                \
        RESULT ishmemx_##ROUTINE##_work_group(ISHMEMI_ARGUMENTS_##KIND); \
        break;                                                           \
    case CALL_SUB_GROUP:                                                 \
        RESULT ishmemx_##ROUTINE##_sub_group(ISHMEMI_ARGUMENTS_##KIND);  \
        break;                                                           \
    }
#define CALL_FORMS(RESULT, PREFIX, ROUTINE, KIND)                                 \
    switch (form) {                                                               \
    case CALL_ITEM:                                                               \
        RESULT PREFIX##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND);                      \
        break;                                                                    \
    case CALL_WORK_GROUP:                                                         \
        RESULT ishmemx_##ROUTINE##_work_group(ISHMEMI_ARGUMENTS_##KIND);          \
        break;                                                                    \
    case CALL_SUB_GROUP:                                                          \
        RESULT ishmemx_##ROUTINE##_sub_group(ISHMEMI_ARGUMENTS_##KIND);           \
        break;                                                                    \
    case CALL_CTX + CALL_ITEM:                                                    \
        RESULT PREFIX##_ctx_##ROUTINE(ctx, ISHMEMI_ARGUMENTS_##KIND);             \
        break;                                                                    \
    case CALL_CTX + CALL_WORK_GROUP:                                              \
        RESULT ishmemx_ctx_##ROUTINE##_work_group(ctx, ISHMEMI_ARGUMENTS_##KIND); \
        break;                                                                    \
    case CALL_CTX + CALL_SUB_GROUP:                                               \
        RESULT ishmemx_ctx_##ROUTINE##_sub_group(ctx, ISHMEMI_ARGUMENTS_##KIND);  \
        break;                                                                    \
    }
#endif

#endif
