/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the host library defines a routine of ishmem/routine_lists.h: without and with a context,
 * each in one line, the macro
 *
 *     BODY(routine, NAME, TYPE, size, alignment)
 *
 * with the routine's parameters under the names that they have there.  When a routine returns, its
 * operation has ended, or is a store that any fence of this thread orders.  Therefore a body does
 * the same on every context, and only the context's team matters: `pe` is a PE of that team.
 */
#ifndef ISHMEMI_DEFINE_H
#define ISHMEMI_DEFINE_H

#include "check.h"
#include "ishmem/routine_lists.h"

#define DEFINE_OWN(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT) \
    RESULT PREFIX##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE))                       \
    {                                                                                \
        BODY(#PREFIX "_" #ROUTINE, NAME, TYPE, SIZE, ALIGNMENT);                     \
    }

#define DEFINE_ALL(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT) \
    DEFINE_OWN(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT)     \
    RESULT PREFIX##_ctx_##ROUTINE(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE)) \
    {                                                                                \
        pe = ishmemi_check_ctx_pe(#PREFIX "_ctx_" #ROUTINE, ctx, pe);                \
        BODY(#PREFIX "_ctx_" #ROUTINE, NAME, TYPE, SIZE, ALIGNMENT);                 \
    }

/* What the lists apply.  The body of the routine put is BODY_put. */
#define DEFINE_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                  \
    DEFINE_ALL(RESULT, PREFIX, NAME##_##ROUTINE, KIND, BODY_##ROUTINE, NAME, TYPE, sizeof(TYPE), \
               _Alignof(TYPE))
#define DEFINE_TYPED_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                              \
    DEFINE_OWN(RESULT, PREFIX, NAME##_##ROUTINE, KIND, BODY_##ROUTINE, NAME, TYPE, sizeof(TYPE), \
               _Alignof(TYPE))
#define DEFINE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    DEFINE_ALL(void, PREFIX, HEAD##SIZE##TAIL, KIND, BODY_##HEAD##TAIL, SIZE, void, BYTES, 1)

#endif
