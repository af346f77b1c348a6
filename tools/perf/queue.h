/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations that the host appends to a command list, and what a plain copy costs there.
 */
#ifndef PERF_QUEUE_H
#define PERF_QUEUE_H

#include "perf.h"

/* strided: so many blocks, which together have the bytes, to blocks twice as far apart. */
enum { PERF_QUEUE_BLOCKS = 4 };

/* perf_benchmark_t.host. */
#define PERF_QUEUE_OPERATIONS(X) \
    X(put) X(get) X(put_signal) X(p) X(atomic) X(barrier) X(put_overlap) X(put_alone) \
    X(strided)

#define PERF_DECLARE_QUEUE(NAME) void perf_queue_##NAME(perf_job_t *job, size_t bytes, size_t count);
PERF_QUEUE_OPERATIONS(PERF_DECLARE_QUEUE)

/* Closes what the first of them has opened, if one has. */
void perf_queue_close(void);

/* Seconds of a zeCommandListAppendMemoryCopy of `bytes` to where puts go, in a row of `count`; where
 * the peer is far, to this PE's own. */
double perf_queue_copy(const perf_job_t *job, size_t bytes, size_t count);

#endif
