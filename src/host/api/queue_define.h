/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the host library defines the queue-ordered form of a routine of ishmem/routine_lists.h: one
 * line, the macro
 *
 *     QUEUED_routine(queue, NAME, TYPE, size, alignment)
 *
 * with the routine's parameters, and `ret`, under the names that they have there.
 */
#ifndef ISHMEMI_QUEUE_DEFINE_H
#define ISHMEMI_QUEUE_DEFINE_H

#include "ishmem/queue_forms.h"
#include "queue.h"

#define QUEUE(ROUTINE) (&(const ishmemi_queue_t){ROUTINE, ISHMEMI_QUEUE_ARGUMENTS})

/* What the lists apply. */
#define DEFINE_QUEUED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                \
    int ishmemx_##NAME##_##ROUTINE##_on_queue(                                                  \
        ISHMEMI_PARAMETERS_##KIND(TYPE), ISHMEMI_QUEUE_RESULT(RESULT) ISHMEMI_QUEUE_PARAMETERS) \
    {                                                                                           \
        return QUEUED_##ROUTINE(QUEUE("ishmemx_" #NAME "_" #ROUTINE "_on_queue"), NAME, TYPE,   \
                                sizeof(TYPE), _Alignof(TYPE));                                  \
    }
#define DEFINE_QUEUED_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                              \
    int ishmemx_##HEAD##SIZE##TAIL##_on_queue(ISHMEMI_PARAMETERS_##KIND(void),                  \
                                              ISHMEMI_QUEUE_PARAMETERS)                         \
    {                                                                                           \
        return QUEUED_##HEAD##TAIL(QUEUE("ishmemx_" #HEAD #SIZE #TAIL "_on_queue"), SIZE, void, \
                                   BYTES, 1);                                                   \
    }

#endif
