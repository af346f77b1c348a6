/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations that a kernel starts: perf_benchmark_t.device of each benchmark.
 */
#ifndef PERF_DEVICE_H
#define PERF_DEVICE_H

#include "perf.h"

/* NAME, and the routine of kernel.h. */
/* clang-format off */
#define PERF_DEVICE_OPERATIONS(X)                                                   \
    X(put, PUT) X(get, GET) X(get_each, GET_EACH) X(p, P) X(g, G)                   \
    X(put_quiet, PUT_QUIET) X(p_quiet, P_QUIET) X(put_ping_pong, PUT_PING_PONG)     \
    X(put_signal_ping_pong, PUT_SIGNAL_PING_PONG) X(signal_ping_pong, SIGNAL_PING_PONG)
/* clang-format on */

/* clang-format off */
#define PERF_DECLARE_DEVICE(NAME, ROUTINE) \
    void perf_device_##NAME(perf_job_t *job, size_t bytes, size_t count);
/* clang-format on */
PERF_DEVICE_OPERATIONS(PERF_DECLARE_DEVICE)
void perf_device_atomic(perf_job_t *job, size_t bytes, size_t count);
void perf_device_atomic_quiet(perf_job_t *job, size_t bytes, size_t count);
void perf_device_atomic_ping_pong(perf_job_t *job, size_t bytes, size_t count);
/* The turns of a pair without the library (limit.c). */
void perf_device_line(perf_job_t *job, size_t bytes, size_t count);
/* With as much work at the same time as one takes alone; below, alone. */
void perf_device_put_overlap(perf_job_t *job, size_t bytes, size_t count);
void perf_device_put_alone(perf_job_t *job, size_t bytes, size_t count);
void perf_device_get_overlap(perf_job_t *job, size_t bytes, size_t count);
void perf_device_get_alone(perf_job_t *job, size_t bytes, size_t count);
void perf_device_launch(perf_job_t *job, size_t bytes, size_t count);

#endif
