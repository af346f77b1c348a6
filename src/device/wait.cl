/* SPDX-License-Identifier: BSD-3-Clause */
/* wait_until and signal_wait_until. */
#include "ishmem/device/wait.h"
#include "ishmem_device.h"

#define IS_SIGNED(TYPE) ((TYPE)-1 < (TYPE)1)

#define DEFINE_WAIT(NAME, TYPE, A)                                                               \
    void ishmem_##NAME##_wait_until(TYPE *ivar, int cmp, TYPE cmp_value)                         \
    {                                                                                            \
        ishmemi_wait_until(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, ivar, sizeof *ivar,            \
                           IS_SIGNED(TYPE), cmp, (uint64_t)cmp_value);                           \
    }                                                                                            \
    void ishmemx_##NAME##_wait_until_work_group(TYPE *ivar, int cmp, TYPE cmp_value)             \
    {                                                                                            \
        ishmemi_wait_until(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP, ivar, sizeof *ivar,           \
                           IS_SIGNED(TYPE), cmp, (uint64_t)cmp_value);                           \
    }
ISHMEMI_AMO_STD_TYPES(DEFINE_WAIT, )

uint64_t ishmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value)
{
    return ishmemi_wait_until(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, sig_addr, sizeof *sig_addr, 0,
                              cmp, cmp_value);
}

uint64_t ishmemx_signal_wait_until_work_group(uint64_t *sig_addr, int cmp, uint64_t cmp_value)
{
    const uint64_t seen = ishmemi_wait_until(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP, sig_addr,
                                             sizeof *sig_addr, 0, cmp, cmp_value);
    return ishmemi_group_broadcast(ISHMEMI_WORK_GROUP, seen);
}
