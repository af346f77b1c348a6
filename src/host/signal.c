/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal, and the reading of and waiting for signal words.
 */
#include "transfer.h"

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
    void *const word = ishmemi_peer_address(sig_addr, pe);
    if (sig_op == ISHMEM_SIGNAL_SET) {
        ishmemi_transfer_store(word, sizeof *sig_addr, signal);
    } else {
        ishmemi_transfer_add(word, sizeof *sig_addr, signal);
    }
}

#define TYPED(NAME, TYPE, A)                                                                     \
    void ishmem_##NAME##_put_signal(TYPE *dest, const TYPE *source, size_t nelems,               \
                                    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)     \
    {                                                                                            \
        put_signal("ishmem_" #NAME "_put_signal", dest, source, nelems, sizeof(TYPE),            \
                   _Alignof(TYPE), sig_addr, signal, sig_op, pe);                                \
    }
ISHMEMI_RMA_TYPES(TYPED, )

#define SIZED(SIZE, BYTES, A)                                                                    \
    void ishmem_put##SIZE##_signal(void *dest, const void *source, size_t nelems,                \
                                   uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)      \
    {                                                                                            \
        put_signal("ishmem_put" #SIZE "_signal", dest, source, nelems, BYTES, 1, sig_addr,       \
                   signal, sig_op, pe);                                                          \
    }
ISHMEMI_SIZES(SIZED, )

void ishmem_putmem_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
                          uint64_t signal, int sig_op, int pe)
{
    put_signal("ishmem_putmem_signal", dest, source, nelems, 1, 1, sig_addr, signal, sig_op, pe);
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
