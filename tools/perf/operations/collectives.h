/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the host starts, and what each PE's link carries at best for one of their bytes.
 */
#ifndef PERF_COLLECTIVES_H
#define PERF_COLLECTIVES_H

#include "perf.h"

#define PERF_COLLECTIVES(X) \
    X(barrier)              \
    X(sync)                 \
    X(broadcast) X(fcollect) X(collect) X(alltoall) X(reduce) X(reduce_scatter) X(inscan) X(exscan)

#define PERF_DECLARE_COLLECTIVE(NAME)                                     \
    void perf_host_##NAME(perf_job_t *job, size_t bytes, size_t count);   \
    void perf_device_##NAME(perf_job_t *job, size_t bytes, size_t count); \
    void perf_mpi_##NAME(perf_job_t *job, size_t bytes, size_t count);
PERF_COLLECTIVES(PERF_DECLARE_COLLECTIVE)

/* perf_benchmark_t.bus_factor: n - 1 of n parts of what all members get come over a link; of a
 * reduction's data, so many go out and so many come in. */
double perf_bus_once(int members);
double perf_bus_gather(int members);
double perf_bus_reduce(int members);

/* Whether MPI has the type of a reduction. */
bool perf_mpi_has_type(const char *type);

#endif
