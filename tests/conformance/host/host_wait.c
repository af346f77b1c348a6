/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_until of every type and signal_wait_until, called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include "wait_cases.h"
#include <pthread.h>

ISHMEMI_WAIT_TYPES(WAIT_HOLDS, )

#define CALL(NAME, TYPE, A)                                                             \
    static uint64_t NAME##_wait_until(const wait_routines_t *self, void *ivar, int cmp, \
                                      uint64_t value)                                   \
    {                                                                                   \
        (void)self;                                                                     \
        ishmem_##NAME##_wait_until(ivar, cmp, (TYPE)value);                             \
        return 0;                                                                       \
    }
ISHMEMI_WAIT_TYPES(CALL, )

static uint64_t signal_wait_until(const wait_routines_t *self, void *sig_addr, int cmp,
                                  uint64_t value)
{
    (void)self;
    return ishmem_signal_wait_until(sig_addr, cmp, value);
}

#define ROW(NAME, TYPE, A)                  \
    {.name = "ishmem_" #NAME "_wait_until", \
     .size = sizeof(TYPE),                  \
     .wait_until = NAME##_wait_until,       \
     .holds = NAME##_holds},

static const wait_routines_t table[] = {
    ISHMEMI_WAIT_TYPES(ROW, ){.name = "ishmem_signal_wait_until",
                              .size = sizeof(uint64_t),
                              .returns_value = true,
                              .wait_until = signal_wait_until,
                              .holds = uint64_holds},
};

/* While threads of a PE wait, another one puts and computes: a wait holds up nobody. */
static void *wait_for_round(void *argument)
{
    uint64_t *const word = argument;
    for (uint64_t round = 1; round <= 200; round++) {
        ishmem_uint64_wait_until(word, ISHMEM_CMP_GE, round);
    }
    return NULL;
}

static void waits_beside_puts(void)
{
    enum { THREADS = 3 };
    uint64_t *const words = ishmem_calloc(THREADS, sizeof *words);
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&thread[i], NULL, wait_for_round, &words[i]) != 0) {
            test_fatal("no thread");
        }
    }
    for (uint64_t round = 1; round <= 200; round++) {
        for (int i = 0; i < THREADS; i++) {
            ishmem_uint64_p(&words[i], round, (test_me + 1) % test_n);
            ishmem_fence();
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        test_check(ishmem_uint64_g(&words[i], test_me) >= 200, "a thread's wait ended early");
    }
    ishmem_free(words);
}

int main(void)
{
    test_start_threads();
    test_family("wait");
    wait_cases("the host", table, sizeof table / sizeof table[0]);
    waits_beside_puts();
    return test_finish();
}
