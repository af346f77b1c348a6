/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The buffers of a run.
 */
#ifndef PERF_JOB_H
#define PERF_JOB_H

#include "perf.h"

/* Collective.  job->options and job->blocks say what is needed.  A failure ends the job with a
 * message. */
void perf_job_open(perf_job_t *job);
void perf_job_close(perf_job_t *job);

#endif
