/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal and put_signal_nbi of every type and size, without and with a context, signal_set,
 * signal_add, signal_fetch and signal_wait_until, called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include "rma_cases.h"
#include <string.h>

static ishmem_ctx_t ctx;

#define CALL(ID, FORM, PUT_SIGNAL, CTX)                                                     \
    static void FORM##_##ID(const rma_routines_t *self, void *dest, const void *source,     \
                            size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, \
                            int pe)                                                         \
    {                                                                                       \
        (void)self;                                                                         \
        PUT_SIGNAL(CTX dest, source, nelems, sig_addr, signal, sig_op, pe);                 \
    }
#define CTX_ARGUMENT ctx,

#define TYPED_CALLS(NAME, TYPE, A)                                \
    CALL(NAME, plain, ishmem_##NAME##_put_signal, )               \
    CALL(NAME, nbi, ishmem_##NAME##_put_signal_nbi, )             \
    CALL(NAME, ctx, ishmem_ctx_##NAME##_put_signal, CTX_ARGUMENT) \
    CALL(NAME, ctx_nbi, ishmem_ctx_##NAME##_put_signal_nbi, CTX_ARGUMENT)

#define SIZED_CALLS(SIZE, BYTES, A)                              \
    CALL(SIZE, plain, ishmem_put##SIZE##_signal, )               \
    CALL(SIZE, nbi, ishmem_put##SIZE##_signal_nbi, )             \
    CALL(SIZE, ctx, ishmem_ctx_put##SIZE##_signal, CTX_ARGUMENT) \
    CALL(SIZE, ctx_nbi, ishmem_ctx_put##SIZE##_signal_nbi, CTX_ARGUMENT)
RMA_EVERY(TYPED_CALLS, SIZED_CALLS, )

#define ROW(ID, FORM, BYTES, ALIGNMENT) \
    {.name = #FORM " " #ID, .size = BYTES, .alignment = ALIGNMENT, .put_signal = FORM##_##ID},
#define TYPED_ROW(NAME, TYPE, FORM) ROW(NAME, FORM, sizeof(TYPE), sizeof(TYPE))
#define SIZED_ROW(SIZE, BYTES, FORM) ROW(SIZE, FORM, BYTES, 1)
#define ROWS(FORM) RMA_EVERY(TYPED_ROW, SIZED_ROW, FORM)

static const rma_routines_t table[] = {ROWS(plain)};
/* The same bodies in other forms: a few shapes each. */
static const rma_routines_t forms[] = {ROWS(nbi) ROWS(ctx) ROWS(ctx_nbi)};

/* All PEs add to the words of all others, and set words of their own there. */
static void updates(void)
{
    uint64_t *const words = ishmem_calloc((size_t)test_n + 1, sizeof *words);
    const int rounds = test_rounds(2000);
    for (int round = 1; round <= rounds; round++) {
        for (int to = 0; to < test_n; to++) {
            if (round % 2) {
                ishmemx_signal_add(words, 3, to);
                ishmemx_signal_set(&words[1 + test_me], (uint64_t)round, to);
            } else {
                ishmemx_ctx_signal_add(ctx, words, 3, to);
                ishmemx_ctx_signal_set(ctx, &words[1 + test_me], (uint64_t)round, to);
            }
        }
    }
    ishmem_ctx_quiet(ctx);
    const uint64_t sum = 3 * (uint64_t)rounds * (uint64_t)test_n;
    test_check(ishmem_signal_wait_until(words, ISHMEM_CMP_GE, sum) == sum, "signal_add: wrong sum");
    for (int from = 0; from < test_n; from++) {
        test_check(ishmem_signal_wait_until(&words[1 + from], ISHMEM_CMP_EQ, (uint64_t)rounds) ==
                       (uint64_t)rounds,
                   "signal_set: wrong word from PE %d", from);
    }
    ishmem_free(words);
}

/* Payloads of different length, whose every word is the round, go round the ring of PEs; the
 * last word is looked at in the moment when the signal is seen.  Each PE waits for its left
 * neighbour in every round, so that a payload is never overwritten before it was looked at: it
 * has two slots, and who sends round r + 2 has the right neighbour's word that it has read
 * round r. */
static void hammer(void)
{
    enum { WORDS = 513 };
    long *const payload = ishmem_malloc(2 * WORDS * sizeof *payload);
    uint64_t *const signal = ishmem_malloc(sizeof *signal);
    uint64_t *const seen = ishmem_malloc(sizeof *seen);
    const uint64_t zero = 0;
    memory_write(signal, &zero, sizeof zero);
    memory_write(seen, &zero, sizeof zero);
    ishmem_barrier_all();

    const int right = (test_me + 1) % test_n;
    const int left = (test_me + test_n - 1) % test_n;
    const int rounds = test_rounds_in_step(100000);
    long source[WORDS];
    for (int round = 1; round <= rounds; round++) {
        const size_t words = 1 + (size_t)(round * 37) % WORDS;
        long *const slot = payload + (round & 1) * WORDS;
        for (size_t i = 0; i < words; i++) {
            source[i] = round;
        }
        if (round > 2) {
            ishmem_signal_wait_until(seen, ISHMEM_CMP_GE, (uint64_t)round - 2);
        }
        if (round & 1) {
            ishmem_long_put_signal(slot, source, words, signal, (uint64_t)round, ISHMEM_SIGNAL_SET,
                                   right);
        } else {
            ishmem_long_put_signal(slot, source, words, signal, 1, ISHMEM_SIGNAL_ADD, right);
        }
        ishmem_signal_wait_until(signal, ISHMEM_CMP_GE, (uint64_t)round);
        const long last = ishmem_long_g(slot + words - 1, test_me);
        const long first = ishmem_long_g(slot, test_me);
        if (last != round || first != round) {
            test_check(false, "round %d: the signal came before the data: words are %ld and %ld",
                       round, first, last);
        }
        ishmem_uint64_atomic_set(seen, (uint64_t)round, left);
    }
    ishmem_barrier_all();
    test_check(ishmem_signal_fetch(signal) == (uint64_t)rounds, "the signal is %lu after %d rounds",
               (unsigned long)ishmem_signal_fetch(signal), rounds);
    ishmem_free(seen);
    ishmem_free(signal);
    ishmem_free(payload);
}

int main(void)
{
    const rma_caller_t caller = {.name = "the host",
                                 .shared = false,
                                 .block_bytes = RMA_LARGEST_BLOCK,
                                 .step = test_step(1, RMA_HOST_STEP)};
    const rma_caller_t few = {
        .name = "the host", .shared = false, .block_bytes = 1 << 14, .step = 7, .first = 3};
    test_start();
    test_family("signal");
    if (ishmem_ctx_create(0, &ctx) != 0) {
        test_fatal("no context");
    }
    signal_cases(&caller, table, sizeof table / sizeof table[0]);
    signal_cases(&few, forms, sizeof forms / sizeof forms[0]);
    updates();
    hammer();
    ishmem_ctx_destroy(ctx);
    return test_finish();
}
