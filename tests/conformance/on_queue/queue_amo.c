/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every atomic memory operation of every type, and signal_set and signal_add, on a command list;
 * then AMOs of lists, of a host thread and of other PEs on the same object at the same time.
 */
#include "amo_op_routines.h"
#include "harness.h"
#include "memory.h"
#include "queue_caller.h"
#include <pthread.h>

/* Arguments, by the kind of a routine's parameters, with `ret` where it returns something. */
#define RESULT(TYPE) ((TYPE *)(void *)queue_result)
#define ARGUMENTS_read(NAME, TYPE) dest, pe
#define ARGUMENTS_change(NAME, TYPE) dest, pe
#define ARGUMENTS_value(NAME, TYPE) dest, NAME##_value(value), pe
#define ARGUMENTS_cond(NAME, TYPE) dest, NAME##_value(cond), NAME##_value(value), pe
#define ARGUMENTS_read_nbi(NAME, TYPE) RESULT(TYPE), dest, pe
#define ARGUMENTS_change_nbi(NAME, TYPE) RESULT(TYPE), dest, pe
#define ARGUMENTS_value_nbi(NAME, TYPE) RESULT(TYPE), dest, NAME##_value(value), pe
#define ARGUMENTS_cond_nbi(NAME, TYPE) \
    RESULT(TYPE), dest, NAME##_value(cond), NAME##_value(value), pe

/* A call, by what the routine gives: nothing; the value before; that value in `fetch`. */
#define CALL_NOTHING(TYPE, ROUTINE, ...) QUEUE_RUN(ROUTINE, __VA_ARGS__)
#define CALL_BEFORE(TYPE, ROUTINE, ...) QUEUE_RUN(ROUTINE, __VA_ARGS__, RESULT(TYPE))
#define CALL_STORED CALL_NOTHING
#define CALL_(OP, GIVES, TYPE, ROUTINE, ...) CALL_##GIVES(TYPE, ROUTINE, __VA_ARGS__)

#define FUNCTION(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                            \
    static uint64_t queued_##NAME##_##ROUTINE(const amo_routine_t *self, void *dest,   \
                                              uint64_t value, uint64_t cond, int pe)   \
    {                                                                                  \
        (void)self, (void)value, (void)cond;                                           \
        *queue_result = 0;                                                             \
        AMO_OP_APPLY(CALL_, IS_##ROUTINE, TYPE, ishmemx_##NAME##_##ROUTINE##_on_queue, \
                     ARGUMENTS_##KIND(NAME, TYPE));                                    \
        return *queue_result;                                                          \
    }
AMO_OP_EVERY(FUNCTION)

#define ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    AMO_OP_ROW(ROUTINE, "ishmemx_" #NAME "_" #ROUTINE "_on_queue", TYPE, queued_##NAME##_##ROUTINE)

static amo_routine_t table[] = {AMO_OP_EVERY(ROW)};

/* ---- Lists, a host thread and other PEs at once ---------------------------------------------- */

enum { LISTS = 3 };

/* What each of the callers below adds in a round. */
#define A_ROUND 6

typedef struct adder {
    pthread_t thread;
    bool on_list;
    int rounds;
    uint64_t *sum; /* symmetric, everyone's */
} adder_t;

static void append_round(const queue_t *queue, uint64_t *sum, int to, bool last)
{
    const ze_event_handle_t done = last ? queue->done : NULL;
    if (ishmemx_uint64_atomic_add_on_queue(sum, 1, to, queue->list, NULL, 0, NULL) != 0 ||
        ishmemx_uint64_atomic_fetch_add_on_queue(sum, 2, to, NULL, queue->list, NULL, 0, NULL) !=
            0 ||
        ishmemx_signal_add_on_queue(sum, 3, to, queue->list, done, 0, NULL) != 0) {
        test_fatal("an AMO could not be appended");
    }
}

static void *add_everywhere(void *argument)
{
    adder_t *const adder = argument;
    queue_t queue = {0};
    if (adder->on_list) {
        queue_create(QUEUE_IMMEDIATE, NULL, &queue);
    }
    for (int round = 0; round < adder->rounds; round++) {
        const int to = (test_me + round) % test_n;
        if (adder->on_list) {
            append_round(&queue, adder->sum, to, round == adder->rounds - 1);
        } else {
            ishmem_uint64_atomic_add(adder->sum, A_ROUND, to);
        }
    }
    if (adder->on_list) {
        queue_wait(&queue);
        queue_destroy(&queue);
    }
    return NULL;
}

static void together(void)
{
    adder_t adders[LISTS + 1];
    const int rounds = test_rounds(400);
    uint64_t *const sum = ishmem_calloc(1, sizeof *sum);
    for (int i = 0; i <= LISTS; i++) {
        adders[i] = (adder_t){.on_list = i < LISTS, .rounds = rounds, .sum = sum};
        if (pthread_create(&adders[i].thread, NULL, add_everywhere, &adders[i]) != 0) {
            test_fatal("no thread");
        }
    }
    for (int i = 0; i <= LISTS; i++) {
        pthread_join(adders[i].thread, NULL);
    }
    ishmem_barrier_all();
    /* Every PE spreads its rounds over all PEs alike, up to the remainder. */
    uint64_t expected = 0;
    for (int from = 0; from < test_n; from++) {
        for (int round = 0; round < rounds; round++) {
            expected += (from + round) % test_n == test_me ? A_ROUND * (LISTS + 1) : 0;
        }
    }
    const uint64_t found = ishmem_uint64_atomic_fetch(sum, test_me);
    test_check(found == expected, "lists and a thread at once: the sum is %llu, expected %llu",
               (unsigned long long)found, (unsigned long long)expected);
    ishmem_free(sum);
}

/* ---- Signals --------------------------------------------------------------------------------- */

static void signals(void)
{
    uint64_t *const words = ishmem_calloc((size_t)test_n + 1, sizeof *words);
    const int rounds = test_rounds(200);
    for (int round = 1; round <= rounds; round++) {
        for (int to = 0; to < test_n; to++) {
            QUEUE_RUN(ishmemx_signal_add_on_queue, words, 3, to);
            QUEUE_RUN(ishmemx_signal_set_on_queue, &words[1 + test_me], (uint64_t)round, to);
        }
    }
    const uint64_t sum = 3 * (uint64_t)rounds * (uint64_t)test_n;
    test_check(ishmem_signal_wait_until(words, ISHMEM_CMP_GE, sum) == sum, "signal_add: wrong sum");
    for (int from = 0; from < test_n; from++) {
        test_check(ishmem_signal_wait_until(&words[1 + from], ISHMEM_CMP_EQ, (uint64_t)rounds) ==
                       (uint64_t)rounds,
                   "signal_set: wrong value");
    }
    ishmem_free(words);
}

int main(int argc, char **argv)
{
    const queue_mode_t mode = queue_test_start(argc, argv);
    test_family("amo, queued");
    amo_op_cases(queue_mode_names[mode], table, QUEUE_SOME(table), test_rounds(21));
    together();
    test_family("signal, queued");
    signals();
    return queue_test_finish();
}
