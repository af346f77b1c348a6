/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives of random_races.c, from a kernel of one work-group.
 */
#include <ishmem_device.h>

#include "random_command.h"

#define ALONE __attribute__((noinline))

#define CALLS(NAME, TYPE, FUNCTION, KIND)                                   \
    static ALONE void call_##NAME(global const command_t *command)          \
    {                                                                       \
        BIND(TYPE)                                                          \
        if (command->form == FORM_WORK_GROUP) {                             \
            (void)ishmemx_##NAME##_work_group(ISHMEMI_ARGUMENTS_##KIND);    \
        } else if (command->form == FORM_SUB_GROUP) {                       \
            if (get_sub_group_id() == 0) {                                  \
                (void)ishmemx_##NAME##_sub_group(ISHMEMI_ARGUMENTS_##KIND); \
            }                                                               \
        } else if (get_local_id(0) == 0) {                                  \
            (void)FUNCTION(ISHMEMI_ARGUMENTS_##KIND);                       \
        }                                                                   \
    }
#define TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    CALLS(NAME##_##ROUTINE, TYPE, PREFIX##_##NAME##_##ROUTINE, KIND)
#define SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    CALLS(HEAD##SIZE, void, PREFIX##_##HEAD##SIZE, KIND)
ROUTINES(TYPED, SIZED)

#define CASE_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    case NUMBER_##NAME##_##ROUTINE:                           \
        call_##NAME##_##ROUTINE(command);                     \
        break;
#define CASE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    case NUMBER_##HEAD##SIZE:                             \
        call_##HEAD##SIZE(command);                       \
        break;

kernel void make_call(global const command_t *command)
{
    switch (command->routine) {
        ROUTINES(CASE_TYPED, CASE_SIZED)
    }
}
