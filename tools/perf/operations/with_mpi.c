/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided operations use a window with a lock on all PEs for the whole time, as a PGAS library
 * over MPI would do.
 */
#include "with_mpi.h"

#include "measure.h"
#include <errno.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define WINDOW 64
#define TAG 1

perf_mpi_t perf_mpi;
static MPI_Win window;

void perf_mpi_open(size_t room)
{
    perf_mpi.local = calloc(1, room);
    if (!perf_mpi.local || MPI_Win_allocate((MPI_Aint)room, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                                            &perf_mpi.remote, &window) != MPI_SUCCESS) {
        fprintf(stderr, "%s: cannot allocate memory for MPI's buffers of %zu bytes\n",
                program_invocation_short_name, room);
        ishmem_global_exit(EXIT_FAILURE);
    }
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
}

void perf_mpi_close(void)
{
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    free(perf_mpi.local);
}

void perf_mpi_rest(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void put(const perf_job_t *job, size_t bytes)
{
    MPI_Put(perf_mpi.local, (int)bytes, MPI_BYTE, job->peer, 0, (int)bytes, MPI_BYTE, window);
}

static void get(const perf_job_t *job, size_t bytes)
{
    MPI_Get(perf_mpi.local, (int)bytes, MPI_BYTE, job->peer, 0, (int)bytes, MPI_BYTE, window);
}

static void add(const perf_job_t *job)
{
    static const uint64_t one = 1;
    MPI_Fetch_and_op(&one, perf_mpi.local, MPI_UINT64_T, job->peer, 0, MPI_SUM, window);
}

void perf_mpi_put(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 1; i <= count; i++) {
        put(job, bytes);
        if (i % WINDOW == 0 || i == count) {
            MPI_Win_flush(job->peer, window);
        }
    }
}

void perf_mpi_get(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 1; i <= count; i++) {
        get(job, bytes);
        if (i % WINDOW == 0 || i == count) {
            MPI_Win_flush(job->peer, window);
        }
    }
}

void perf_mpi_put_flush(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put(job, bytes);
        MPI_Win_flush(job->peer, window);
    }
}

void perf_mpi_get_flush(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        get(job, bytes);
        MPI_Win_flush(job->peer, window);
    }
}

void perf_mpi_ping_pong(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (job->me == 0) {
            MPI_Send(perf_mpi.local, (int)bytes, MPI_BYTE, job->peer, TAG, MPI_COMM_WORLD);
        }
        MPI_Recv(perf_mpi.local, (int)bytes, MPI_BYTE, job->peer, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (job->me != 0) {
            MPI_Send(perf_mpi.local, (int)bytes, MPI_BYTE, job->peer, TAG, MPI_COMM_WORLD);
        }
    }
}

void perf_mpi_fetch_add(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    for (size_t i = 0; i < count; i++) {
        add(job);
    }
    MPI_Win_flush(job->peer, window);
}

void perf_mpi_fetch_add_flush(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    for (size_t i = 0; i < count; i++) {
        add(job);
        MPI_Win_flush(job->peer, window);
    }
}

/* As much work as the library's operation takes alone. */
void perf_mpi_put_overlap(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put(job, bytes);
        perf_work(job->alone);
        MPI_Win_flush(job->peer, window);
    }
}

void perf_mpi_get_overlap(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        get(job, bytes);
        perf_work(job->alone);
        MPI_Win_flush(job->peer, window);
    }
}
