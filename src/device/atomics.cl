/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic memory operations.  Values travel as bits, so that float and double need arithmetic only
 * in add. */
#include "body/atomics.h"
#include "forms/forms.h"
#include "forms/values.h"

/* Forms of an operation that takes a value: no result; returns the previous value; stores the
 * previous value (nbi). */
#define PLAIN(OP, VALUE, SIZE, CTX, GROUP, ROUTINE) \
    ishmemi_amo(CTX, GROUP, ROUTINE, OP, "dest", dest, SIZE, VALUE, pe)
#define FETCHING(OP, VALUE, NAME, SIZE, CTX, GROUP, ROUTINE) \
    return ishmemi_##NAME##_value(                           \
        ishmemi_fetching_amo(CTX, GROUP, ROUTINE, OP, "dest", dest, SIZE, VALUE, 0, pe))
#define STORING(OP, VALUE, SIZE, CTX, GROUP, ROUTINE) \
    ishmemi_amo_nbi(CTX, GROUP, ROUTINE, OP, fetch, "dest", dest, SIZE, VALUE, 0, pe)

#define BODY_atomic_compare_swap(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)              \
    return ishmemi_##NAME##_value(                                                              \
        ishmemi_fetching_amo(CTX, GROUP, ROUTINE, ISHMEMI_AMO_COMPARE_SWAP, "dest", dest, SIZE, \
                             ishmemi_##NAME##_bits(value), ishmemi_##NAME##_bits(cond), pe))
#define BODY_atomic_compare_swap_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)        \
    ishmemi_amo_nbi(CTX, GROUP, ROUTINE, ISHMEMI_AMO_COMPARE_SWAP, fetch, "dest", dest, SIZE, \
                    ishmemi_##NAME##_bits(value), ishmemi_##NAME##_bits(cond), pe)
#define BODY_atomic_fetch_inc(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_ADD, 1, NAME, SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_inc(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_ADD, 1, SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_fetch_inc_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_ADD, 1, SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_fetch_add(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_ADD, ishmemi_##NAME##_bits(value), NAME, SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_add(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_ADD, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_fetch_add_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_ADD, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define DEFINE_STD(NAME, TYPE, A) ISHMEMI_AMO_STD_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(DEFINE_STD, )

#define BODY_atomic_fetch(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)                    \
    return ishmemi_##NAME##_value(ishmemi_fetching_amo(CTX, GROUP, ROUTINE, ISHMEMI_AMO_FETCH, \
                                                       "source", source, SIZE, 0, 0, pe))
#define BODY_atomic_fetch_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_amo_nbi(CTX, GROUP, ROUTINE, ISHMEMI_AMO_FETCH, fetch, "source", source, SIZE, 0, 0, pe)
#define BODY_atomic_set(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_SET, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_swap(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_SWAP, ishmemi_##NAME##_bits(value), NAME, SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_swap_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_SWAP, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define DEFINE_EXT(NAME, TYPE, A) ISHMEMI_AMO_EXT_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_AMO_EXT_TYPES(DEFINE_EXT, )

#define BODY_atomic_fetch_and(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_AND, ishmemi_##NAME##_bits(value), NAME, SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_and(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_AND, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_fetch_and_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_AND, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_fetch_or(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_OR, ishmemi_##NAME##_bits(value), NAME, SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_or(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_OR, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_fetch_or_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_OR, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_fetch_xor(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_XOR, ishmemi_##NAME##_bits(value), NAME, SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_xor(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_XOR, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define BODY_atomic_fetch_xor_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_XOR, ishmemi_##NAME##_bits(value), SIZE, CTX, GROUP, ROUTINE)
#define DEFINE_BIT(NAME, TYPE, A) ISHMEMI_AMO_BIT_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_AMO_BIT_TYPES(DEFINE_BIT, )
