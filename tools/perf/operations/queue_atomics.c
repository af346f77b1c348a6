/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomics on a command list, of every type that has all of them.  Fetched values go to a word of
 * this PE's heap, which the tile reaches.
 */
#include "queue.h"
#include "types.h"
#include <string.h>

/* X(NAME, OPERATION, ARGUMENTS): in the order of perf_atomic_operations. */
#define ATOMICS(X, NAME, TYPE)                           \
    X(NAME, fetch_add, at, (TYPE)1, pe, ret)             \
    X(NAME, add, at, (TYPE)1, pe)                        \
    X(NAME, fetch_inc, at, pe, ret)                      \
    X(NAME, inc, at, pe)                                 \
    X(NAME, fetch, at, pe, ret)                          \
    X(NAME, set, at, (TYPE)1, pe)                        \
    X(NAME, swap, at, (TYPE)1, pe, ret)                  \
    X(NAME, compare_swap, at, (TYPE)0, (TYPE)1, pe, ret) \
    X(NAME, fetch_and, at, (TYPE)3, pe, ret)             \
    X(NAME, and, at, (TYPE)3, pe)                        \
    X(NAME, fetch_or, at, (TYPE)1, pe, ret)              \
    X(NAME, or, at, (TYPE)1, pe)                         \
    X(NAME, fetch_xor, at, (TYPE)1, pe, ret)             \
    X(NAME, xor, at, (TYPE)1, pe)

#define INDEX(NAME, OPERATION, ...) ATOMIC_##OPERATION,
enum { ATOMICS(INDEX, int32, int32_t) };

typedef int (*append_atomic_fn)(int operation, void *object, void *fetched, int pe,
                                ze_command_list_handle_t list, ze_event_handle_t signal);

#define CASE(NAME, OPERATION, ...) \
    case ATOMIC_##OPERATION:       \
        return ishmemx_##NAME##_atomic_##OPERATION##_on_queue(__VA_ARGS__, list, signal, 0, NULL);
#define DEFINE(NAME, TYPE, A)                                                         \
    static int atomic_##NAME(int operation, void *object, void *fetched, int pe,      \
                             ze_command_list_handle_t list, ze_event_handle_t signal) \
    {                                                                                 \
        TYPE *const at = object;                                                      \
        TYPE *const ret = fetched;                                                    \
        switch (operation) {                                                          \
            ATOMICS(CASE, NAME, TYPE)                                                 \
        default:                                                                      \
            return -1;                                                                \
        }                                                                             \
    }
ISHMEMI_AMO_BIT_TYPES(DEFINE, )

#define ENTRY(NAME, TYPE, A) {#NAME, atomic_##NAME},
static const struct {
    const char *type;
    append_atomic_fn append;
} entries[] = {ISHMEMI_AMO_BIT_TYPES(ENTRY, )};

static void append_atomic(const perf_job_t *job, size_t bytes, size_t at,
                          ze_command_list_handle_t list, ze_event_handle_t signal)
{
    (void)bytes;
    (void)at;
    const int operation = perf_operation_find(perf_atomic_operations, job->options->operation);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        if (strcmp(entries[i].type, job->options->type) == 0) {
            perf_queue_require(entries[i].append(operation, job->dest,
                                                 job->word + PERF_WORD_FETCHED, job->peer, list,
                                                 signal),
                               "ishmemx_..._atomic_..._on_queue");
        }
    }
}

void perf_queue_atomic(perf_job_t *job, size_t bytes, size_t count)
{
    perf_queue_run(job, append_atomic, bytes, count);
}
