/* SPDX-License-Identifier: BSD-3-Clause */
/* Waiting for sets and testing them inside kernels. */
#include "call_forms.h"

#define KERNEL_SET(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                              \
    kernel void NAME##_##ROUTINE(uint form, global TYPE *ivars, ulong nelems,              \
                                 global ulong *indices, global const int *status, int cmp, \
                                 global const TYPE *cmp_values, global ulong *results)     \
    {                                                                                      \
        const TYPE cmp_value = cmp_values[0];                                              \
        global TYPE *const ivar = ivars;                                                   \
        ulong result = 0;                                                                  \
        (void)cmp_value, (void)ivar, (void)indices, (void)status, (void)nelems;            \
        if (call_takes_part(form)) {                                                       \
            CALL_OWN_FORMS(RETURNS_##RESULT, PREFIX, NAME##_##ROUTINE, KIND)               \
            /* The same on all work-items. */                                              \
            results[call_lane(form)] = result;                                             \
        }                                                                                  \
    }
#define RETURNS_void
#define RETURNS_int result = (ulong)
#define RETURNS_size_t result =
#define TYPED(NAME, TYPE, A) ISHMEMI_WAIT_ROUTINES(KERNEL_SET, NAME, TYPE)
ISHMEMI_WAIT_TYPES(TYPED, )
