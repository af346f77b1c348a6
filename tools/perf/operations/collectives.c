/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the host starts: over the job's team, and those that only order over the world.
 * Broadcasts take each PE as the root in turn, so that none runs ahead.
 */
#include "collectives.h"

#include "reductions.h"
#include "types.h"

void perf_host_barrier(perf_job_t *job, size_t bytes, size_t count)
{
    (void)job;
    (void)bytes;
    for (size_t i = 0; i < count; i++) {
        ishmem_barrier_all();
    }
}

void perf_host_sync(perf_job_t *job, size_t bytes, size_t count)
{
    (void)job;
    (void)bytes;
    for (size_t i = 0; i < count; i++) {
        ishmem_sync_all();
    }
}

void perf_host_broadcast(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_broadcastmem(job->team, job->dest, job->source, bytes,
                            (int)(i % (size_t)job->members));
    }
}

void perf_host_fcollect(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_fcollectmem(job->team, job->dest, job->source, bytes);
    }
}

void perf_host_collect(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_collectmem(job->team, job->dest, job->source, bytes);
    }
}

void perf_host_alltoall(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_alltoallmem(job->team, job->dest, job->source, bytes);
    }
}

/* ---- Reductions ------------------------------------------------------------------------------ */

static void reduce(perf_job_t *job, perf_reduction_t reduction, size_t bytes, size_t count)
{
    const perf_options_t *const options = job->options;
    const perf_reduction_routine_t *const routine =
        perf_reduction_find(reduction, options->type, options->operation);
    const size_t elements = bytes / perf_type_find(options->type)->bytes;
    for (size_t i = 0; i < count; i++) {
        routine->call(job->team, job->dest, job->source, elements);
    }
}

void perf_host_reduce(perf_job_t *job, size_t bytes, size_t count)
{
    reduce(job, PERF_REDUCE, bytes, count);
}

void perf_host_reduce_scatter(perf_job_t *job, size_t bytes, size_t count)
{
    reduce(job, PERF_REDUCE_SCATTER, bytes, count);
}

void perf_host_inscan(perf_job_t *job, size_t bytes, size_t count)
{
    reduce(job, PERF_INSCAN, bytes, count);
}

void perf_host_exscan(perf_job_t *job, size_t bytes, size_t count)
{
    reduce(job, PERF_EXSCAN, bytes, count);
}

/* ---- What a link carries --------------------------------------------------------------------- */

double perf_bus_once(int members)
{
    return members > 1 ? 1.0 : 0.0;
}

double perf_bus_gather(int members)
{
    return (double)(members - 1) / (double)members;
}

double perf_bus_reduce(int members)
{
    return 2.0 * perf_bus_gather(members);
}
