/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the lists of routine_lists.h apply to define routines, in any language: by DEFINE_OWN and
 * DEFINE_ALL of forms.h or device/sycl/forms.h.
 */
#ifndef ISHMEMI_DEVICE_FORMS_TYPED_H
#define ISHMEMI_DEVICE_FORMS_TYPED_H

/* The body of the routine put is BODY_put. */
#define DEFINE_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                  \
    DEFINE_ALL(RESULT, PREFIX, NAME##_##ROUTINE, KIND, BODY_##ROUTINE, NAME, TYPE, sizeof(TYPE), \
               sizeof(TYPE))
#define DEFINE_TYPED_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                              \
    DEFINE_OWN(RESULT, PREFIX, NAME##_##ROUTINE, KIND, BODY_##ROUTINE, NAME, TYPE, sizeof(TYPE), \
               sizeof(TYPE))
#define DEFINE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    DEFINE_ALL(void, PREFIX, HEAD##SIZE##TAIL, KIND, BODY_##HEAD##TAIL, SIZE, void, BYTES, 1)

#endif
