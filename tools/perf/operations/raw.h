/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What GPUs that reach each other do without the library: limits of operations between them.
 */
#ifndef PERF_RAW_H
#define PERF_RAW_H

#include "perf.h"

/* perf_benchmark_t.raw, by kernels. */
#define PERF_RAW_OPERATIONS(X) X(put) X(put_quiet) X(get) X(p) X(p_quiet) X(atomic)
/* One way of `bytes` and a flag, in turns; below, of `bytes` with the flag as the last 8. */
#define PERF_RAW_MESSAGES(X) X(message) X(ping_pong)
/* By the driver's copies, which the host starts one by one. */
#define PERF_RAW_COPIES(X) X(copy_to) X(copy_from)

#define PERF_DECLARE_RAW(NAME) void perf_raw_##NAME(perf_job_t *job, size_t bytes, size_t count);
PERF_RAW_OPERATIONS(PERF_DECLARE_RAW)
PERF_RAW_MESSAGES(PERF_DECLARE_RAW)
PERF_RAW_COPIES(PERF_DECLARE_RAW)

#endif
