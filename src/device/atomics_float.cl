/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic addition of floating-point numbers. */
#include "body/atomics.h"
#include "forms/forms.h"
#include "forms/values.h"

#define BODY_atomic_fetch_add(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)                    \
    return ishmemi_##NAME##_value(ishmemi_fetching_amo(CTX, GROUP, ROUTINE, ISHMEMI_AMO_ADD_FLOAT, \
                                                       "dest", dest, SIZE,                         \
                                                       ishmemi_##NAME##_bits(value), 0, pe))
#define BODY_atomic_add(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)       \
    ishmemi_amo(CTX, GROUP, ROUTINE, ISHMEMI_AMO_ADD_FLOAT, "dest", dest, SIZE, \
                ishmemi_##NAME##_bits(value), pe)
#define BODY_atomic_fetch_add_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)        \
    ishmemi_amo_nbi(CTX, GROUP, ROUTINE, ISHMEMI_AMO_ADD_FLOAT, fetch, "dest", dest, SIZE, \
                    ishmemi_##NAME##_bits(value), 0, pe)
#define DEFINE_FLOAT(NAME, TYPE, A) ISHMEMI_AMO_FLOAT_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_AMO_FLOAT_TYPES(DEFINE_FLOAT, )
