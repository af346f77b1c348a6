/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal, and the setting, adding to, reading of and waiting for signal words.
 */
#include "define.h"
#include "transfer.h"

static inline void signal_word(void *word, uint64_t signal, int sig_op)
{
    if (sig_op == ISHMEM_SIGNAL_SET) {
        ishmemi_transfer_store(word, sizeof signal, signal);
    } else {
        ishmemi_transfer_amo(ISHMEMI_AMO_ADD, false, word, sizeof signal, signal, 0);
    }
}

static inline void put_signal(const char *routine, void *dest, const void *source, size_t nelems,
                              size_t size, size_t alignment, uint64_t *sig_addr, uint64_t signal,
                              int sig_op, int pe)
{
    ishmemi_check_transfer(routine, ISHMEMI_PUT, dest, source, nelems, size, alignment, pe);
    ishmemi_check_object(routine, "sig_addr", sig_addr, sizeof *sig_addr, pe);
    ishmemi_check_sig_op(routine, sig_op);

    ishmemi_transfer_put(dest, source, nelems * size, pe);
    /* Where the tile copies, the copy has ended; a mapped one may still be in a store buffer. */
    ishmemi_mapped_fence();
    signal_word(ishmemi_peer_address(sig_addr, pe), signal, sig_op);
}

#define BODY_put_signal(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    put_signal(ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, sig_addr, signal, sig_op, pe)
#define BODY_put_signal_nbi BODY_put_signal

#define DEFINE_SIGNAL(NAME, TYPE, A) ISHMEMI_SIGNAL_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_RMA_TYPES(DEFINE_SIGNAL, )
#define DEFINE_SIZE(SIZE, BYTES, A) ISHMEMI_SIZE_SIGNAL_ROUTINES(DEFINE_SIZED, SIZE, BYTES)
ISHMEMI_SIZES(DEFINE_SIZE, )
ISHMEMI_SIZE_SIGNAL_ROUTINES(DEFINE_SIZED, mem, 1)

static void update(const char *routine, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)
{
    ishmemi_check_object(routine, "sig_addr", sig_addr, sizeof *sig_addr, pe);
    signal_word(ishmemi_peer_address(sig_addr, pe), signal, sig_op);
}

void ishmemx_signal_set(uint64_t *sig_addr, uint64_t signal, int pe)
{
    update("ishmemx_signal_set", sig_addr, signal, ISHMEM_SIGNAL_SET, pe);
}

void ishmemx_ctx_signal_set(ishmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe)
{
    static const char routine[] = "ishmemx_ctx_signal_set";
    update(routine, sig_addr, signal, ISHMEM_SIGNAL_SET, ishmemi_check_ctx_pe(routine, ctx, pe));
}

void ishmemx_signal_add(uint64_t *sig_addr, uint64_t signal, int pe)
{
    update("ishmemx_signal_add", sig_addr, signal, ISHMEM_SIGNAL_ADD, pe);
}

void ishmemx_ctx_signal_add(ishmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe)
{
    static const char routine[] = "ishmemx_ctx_signal_add";
    update(routine, sig_addr, signal, ISHMEM_SIGNAL_ADD, ishmemi_check_ctx_pe(routine, ctx, pe));
}

uint64_t ishmem_signal_fetch(const uint64_t *sig_addr)
{
    ishmemi_check_own("ishmem_signal_fetch", "sig_addr", sig_addr, sizeof *sig_addr);
    return ishmemi_transfer_load(sig_addr, sizeof *sig_addr);
}

uint64_t ishmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value)
{
    static const char routine[] = "ishmem_signal_wait_until";
    ishmemi_check_own(routine, "sig_addr", sig_addr, sizeof *sig_addr);
    ishmemi_check_cmp(routine, cmp);
    return ishmemi_access->wait(routine, sig_addr, sizeof *sig_addr, false, cmp, cmp_value);
}
