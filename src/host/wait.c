/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_until, for every standard AMO type.
 */
#include "access.h"
#include "check.h"

static inline void wait_until(const char *routine, const void *ivar, size_t size, bool is_signed,
                              int cmp, uint64_t cmp_value)
{
    ishmemi_check_own(routine, "ivar", ivar, size);
    ishmemi_check_cmp(routine, cmp);
    ishmemi_access->wait(routine, ivar, size, is_signed, cmp, cmp_value);
}

#define TYPED(NAME, TYPE, A)                                                                     \
    void ishmem_##NAME##_wait_until(TYPE *ivar, int cmp, TYPE cmp_value)                         \
    {                                                                                            \
        wait_until("ishmem_" #NAME "_wait_until", ivar, sizeof(TYPE), (TYPE)-1 < (TYPE)1, cmp,   \
                   (uint64_t)cmp_value);                                                         \
    }
ISHMEMI_AMO_STD_TYPES(TYPED, )
