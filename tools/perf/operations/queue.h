/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations that the host appends to a command list, and what a plain copy costs there.
 */
#ifndef PERF_QUEUE_H
#define PERF_QUEUE_H

#include "perf.h"

/* The blocks of strided operations.  Together they have the bytes; the destination's blocks are
 * twice as far apart. */
enum { PERF_QUEUE_BLOCKS = 16 };

/* perf_benchmark_t.host. */
/* clang-format off */
#define PERF_QUEUE_OPERATIONS(X)                                                             \
    X(put) X(get) X(put_signal) X(p) X(g) X(atomic) X(strided) X(put_overlap) X(put_alone)   \
    X(get_overlap) X(get_alone) X(barrier) X(sync) X(broadcast) X(fcollect) X(collect)       \
    X(alltoall) X(reduce) X(reduce_scatter) X(inscan) X(exscan) X(nothing)
/* clang-format on */

#define PERF_DECLARE_QUEUE(NAME) \
    void perf_queue_##NAME(perf_job_t *job, size_t bytes, size_t count);
PERF_QUEUE_OPERATIONS(PERF_DECLARE_QUEUE)

/* Appends the operation with number `at` of a row, which signals the event unless that is NULL. */
typedef void (*perf_append_fn)(const perf_job_t *job, size_t bytes, size_t at,
                               ze_command_list_handle_t list, ze_event_handle_t signal);

/* Appends a row of `count` and waits for the last one. */
void perf_queue_run(const perf_job_t *job, perf_append_fn append, size_t bytes, size_t count);

/* Ends the job if a routine of the library has failed. */
void perf_queue_require(int result, const char *what);

/* perf_queue_NAME, which appends by the expression CALL of job, bytes, at, list and signal. */
/* clang-format off */
#define PERF_QUEUE_DEFINE(NAME, CALL)                                                  \
    static void append_##NAME(const perf_job_t *job, size_t bytes, size_t at,          \
                              ze_command_list_handle_t list, ze_event_handle_t signal) \
    {                                                                                  \
        (void)job;                                                                     \
        (void)bytes;                                                                   \
        (void)at;                                                                      \
        perf_queue_require(CALL, "ishmemx_" #NAME "_on_queue");                        \
    }                                                                                  \
    void perf_queue_##NAME(perf_job_t *job, size_t bytes, size_t count)                \
    {                                                                                  \
        perf_queue_run(job, append_##NAME, bytes, count);                              \
    }
/* clang-format on */

/* Closes what the first operation has opened, if there was one. */
void perf_queue_close(void);

/* Seconds per zeCommandListAppendMemoryCopy of `bytes` between the places of puts, or of gets, in a
 * row of `count`; if the peer is far, within this PE's own memory. */
double perf_queue_copy(const perf_job_t *job, bool gets, size_t bytes, size_t count);

#endif
