/* SPDX-License-Identifier: BSD-3-Clause */
/* put_signal and signal_fetch. */
#include "ishmem/device/signal.h"
#include "ishmem/device/atomics.h"
#include "ishmem_device.h"

/* One form of a put_signal, without and with a context. */
#define DEFINE_FORM(ROUTINE, CTX_ROUTINE, TYPE, WIDTH, GROUP)                                     \
    void ROUTINE(ISHMEMI_SIGNAL_PARAMETERS(TYPE))                                                 \
    {                                                                                             \
        ishmemi_put_signal(ISHMEM_CTX_DEFAULT, GROUP, dest, source, nelems * (WIDTH), sig_addr,   \
                           signal, sig_op, pe);                                                   \
    }                                                                                             \
    void CTX_ROUTINE(ishmem_ctx_t ctx, ISHMEMI_SIGNAL_PARAMETERS(TYPE))                           \
    {                                                                                             \
        ishmemi_put_signal(ctx, GROUP, dest, source, nelems * (WIDTH), sig_addr, signal, sig_op,  \
                           pe);                                                                   \
    }
#define DEFINE_SIGNAL(ROUTINE, TYPE, WIDTH)                                                       \
    DEFINE_FORM(ishmem_##ROUTINE, ishmem_ctx_##ROUTINE, TYPE, WIDTH, ISHMEMI_WORK_ITEM)           \
    DEFINE_FORM(ishmemx_##ROUTINE##_work_group, ishmemx_ctx_##ROUTINE##_work_group, TYPE, WIDTH,  \
                ISHMEMI_WORK_GROUP)                                                               \
    DEFINE_FORM(ishmemx_##ROUTINE##_sub_group, ishmemx_ctx_##ROUTINE##_sub_group, TYPE, WIDTH,    \
                ISHMEMI_SUB_GROUP)

#define DEFINE_TYPE(NAME, TYPE, A) DEFINE_SIGNAL(NAME##_put_signal, TYPE, sizeof(TYPE))
ISHMEMI_RMA_TYPES(DEFINE_TYPE, )
#define DEFINE_SIZE(SIZE, BYTES, A) DEFINE_SIGNAL(put##SIZE##_signal, void, BYTES)
ISHMEMI_SIZES(DEFINE_SIZE, )
DEFINE_SIGNAL(putmem_signal, void, 1)

uint64_t ishmem_signal_fetch(const uint64_t *sig_addr)
{
    return ishmemi_atomic_fetch(ISHMEMI_ADDRESS(sig_addr), sizeof *sig_addr);
}
