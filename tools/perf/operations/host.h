/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations that the host starts: perf_benchmark_t.host of each benchmark.
 */
#ifndef PERF_HOST_H
#define PERF_HOST_H

#include "perf.h"

/* clang-format off */
#define PERF_HOST_OPERATIONS(X)                                                               \
    X(put) X(get) X(p) X(g) X(put_quiet) X(get_each) X(p_quiet) X(put_ping_pong)              \
    X(put_signal_ping_pong) X(signal_ping_pong) X(line) X(atomic) X(atomic_quiet) X(atomic_ping_pong)
/* clang-format on */

/* Where perf_host_line stores on the peer; NULL where it cannot. */
uint64_t *perf_host_line_address(const perf_job_t *job);

#define PERF_DECLARE_HOST(NAME) void perf_host_##NAME(perf_job_t *job, size_t bytes, size_t count);
PERF_HOST_OPERATIONS(PERF_DECLARE_HOST)

/* Makes the word of atomics' turns idle on both PEs of the pair before it returns on either. */
void perf_atomic_ping_pong_begin(perf_job_t *job, uint64_t idle);

#endif
