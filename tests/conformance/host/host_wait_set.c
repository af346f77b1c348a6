/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test, and waiting for and testing sets, of every type, called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "wait_set_cases.h"

#define CALLS(NAME, TYPE, A)                                                                     \
    static int NAME##_test(const wait_set_routines_t *self, void *ivar, int cmp, uint64_t value) \
    {                                                                                            \
        (void)self;                                                                              \
        return ishmem_##NAME##_test(ivar, cmp, (TYPE)value);                                     \
    }                                                                                            \
    ALL(void, NAME, TYPE, wait_all, wait_until_all, (void))                                      \
    ALL(int, NAME, TYPE, test_all, test_all, return)                                             \
    ALL(size_t, NAME, TYPE, wait_any, wait_until_any, return)                                    \
    ALL(size_t, NAME, TYPE, test_any, test_any, return)                                          \
    SOME(NAME, TYPE, wait_some, wait_until_some)                                                 \
    SOME(NAME, TYPE, test_some, test_some)
#define ALL(RESULT, NAME, TYPE, CALL, ROUTINE, RETURN)                                          \
    static RESULT NAME##_##CALL(const wait_set_routines_t *self, void *ivars, size_t nelems,    \
                                const int *status, int cmp, uint64_t value, const void *values) \
    {                                                                                           \
        (void)self;                                                                             \
        if (values) {                                                                           \
            RETURN ishmem_##NAME##_##ROUTINE##_vector(ivars, nelems, status, cmp, values);      \
        } else {                                                                                \
            RETURN ishmem_##NAME##_##ROUTINE(ivars, nelems, status, cmp, (TYPE)value);          \
        }                                                                                       \
    }
#define SOME(NAME, TYPE, CALL, ROUTINE)                                                           \
    static size_t NAME##_##CALL(const wait_set_routines_t *self, void *ivars, size_t nelems,      \
                                size_t *indices, const int *status, int cmp, uint64_t value,      \
                                const void *values)                                               \
    {                                                                                             \
        (void)self;                                                                               \
        return values                                                                             \
                   ? ishmem_##NAME##_##ROUTINE##_vector(ivars, nelems, indices, status, cmp,      \
                                                        values)                                   \
                   : ishmem_##NAME##_##ROUTINE(ivars, nelems, indices, status, cmp, (TYPE)value); \
    }
ISHMEMI_WAIT_TYPES(CALLS, )

#define ROW(NAME, TYPE, A) WAIT_SET_ROW(NAME, TYPE, "ishmem_" #NAME)
static const wait_set_routines_t table[] = {ISHMEMI_WAIT_TYPES(ROW, )};

int main(void)
{
    test_start();
    test_family("wait, sets");
    wait_set_cases("the host", table, sizeof table / sizeof table[0]);
    return test_finish();
}
