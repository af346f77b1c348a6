/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic memory operations.  Values are passed as bits.  For a near PE, the non-blocking forms have
 * stored the result when they return.
 */
#include "access.h"
#include "define.h"
#include "host_reach.h"
#include "observe.h"
#include "reach.h"
#include "transfer.h"
#include "values.h"

#define INLINE static inline __attribute__((always_inline))

static uint8_t effect_of(ishmemi_amo_t op)
{
    switch (op) {
    case ISHMEMI_AMO_SET:
    case ISHMEMI_AMO_SWAP:
    case ISHMEMI_AMO_COMPARE_SWAP:
        return ISHMEMI_EFFECT_SET;
    case ISHMEMI_AMO_ADD:
        return ISHMEMI_EFFECT_ADD;
    default:
        return ISHMEMI_EFFECT_NONE;
    }
}

static uint8_t writes(ishmemi_amo_t op)
{
    return op == ISHMEMI_AMO_FETCH ? 0 : ISHMEMI_CALL_WRITES;
}

#define OBSERVE(ROUTINE, OP, OBJECT, SIZE, VALUE, PE, FLAGS, FETCH)                          \
    ISHMEMI_OBSERVE(AMO, ROUTINE, PE, .bytes = (SIZE), .object = (OBJECT), .value = (VALUE), \
                    .effect = effect_of(OP), .flags = (uint8_t)(writes(OP) | (FLAGS)),       \
                    .dest = ISHMEMI_OBSERVED_BLOCK(OBJECT, SIZE),                            \
                    .source = ISHMEMI_OBSERVED_BLOCK(FETCH, (FETCH) ? (SIZE) : 0))

/* argument: the name of the parameter `object`.  returns: whether the routine returns the old
 * value. */
static __attribute__((noinline)) uint64_t amo_long_way(const char *routine, ishmemi_amo_t op,
                                                       bool returns, const char *argument,
                                                       const void *object, size_t size,
                                                       uint64_t value, uint64_t cond, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_object(routine, argument, object, size, pe), 0);
    OBSERVE(routine, op, object, size, value, pe, returns ? ISHMEMI_CALL_FETCHES : 0, NULL);
    return ishmemi_transfer_amo(routine, op, returns, (void *)(uintptr_t)object, size, value, cond,
                                pe);
}

INLINE void amo(const char *routine, ishmemi_amo_t op, const char *argument, void *object,
                size_t size, uint64_t value, int pe)
{
    void *target;
    if (ishmemi_reach_object(object, size, pe, &target)) {
        ishmemi_mapped_amo(op, false, size, target, value, 0);
    } else {
        amo_long_way(routine, op, false, argument, object, size, value, 0, pe);
    }
}

INLINE uint64_t fetching_amo(const char *routine, ishmemi_amo_t op, const char *argument,
                             const void *object, size_t size, uint64_t value, uint64_t cond, int pe)
{
    void *target;
    if (ishmemi_reach_object(object, size, pe, &target)) {
        return ishmemi_mapped_amo(op, true, size, target, value, cond);
    }
    return amo_long_way(routine, op, true, argument, object, size, value, cond, pe);
}

INLINE void amo_nbi(const char *routine, ishmemi_amo_t op, void *fetch, const char *argument,
                    const void *object, size_t size, uint64_t value, uint64_t cond, int pe)
{
    ISHMEMI_REQUIRE(ishmemi_check_local(routine, "fetch", fetch, 1, size));
    ISHMEMI_REQUIRE(ishmemi_check_object(routine, argument, object, size, pe));
    OBSERVE(routine, op, object, size, value, pe, ISHMEMI_CALL_FETCHES | ISHMEMI_CALL_NBI, fetch);
    void *const target = (void *)(uintptr_t)object;
    if (ishmemi_far_is(pe)) {
        ishmemi_far_amo_nbi(routine, op, fetch, target, size, value, cond, pe);
        return;
    }
    const uint64_t before = ishmemi_transfer_amo(routine, op, true, target, size, value, cond, pe);
    if (ishmemi_host_reaches(fetch)) {
        memcpy(fetch, &before, size);
    } else {
        ishmemi_access->copy(fetch, &before, size);
    }
}

/* An operation with a value, in three forms: without a result, returning the old value, and storing
 * it. */
#define PLAIN(OP, VALUE, SIZE, ROUTINE) amo(ROUTINE, OP, "dest", dest, SIZE, VALUE, pe)
#define FETCHING(OP, VALUE, NAME, SIZE, ROUTINE) \
    return NAME##_value(fetching_amo(ROUTINE, OP, "dest", dest, SIZE, VALUE, 0, pe))
#define STORING(OP, VALUE, SIZE, ROUTINE) \
    amo_nbi(ROUTINE, OP, fetch, "dest", dest, SIZE, VALUE, 0, pe)

#define BODY_atomic_compare_swap(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)                      \
    return NAME##_value(fetching_amo(ROUTINE, ISHMEMI_AMO_COMPARE_SWAP, "dest", dest, SIZE, \
                                     NAME##_bits(value), NAME##_bits(cond), pe))
#define BODY_atomic_compare_swap_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)                    \
    amo_nbi(ROUTINE, ISHMEMI_AMO_COMPARE_SWAP, fetch, "dest", dest, SIZE, NAME##_bits(value), \
            NAME##_bits(cond), pe)
#define BODY_atomic_fetch_inc(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_ADD, 1, NAME, SIZE, ROUTINE)
#define BODY_atomic_inc(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_ADD, 1, SIZE, ROUTINE)
#define BODY_atomic_fetch_inc_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_ADD, 1, SIZE, ROUTINE)

/* Floating-point numbers need their own addition. */
#define ADD(TYPE) ((TYPE)0.5 > 0 ? ISHMEMI_AMO_ADD_FLOAT : ISHMEMI_AMO_ADD)
#define BODY_atomic_fetch_add(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ADD(TYPE), NAME##_bits(value), NAME, SIZE, ROUTINE)
#define BODY_atomic_add(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ADD(TYPE), NAME##_bits(value), SIZE, ROUTINE)
#define BODY_atomic_fetch_add_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ADD(TYPE), NAME##_bits(value), SIZE, ROUTINE)

#define BODY_atomic_fetch(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return NAME##_value(fetching_amo(ROUTINE, ISHMEMI_AMO_FETCH, "source", source, SIZE, 0, 0, pe))
#define BODY_atomic_fetch_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    amo_nbi(ROUTINE, ISHMEMI_AMO_FETCH, fetch, "source", source, SIZE, 0, 0, pe)
#define BODY_atomic_set(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_SET, NAME##_bits(value), SIZE, ROUTINE)
#define BODY_atomic_swap(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_SWAP, NAME##_bits(value), NAME, SIZE, ROUTINE)
#define BODY_atomic_swap_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_SWAP, NAME##_bits(value), SIZE, ROUTINE)

#define BODY_atomic_fetch_and(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_AND, NAME##_bits(value), NAME, SIZE, ROUTINE)
#define BODY_atomic_and(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_AND, NAME##_bits(value), SIZE, ROUTINE)
#define BODY_atomic_fetch_and_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_AND, NAME##_bits(value), SIZE, ROUTINE)
#define BODY_atomic_fetch_or(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_OR, NAME##_bits(value), NAME, SIZE, ROUTINE)
#define BODY_atomic_or(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_OR, NAME##_bits(value), SIZE, ROUTINE)
#define BODY_atomic_fetch_or_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_OR, NAME##_bits(value), SIZE, ROUTINE)
#define BODY_atomic_fetch_xor(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    FETCHING(ISHMEMI_AMO_XOR, NAME##_bits(value), NAME, SIZE, ROUTINE)
#define BODY_atomic_xor(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    PLAIN(ISHMEMI_AMO_XOR, NAME##_bits(value), SIZE, ROUTINE)
#define BODY_atomic_fetch_xor_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    STORING(ISHMEMI_AMO_XOR, NAME##_bits(value), SIZE, ROUTINE)

#define DEFINE_STD(NAME, TYPE, A) ISHMEMI_AMO_STD_ROUTINES(DEFINE_TYPED, NAME, TYPE)
#define DEFINE_EXT(NAME, TYPE, A) ISHMEMI_AMO_EXT_ROUTINES(DEFINE_TYPED, NAME, TYPE)
#define DEFINE_BIT(NAME, TYPE, A) ISHMEMI_AMO_BIT_ROUTINES(DEFINE_TYPED, NAME, TYPE)
#define DEFINE_FLOAT(NAME, TYPE, A) ISHMEMI_AMO_FLOAT_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_AMO_STD_TYPES(DEFINE_STD, )
ISHMEMI_AMO_EXT_TYPES(DEFINE_EXT, )
ISHMEMI_AMO_BIT_TYPES(DEFINE_BIT, )
ISHMEMI_AMO_FLOAT_TYPES(DEFINE_FLOAT, )
