/* SPDX-License-Identifier: BSD-3-Clause */
/* wait_until and test, of one object and of sets. */
#include "body/wait_set.h"
#include "forms/forms.h"

#define IS_SIGNED(TYPE) ((TYPE)-1 < (TYPE)1)

#define BODY_wait_until(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)             \
    ishmemi_wait_until(CTX, GROUP, ROUTINE, "ivar", ivar, SIZE, IS_SIGNED(TYPE), cmp, \
                       (uint64_t)cmp_value)
#define BODY_test(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_test(CTX, GROUP, ROUTINE, ivar, SIZE, IS_SIGNED(TYPE), cmp, (uint64_t)cmp_value)

/* The set of a routine: all elements are compared with one value, or each with its own. */
#define SET(SIZE, TYPE)                                                                    \
    const ishmemi_set_t set = {ivars, nelems, status,         cmp, 0, (uint64_t)cmp_value, \
                               0,     SIZE,   IS_SIGNED(TYPE)};
#define VECTOR(SIZE, TYPE) \
    const ishmemi_set_t set = {ivars, nelems, status, cmp, 1, 0, cmp_values, SIZE, IS_SIGNED(TYPE)};

#define BODY_wait_until_all(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    SET(SIZE, TYPE)                                                           \
    ishmemi_set_wait_all(CTX, GROUP, ROUTINE, &set)
#define BODY_wait_until_any(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    SET(SIZE, TYPE)                                                           \
    return ishmemi_set_any(CTX, GROUP, ROUTINE, &set, 1)
#define BODY_wait_until_some(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    SET(SIZE, TYPE)                                                            \
    return ishmemi_set_some(CTX, GROUP, ROUTINE, &set, indices, 1)
#define BODY_wait_until_all_vector(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    VECTOR(SIZE, TYPE)                                                               \
    ishmemi_set_wait_all(CTX, GROUP, ROUTINE, &set)
#define BODY_wait_until_any_vector(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    VECTOR(SIZE, TYPE)                                                               \
    return ishmemi_set_any(CTX, GROUP, ROUTINE, &set, 1)
#define BODY_wait_until_some_vector(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    VECTOR(SIZE, TYPE)                                                                \
    return ishmemi_set_some(CTX, GROUP, ROUTINE, &set, indices, 1)

#define BODY_test_all(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    SET(SIZE, TYPE)                                                     \
    return ishmemi_set_test_all(CTX, GROUP, ROUTINE, &set)
#define BODY_test_any(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    SET(SIZE, TYPE)                                                     \
    return ishmemi_set_any(CTX, GROUP, ROUTINE, &set, 0)
#define BODY_test_some(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    SET(SIZE, TYPE)                                                      \
    return ishmemi_set_some(CTX, GROUP, ROUTINE, &set, indices, 0)
#define BODY_test_all_vector(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    VECTOR(SIZE, TYPE)                                                         \
    return ishmemi_set_test_all(CTX, GROUP, ROUTINE, &set)
#define BODY_test_any_vector(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    VECTOR(SIZE, TYPE)                                                         \
    return ishmemi_set_any(CTX, GROUP, ROUTINE, &set, 0)
#define BODY_test_some_vector(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    VECTOR(SIZE, TYPE)                                                          \
    return ishmemi_set_some(CTX, GROUP, ROUTINE, &set, indices, 0)

#define DEFINE_WAITS(NAME, TYPE, A) ISHMEMI_WAIT_ROUTINES(DEFINE_TYPED_OWN, NAME, TYPE)
ISHMEMI_WAIT_TYPES(DEFINE_WAITS, )
