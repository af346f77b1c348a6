/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * AMOs of a signed char.  Intel SHMEM declares but does not define them.  The names exist here, and a call is a
 * compile-time error that gives the reason.
 */
// IWYU pragma: private, include <ishmemx.h>
#ifndef ISHMEM_SYCL_REFUSED_H
#define ISHMEM_SYCL_REFUSED_H

#include "../templates.h"

#define ISHMEMI_REFUSED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                 \
    template <typename T = TYPE>                                                                   \
    inline RESULT PREFIX##_##NAME##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE))                     \
    {                                                                                              \
        static_assert(ishmemi::never<T>, #PREFIX "_" #NAME "_" #ROUTINE                            \
                                                 ": AMOs are for integers of 32 and 64 bits, and " \
                                                 "float and double");                              \
    }
/* The lists give the parameters names. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
ISHMEMI_AMO_STD_ROUTINES(ISHMEMI_REFUSED, schar, ISHMEMI_SCHAR)
ISHMEMI_AMO_EXT_ROUTINES(ISHMEMI_REFUSED, schar, ISHMEMI_SCHAR)
ISHMEMI_AMO_BIT_ROUTINES(ISHMEMI_REFUSED, schar, ISHMEMI_SCHAR)
#pragma GCC diagnostic pop
#undef ISHMEMI_REFUSED

#endif
