/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_until and test, of one object and of sets, for every type that waits have.
 */
#include "compare.h"
#include "define.h"
#include "observe.h"
#include "reach.h"
#include "shared/mapped.h"
#include "spin.h"
#include "transfer.h"
#include "wait_set.h"

static inline void wait_until(const char *routine, const void *ivar, size_t size, bool is_signed,
                              int cmp, uint64_t cmp_value)
{
    ISHMEMI_REQUIRE(ishmemi_check_own(routine, "ivar", ivar, size));
    ISHMEMI_REQUIRE(ishmemi_check_cmp(routine, cmp));
    ISHMEMI_OBSERVE(WAIT, routine, -1, .object = ivar, .effect = ISHMEMI_EFFECT_SEEN,
                    .dest = ISHMEMI_OBSERVED_BLOCK(ivar, size));
    ishmemi_observe_seen_at(ivar,
                            ishmemi_access->wait(routine, ivar, size, is_signed, cmp, cmp_value));
}

static inline bool holds(size_t size, bool is_signed, int cmp, uint64_t seen, uint64_t cmp_value)
{
    return ishmemi_compare_once(is_signed, cmp, ishmemi_compare_extend(seen, size, is_signed),
                                ishmemi_compare_extend(cmp_value, size, is_signed));
}

static __attribute__((noinline)) int test_long_way(const char *routine, const void *ivar,
                                                   size_t size, bool is_signed, int cmp,
                                                   uint64_t cmp_value)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_own(routine, "ivar", ivar, size), 0);
    ISHMEMI_REQUIRE_OR(ishmemi_check_cmp(routine, cmp), 0);
    ISHMEMI_OBSERVE(TEST, routine, -1, .object = ivar, .dest = ISHMEMI_OBSERVED_BLOCK(ivar, size));
    const uint64_t seen = ishmemi_transfer_load(routine, ivar, size, ishmemi_job.my_pe);
    return ishmemi_spin_tested(
        ishmemi_observe_tested(ivar, holds(size, is_signed, cmp, seen, cmp_value)));
}

static inline int test(const char *routine, const void *ivar, size_t size, bool is_signed, int cmp,
                       uint64_t cmp_value)
{
    if (ishmemi_reach_own(ivar, size) && ishmemi_check_is_cmp(cmp)) {
        const uint64_t seen = ishmemi_mapped_load(ivar, size);
        return ishmemi_spin_tested(holds(size, is_signed, cmp, seen, cmp_value));
    }
    return test_long_way(routine, ivar, size, is_signed, cmp, cmp_value);
}

#define IS_SIGNED(TYPE) ((TYPE)-1 < (TYPE)1)

#define BODY_wait_until(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    wait_until(ROUTINE, ivar, SIZE, IS_SIGNED(TYPE), cmp, (uint64_t)cmp_value)
#define BODY_test(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return test(ROUTINE, ivar, SIZE, IS_SIGNED(TYPE), cmp, (uint64_t)cmp_value)

/* Sets whose elements are compared with one value, and sets in which each element has its own. */
#define SET(SIZE, TYPE)                                                                     \
    &(const ishmemi_set_t)                                                                  \
    {                                                                                       \
        ivars, nelems, status, cmp, (uint64_t)cmp_value, false, NULL, SIZE, IS_SIGNED(TYPE) \
    }
#define VECTOR(SIZE, TYPE)                                                     \
    &(const ishmemi_set_t)                                                     \
    {                                                                          \
        ivars, nelems, status, cmp, 0, true, cmp_values, SIZE, IS_SIGNED(TYPE) \
    }

#define BODY_wait_until_all(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_set_wait_all(ROUTINE, SET(SIZE, TYPE))
#define BODY_wait_until_any(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_any(ROUTINE, SET(SIZE, TYPE), true)
#define BODY_wait_until_some(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_some(ROUTINE, SET(SIZE, TYPE), indices, true)
#define BODY_wait_until_all_vector(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_set_wait_all(ROUTINE, VECTOR(SIZE, TYPE))
#define BODY_wait_until_any_vector(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_any(ROUTINE, VECTOR(SIZE, TYPE), true)
#define BODY_wait_until_some_vector(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_some(ROUTINE, VECTOR(SIZE, TYPE), indices, true)

#define BODY_test_all(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_test_all(ROUTINE, SET(SIZE, TYPE))
#define BODY_test_any(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_any(ROUTINE, SET(SIZE, TYPE), false)
#define BODY_test_some(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_some(ROUTINE, SET(SIZE, TYPE), indices, false)
#define BODY_test_all_vector(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_test_all(ROUTINE, VECTOR(SIZE, TYPE))
#define BODY_test_any_vector(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_any(ROUTINE, VECTOR(SIZE, TYPE), false)
#define BODY_test_some_vector(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_set_some(ROUTINE, VECTOR(SIZE, TYPE), indices, false)

#define DEFINE_WAITS(NAME, TYPE, A) ISHMEMI_WAIT_ROUTINES(DEFINE_TYPED_OWN, NAME, TYPE)
ISHMEMI_WAIT_TYPES(DEFINE_WAITS, )
