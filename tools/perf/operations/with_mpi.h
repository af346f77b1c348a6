/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The same operations by MPI, between the same PEs: perf_benchmark_t.mpi.  The buffers are the PEs'
 * own, of the same size.
 */
#ifndef PERF_WITH_MPI_H
#define PERF_WITH_MPI_H

#include "perf.h"

typedef struct perf_mpi {
    char *remote; /* this process' part of a window, and collectives' dest */
    char *local;
} perf_mpi_t;

extern perf_mpi_t perf_mpi;

/* Collective; failures end the job. */
void perf_mpi_open(size_t room);
void perf_mpi_close(void);
/* Collective: a PE that waits for the others here carries on their operations. */
void perf_mpi_rest(void);

#define PERF_MPI_OPERATIONS(X) \
    X(put)                     \
    X(get)                     \
    X(put_flush)               \
    X(get_flush) X(ping_pong) X(fetch_add) X(fetch_add_flush) X(put_overlap) X(get_overlap)

#define PERF_DECLARE_MPI(NAME) void perf_mpi_##NAME(perf_job_t *job, size_t bytes, size_t count);
PERF_MPI_OPERATIONS(PERF_DECLARE_MPI)

#endif
