/* SPDX-License-Identifier: BSD-3-Clause */
/* put_signal, and routines that set, add to, read and wait for signal words. */
#include "body/signal.h"
#include "body/wait.h"
#include "forms/forms.h"

#define BODY_put_signal(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)                    \
    ishmemi_put_signal(CTX, GROUP, ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, sig_addr, \
                       signal, sig_op, pe, ISHMEMI_RING_AWAIT)
#define BODY_put_signal_nbi(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT)                \
    ishmemi_put_signal(CTX, GROUP, ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, sig_addr, \
                       signal, sig_op, pe, ISHMEMI_RING_GO_ON)

#define DEFINE_SIGNAL(NAME, TYPE, A) ISHMEMI_SIGNAL_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_RMA_TYPES(DEFINE_SIGNAL, )
#define DEFINE_SIZE(SIZE, BYTES, A) ISHMEMI_SIZE_SIGNAL_ROUTINES(DEFINE_SIZED, SIZE, BYTES)
ISHMEMI_SIZES(DEFINE_SIZE, )
ISHMEMI_SIZE_SIGNAL_ROUTINES(DEFINE_SIZED, mem, 1)

#define BODY_signal_set(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_amo(CTX, GROUP, ROUTINE, ISHMEMI_AMO_SET, "sig_addr", sig_addr, SIZE, signal, pe)
#define BODY_signal_add(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_amo(CTX, GROUP, ROUTINE, ISHMEMI_AMO_ADD, "sig_addr", sig_addr, SIZE, signal, pe)
DEFINE_ALL(void, ishmemx, signal_set, signal_word, BODY_signal_set, , uint64_t, 8, 8)
DEFINE_ALL(void, ishmemx, signal_add, signal_word, BODY_signal_add, , uint64_t, 8, 8)

#define BODY_signal_fetch(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_own_fetch(CTX, GROUP, ROUTINE, "sig_addr", sig_addr, SIZE)
#define BODY_signal_wait_until(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_wait_value(CTX, GROUP, ROUTINE, "sig_addr", sig_addr, SIZE, 0, cmp, cmp_value)
DEFINE_OWN(uint64_t, ishmem, signal_fetch, own_signal, BODY_signal_fetch, , uint64_t, 8, 8)
DEFINE_OWN(uint64_t, ishmem, signal_wait_until, await_signal, BODY_signal_wait_until, , uint64_t, 8,
           8)
