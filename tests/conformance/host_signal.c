/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal of every type and size, signal_fetch and signal_wait_until, called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include "rma_cases.h"
#include <string.h>

#define TYPED_CALL(NAME, TYPE, A)                                                                \
    static void NAME##_put_signal(const rma_routines_t *self, void *dest, const void *source,    \
                                  size_t nelems, uint64_t *sig_addr, uint64_t signal,            \
                                  int sig_op, int pe)                                            \
    {                                                                                            \
        (void)self;                                                                              \
        ishmem_##NAME##_put_signal(dest, source, nelems, sig_addr, signal, sig_op, pe);          \
    }
ISHMEMI_RMA_TYPES(TYPED_CALL, )

#define SIZED_CALL(SIZE, BYTES, A)                                                               \
    static void put##SIZE##_signal(const rma_routines_t *self, void *dest, const void *source,   \
                                   size_t nelems, uint64_t *sig_addr, uint64_t signal,           \
                                   int sig_op, int pe)                                           \
    {                                                                                            \
        (void)self;                                                                              \
        ishmem_put##SIZE##_signal(dest, source, nelems, sig_addr, signal, sig_op, pe);           \
    }
ISHMEMI_SIZES(SIZED_CALL, )
SIZED_CALL(mem, 1, )

#define TYPED_ROW(NAME, TYPE, A)                                                                 \
    {.name = "ishmem_" #NAME,                                                                    \
     .size = sizeof(TYPE),                                                                       \
     .alignment = sizeof(TYPE),                                                                  \
     .put_signal = NAME##_put_signal},
#define SIZED_ROW(SIZE, BYTES, A)                                                                \
    {.name = "ishmem_" #SIZE, .size = BYTES, .alignment = 1, .put_signal = put##SIZE##_signal},

static const rma_routines_t table[] = {ISHMEMI_RMA_TYPES(TYPED_ROW, ) ISHMEMI_SIZES(SIZED_ROW, )
                                           SIZED_ROW(mem, 1, )};

/* Payloads of different length, whose every word is the round, go round the ring of PEs; the last
 * word is looked at in the moment when the signal is seen.  Each PE waits for its left neighbour in
 * every round, so that a payload is never overwritten before it was looked at: it has two slots, and
 * who sends round r + 2 has the right neighbour's word that it has read round r. */
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
    const int rounds = test_rounds(100000);
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
        ishmem_uint64_p(seen, (uint64_t)round, left);
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
    const rma_caller_t caller = {
        .name = "the host", .shared = false, .block_bytes = RMA_LARGEST_BLOCK};
    test_start();
    test_family("signal");
    signal_cases(&caller, table, sizeof table / sizeof table[0]);
    hammer();
    return test_finish();
}
