/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parameters of queue-ordered forms: those of the routine (routine_lists.h); then `ret`, a
 * pointer to the result, if the routine has one; then the list and its events.
 * ISHMEMI_QUEUE_RESULT(RESULT) is "RESULT *ret," or, for void, nothing.  ISHMEMI_QUEUE_RET(RESULT)
 * is "ret," or nothing.
 */
#ifndef ISHMEM_QUEUE_FORMS_H
#define ISHMEM_QUEUE_FORMS_H

#include "routine_lists.h"

#define ISHMEMI_QUEUE_PARAMETERS                                                        \
    ze_command_list_handle_t queue, ze_event_handle_t signal_event, uint32_t num_waits, \
        ze_event_handle_t *waits
#define ISHMEMI_QUEUE_ARGUMENTS queue, signal_event, num_waits, waits
#define ISHMEMI_QUEUE_RESULT(RESULT) \
    ISHMEMI_QUEUE_UNPACK(            \
        ISHMEMI_QUEUE_PICK(ISHMEMI_QUEUE_IS_##RESULT, (ISHMEMI_FOLLOWS(RESULT) *ret, ), ~))
#define ISHMEMI_QUEUE_RET(RESULT) \
    ISHMEMI_QUEUE_UNPACK(ISHMEMI_QUEUE_PICK(ISHMEMI_QUEUE_IS_##RESULT, (ret, ), ~))
/* The second of its arguments, which is () if ISHMEMI_QUEUE_IS_void has expanded to two arguments. */
#define ISHMEMI_QUEUE_IS_void ~, ()
#define ISHMEMI_QUEUE_PICK(...) ISHMEMI_QUEUE_SECOND(__VA_ARGS__)
#define ISHMEMI_QUEUE_SECOND(A, B, ...) B
#define ISHMEMI_QUEUE_UNPACK(PACKED) ISHMEMI_QUEUE_UNPACKED PACKED
#define ISHMEMI_QUEUE_UNPACKED(...) __VA_ARGS__

#endif
