/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives by MPI over all PEs.
 */
#include "collectives.h"
#include "reductions.h"
#include "types.h"
#include "with_mpi.h"
#include <mpi.h>
#include <string.h>

typedef struct named_type {
    const char *name;
    MPI_Datatype type;
} named_type_t;

static MPI_Datatype type_of(const char *name)
{
    const named_type_t types[] = {{"int8", MPI_INT8_T},     {"int16", MPI_INT16_T},
                                  {"int32", MPI_INT32_T},   {"int64", MPI_INT64_T},
                                  {"uint8", MPI_UINT8_T},   {"uint16", MPI_UINT16_T},
                                  {"uint32", MPI_UINT32_T}, {"uint64", MPI_UINT64_T},
                                  {"float", MPI_FLOAT},     {"double", MPI_DOUBLE}};
    const char *const kind = perf_type_find(name)->kind;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, kind) == 0) {
            return types[i].type;
        }
    }
    return MPI_DATATYPE_NULL;
}

bool perf_mpi_has_type(const char *type)
{
    return type_of(type) != MPI_DATATYPE_NULL;
}

static MPI_Op operation_of(const perf_job_t *job)
{
    const MPI_Op operations[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_BAND, MPI_BOR, MPI_BXOR};
    return operations[perf_operation_find(perf_reduce_operations, job->options->operation)];
}

void perf_mpi_barrier(perf_job_t *job, size_t bytes, size_t count)
{
    (void)job;
    (void)bytes;
    for (size_t i = 0; i < count; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

void perf_mpi_sync(perf_job_t *job, size_t bytes, size_t count)
{
    perf_mpi_barrier(job, bytes, count);
}

void perf_mpi_broadcast(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        MPI_Bcast(perf_mpi.remote, (int)bytes, MPI_BYTE, (int)(i % (size_t)job->n_pes),
                  MPI_COMM_WORLD);
    }
}

void perf_mpi_fcollect(perf_job_t *job, size_t bytes, size_t count)
{
    (void)job;
    for (size_t i = 0; i < count; i++) {
        MPI_Allgather(perf_mpi.local, (int)bytes, MPI_BYTE, perf_mpi.remote, (int)bytes, MPI_BYTE,
                      MPI_COMM_WORLD);
    }
}

void perf_mpi_collect(perf_job_t *job, size_t bytes, size_t count)
{
    int counts[job->n_pes];
    int places[job->n_pes];
    for (int pe = 0; pe < job->n_pes; pe++) {
        counts[pe] = (int)bytes;
        places[pe] = (int)bytes * pe;
    }
    for (size_t i = 0; i < count; i++) {
        MPI_Allgatherv(perf_mpi.local, (int)bytes, MPI_BYTE, perf_mpi.remote, counts, places,
                       MPI_BYTE, MPI_COMM_WORLD);
    }
}

void perf_mpi_alltoall(perf_job_t *job, size_t bytes, size_t count)
{
    (void)job;
    for (size_t i = 0; i < count; i++) {
        MPI_Alltoall(perf_mpi.local, (int)bytes, MPI_BYTE, perf_mpi.remote, (int)bytes, MPI_BYTE,
                     MPI_COMM_WORLD);
    }
}

/* MPI_Allreduce and its like with the job's type and operation. */
typedef int (*reduce_fn)(const void *source, void *dest, int count, MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm);

static void reduce(const perf_job_t *job, reduce_fn call, size_t bytes, size_t count)
{
    const char *const type = job->options->type;
    const int elements = (int)(bytes / perf_type_find(type)->bytes);
    const MPI_Datatype datatype = type_of(type);
    const MPI_Op operation = operation_of(job);
    for (size_t i = 0; i < count; i++) {
        call(perf_mpi.local, perf_mpi.remote, elements, datatype, operation, MPI_COMM_WORLD);
    }
}

void perf_mpi_reduce(perf_job_t *job, size_t bytes, size_t count)
{
    reduce(job, MPI_Allreduce, bytes, count);
}

void perf_mpi_reduce_scatter(perf_job_t *job, size_t bytes, size_t count)
{
    reduce(job, MPI_Reduce_scatter_block, bytes, count);
}

void perf_mpi_inscan(perf_job_t *job, size_t bytes, size_t count)
{
    reduce(job, MPI_Scan, bytes, count);
}

void perf_mpi_exscan(perf_job_t *job, size_t bytes, size_t count)
{
    reduce(job, MPI_Exscan, bytes, count);
}
