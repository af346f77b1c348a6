/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Non-blocking operations of the host, each together with as much work as it takes alone.  If the
 * work hides an operation completely, the two take as long as one of them; if not at all, twice as
 * long.
 */
#include "overlap.h"

static void put_beside(perf_job_t *job, double work, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_putmem_nbi(job->dest, job->source, bytes, job->peer);
        perf_work(work);
        ishmem_quiet();
    }
}

static void get_beside(perf_job_t *job, double work, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_getmem_nbi(job->dest, job->source, bytes, job->peer);
        perf_work(work);
        ishmem_quiet();
    }
}

void perf_host_put_overlap(perf_job_t *job, size_t bytes, size_t count)
{
    put_beside(job, job->alone, bytes, count);
}

void perf_host_put_alone(perf_job_t *job, size_t bytes, size_t count)
{
    put_beside(job, 0.0, bytes, count);
}

void perf_host_get_overlap(perf_job_t *job, size_t bytes, size_t count)
{
    get_beside(job, job->alone, bytes, count);
}

void perf_host_get_alone(perf_job_t *job, size_t bytes, size_t count)
{
    get_beside(job, 0.0, bytes, count);
}
