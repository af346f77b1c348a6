/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Non-blocking operations of the host, alone and at the same time as work.
 */
#ifndef PERF_OVERLAP_H
#define PERF_OVERLAP_H

#include "measure.h"

void perf_host_put_overlap(perf_job_t *job, size_t bytes, size_t count);
void perf_host_put_alone(perf_job_t *job, size_t bytes, size_t count);
void perf_host_get_overlap(perf_job_t *job, size_t bytes, size_t count);
void perf_host_get_alone(perf_job_t *job, size_t bytes, size_t count);

#endif
