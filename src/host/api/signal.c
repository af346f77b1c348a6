/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal, and routines that set, add to, read and wait for signal words.
 */
#include "define.h"
#include "observe.h"
#include "reach.h"
#include "transfer.h"
#include "util/copy_once.h"

static inline uint8_t effect_of(int sig_op)
{
    return sig_op == ISHMEM_SIGNAL_SET ? ISHMEMI_EFFECT_SET : ISHMEMI_EFFECT_ADD;
}

static inline void signal_word(const char *routine, uint64_t *word, uint64_t signal, int sig_op,
                               int pe)
{
    if (sig_op == ISHMEM_SIGNAL_SET) {
        ishmemi_transfer_store(routine, word, sizeof signal, signal, pe);
    } else {
        ishmemi_transfer_amo(routine, ISHMEMI_AMO_ADD, false, word, sizeof signal, signal, 0, pe);
    }
}

/* The transport delivers the signal after the data. */
static ISHMEMI_FAR_COLD void put_signal_far(const char *routine, void *dest, const void *source,
                                            size_t bytes, const uint64_t *sig_addr, uint64_t signal,
                                            int sig_op, int pe, bool nbi)
{
    const ishmemi_transport_signal_t behind = {
        .place = ishmemi_far_place(sig_addr), .value = signal, .add = sig_op == ISHMEM_SIGNAL_ADD};
    ishmemi_far_put_signal(routine, dest, source, bytes, &behind, pe, nbi);
}

static __attribute__((noinline)) void put_signal_long_way(const char *routine, void *dest,
                                                          const void *source, size_t nelems,
                                                          size_t size, size_t alignment,
                                                          uint64_t *sig_addr, uint64_t signal,
                                                          int sig_op, int pe, bool nbi)
{
    ISHMEMI_REQUIRE(
        ishmemi_check_transfer(routine, ISHMEMI_PUT, dest, source, nelems, size, alignment, pe));
    ISHMEMI_REQUIRE(ishmemi_check_object(routine, "sig_addr", sig_addr, sizeof *sig_addr, pe));
    ISHMEMI_REQUIRE(ishmemi_check_sig_op(routine, sig_op));
    ISHMEMI_REQUIRE(ishmemi_check_signal(routine, dest, nelems * size, sig_addr));
    ISHMEMI_OBSERVE(SIGNAL, routine, pe, .bytes = nelems * size, .object = sig_addr,
                    .value = signal, .effect = effect_of(sig_op),
                    .flags = (uint8_t)(ISHMEMI_CALL_PUT_SIGNAL | (nbi ? ISHMEMI_CALL_NBI : 0)),
                    .dest = ISHMEMI_OBSERVED_BLOCK(dest, nelems * size),
                    .source = ISHMEMI_OBSERVED_BLOCK(source, nelems * size));
    if (ishmemi_far_is(pe) && nelems > 0) {
        put_signal_far(routine, dest, source, nelems * size, sig_addr, signal, sig_op, pe, nbi);
        return;
    }
    ishmemi_transfer_put(routine, dest, source, nelems * size, pe, nbi);
    /* A copy by the tile has ended.  Stores to a mapped heap may still be in the store buffer. */
    ishmemi_mapped_fence();
    signal_word(routine, sig_addr, signal, sig_op, pe);
}

static inline __attribute__((always_inline)) void
put_signal(const char *routine, void *dest, const void *source, size_t nelems, size_t size,
           size_t alignment, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, bool nbi)
{
    void *target;
    void *word;
    if (!ishmemi_reach_array(dest, nelems, size, alignment, pe, &target) ||
        !ishmemi_reach_object(sig_addr, sizeof *sig_addr, pe, &word) ||
        !ishmemi_check_local_array(source, alignment) ||
        (sig_op != ISHMEM_SIGNAL_SET && sig_op != ISHMEM_SIGNAL_ADD)) {
        put_signal_long_way(routine, dest, source, nelems, size, alignment, sig_addr, signal,
                            sig_op, pe, nbi);
        return;
    }
    ishmemi_copy_to_shared(target, source, nelems * size);
    ishmemi_mapped_fence();
    if (sig_op == ISHMEM_SIGNAL_SET) {
        ishmemi_mapped_store(word, sizeof signal, signal);
    } else {
        ishmemi_mapped_amo(ISHMEMI_AMO_ADD, false, sizeof signal, word, signal, 0);
    }
}

#define BODY_put_signal(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    put_signal(ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, sig_addr, signal, sig_op, pe, false)
#define BODY_put_signal_nbi(ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    put_signal(ROUTINE, dest, source, nelems, SIZE, ALIGNMENT, sig_addr, signal, sig_op, pe, true)

#define DEFINE_SIGNAL(NAME, TYPE, A) ISHMEMI_SIGNAL_ROUTINES(DEFINE_TYPED, NAME, TYPE)
ISHMEMI_HOST_RMA_TYPES(DEFINE_SIGNAL, )
#define DEFINE_SIZE(SIZE, BYTES, A) ISHMEMI_SIZE_SIGNAL_ROUTINES(DEFINE_SIZED, SIZE, BYTES)
ISHMEMI_SIZES(DEFINE_SIZE, )
ISHMEMI_SIZE_SIGNAL_ROUTINES(DEFINE_SIZED, mem, 1)

static void update(const char *routine, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)
{
    ISHMEMI_REQUIRE(ishmemi_check_object(routine, "sig_addr", sig_addr, sizeof *sig_addr, pe));
    ISHMEMI_OBSERVE(SIGNAL, routine, pe, .bytes = sizeof signal, .object = sig_addr,
                    .value = signal, .effect = effect_of(sig_op));
    signal_word(routine, sig_addr, signal, sig_op, pe);
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
    static const char routine[] = "ishmem_signal_fetch";
    ISHMEMI_REQUIRE_OR(ishmemi_check_own(routine, "sig_addr", sig_addr, sizeof *sig_addr), 0);
    ISHMEMI_OBSERVE(TEST, routine, ishmemi_job.my_pe, .object = sig_addr,
                    .dest = ISHMEMI_OBSERVED_BLOCK(sig_addr, sizeof *sig_addr));
    const uint64_t value =
        ishmemi_transfer_load(routine, sig_addr, sizeof *sig_addr, ishmemi_job.my_pe);
    (void)ishmemi_observe_tested(sig_addr, true);
    return value;
}

uint64_t ishmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value)
{
    static const char routine[] = "ishmem_signal_wait_until";
    ISHMEMI_REQUIRE_OR(ishmemi_check_own(routine, "sig_addr", sig_addr, sizeof *sig_addr), 0);
    ISHMEMI_REQUIRE_OR(ishmemi_check_cmp(routine, cmp), 0);
    ISHMEMI_OBSERVE(WAIT, routine, -1, .object = sig_addr, .effect = ISHMEMI_EFFECT_SEEN,
                    .dest = ISHMEMI_OBSERVED_BLOCK(sig_addr, sizeof *sig_addr));
    return ishmemi_observe_seen_at(
        sig_addr, ishmemi_access->wait(routine, sig_addr, sizeof *sig_addr, false, cmp, cmp_value));
}
