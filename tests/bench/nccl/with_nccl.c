/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NCCL's collectives, queued on a stream, between the same PEs and on the same GPUs.  Buffers are NCCL's
 * own, of the same size, and registered with it.  It is loaded when it is asked for: building needs
 * nothing of it.  Types and numbers are those of its binary interface.
 */
#include "beside.h"
#include "cuda.h"
#include "find.h"
#include "reductions.h"
#include "types.h"
#include <stdio.h>
#include <string.h>

typedef struct ncclComm *ncclComm_t;
typedef struct unique_id {
    char internal[128];
} unique_id_t;

enum { NCCL_UINT8 = 1 };

/* clang-format off */
#define NCCL_FUNCTIONS(X)                                                                      \
    X(int, ncclGetUniqueId, (unique_id_t *id))                                                 \
    X(int, ncclCommInitRank, (ncclComm_t *comm, int n, unique_id_t id, int rank))              \
    X(int, ncclCommDestroy, (ncclComm_t comm))                                                 \
    X(int, ncclMemAlloc, (void **memory, size_t bytes))                                        \
    X(int, ncclMemFree, (void *memory))                                                        \
    X(int, ncclCommRegister, (ncclComm_t comm, void *memory, size_t bytes, void **handle))     \
    X(int, ncclCommDeregister, (ncclComm_t comm, void *handle))                                \
    X(int, ncclBroadcast, (const void *source, void *dest, size_t count, int type, int root,   \
                           ncclComm_t comm, CUstream stream))                                  \
    X(int, ncclAllGather, (const void *source, void *dest, size_t count, int type,             \
                           ncclComm_t comm, CUstream stream))                                  \
    X(int, ncclAllReduce, (const void *source, void *dest, size_t count, int type, int op,     \
                           ncclComm_t comm, CUstream stream))                                  \
    X(int, ncclReduceScatter, (const void *source, void *dest, size_t count, int type, int op, \
                               ncclComm_t comm, CUstream stream))                              \
    X(int, ncclSend, (const void *source, size_t count, int type, int peer,                    \
                      ncclComm_t comm, CUstream stream))                                       \
    X(int, ncclRecv, (void *dest, size_t count, int type, int peer,                            \
                      ncclComm_t comm, CUstream stream))                                       \
    X(int, ncclGroupStart, (void))                                                             \
    X(int, ncclGroupEnd, (void))
/* clang-format on */

static struct {
    NCCL_FUNCTIONS(PERF_DECLARE_FUNCTION)
} library;

typedef struct buffer {
    void *memory;
    void *handle;
} buffer_t;

static ncclComm_t comm;
static buffer_t dest;
static buffer_t source;

/* ---- Start and end --------------------------------------------------------------------------- */

static void open_library(void)
{
    void *const handle = perf_find_library((const char *const[]){"libnccl.so.2", NULL});
    if (!handle) {
        perf_beside_fail("no libnccl.so.2; set NCCL_HOME to the directory that has it in lib, or "
                         "LD_LIBRARY_PATH");
    }
#define FIND_NCCL(RESULT, NAME, ARGUMENTS) perf_find_symbol(handle, #NAME, &library.NAME);
    NCCL_FUNCTIONS(FIND_NCCL)
}

static void get_buffer(buffer_t *buffer, size_t bytes)
{
    perf_beside_check(library.ncclMemAlloc(&buffer->memory, bytes), "ncclMemAlloc");
    perf_beside_check(library.ncclCommRegister(comm, buffer->memory, bytes, &buffer->handle),
                      "ncclCommRegister");
}

static void free_buffer(const buffer_t *buffer)
{
    library.ncclCommDeregister(comm, buffer->handle);
    library.ncclMemFree(buffer->memory);
}

static void open_all(const perf_job_t *job)
{
    unique_id_t id = {{0}};
    perf_cuda_open();
    open_library();
    if (job->me == 0) {
        perf_beside_check(library.ncclGetUniqueId(&id), "ncclGetUniqueId");
    }
    perf_beside_share(&id, sizeof id);
    perf_beside_check(library.ncclCommInitRank(&comm, job->n_pes, id, job->me), "ncclCommInitRank");
    get_buffer(&dest, job->room);
    get_buffer(&source, job->room);
}

static void close_all(void)
{
    free_buffer(&source);
    free_buffer(&dest);
    library.ncclCommDestroy(comm);
}

/* ---- Operations ------------------------------------------------------------------------------ */

/* NCCL's number of a type or an operation: its place in a list, or -1. */
static int number_of(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static int type_of(const perf_job_t *job)
{
    static const char *const names[] = {"int8",   "uint8",   "int32", "uint32", "int64",
                                        "uint64", "float16", "float", "double", "bfloat16"};
    return number_of(names, sizeof names / sizeof *names, perf_type_find(job->options->type)->kind);
}

static int op_of(const perf_job_t *job)
{
    static const char *const names[] = {"sum", "prod", "max", "min"};
    const char *const operation = job->options->operation;
    return operation ? number_of(names, sizeof names / sizeof *names, operation) : 0;
}

/* perf_run_fn NAME, where CALL is one operation on `bytes` bytes, the i-th. */
#define DEFINE(NAME, CALL)                                                                         \
    static void NAME##_each(const perf_job_t *job, size_t bytes, size_t i)                         \
    {                                                                                              \
        CUstream const stream = perf_cuda.stream;                                                  \
        char *const to = dest.memory;                                                              \
        const char *const from = source.memory;                                                    \
        (void)job, (void)i;                                                                        \
        perf_beside_check(CALL, #NAME);                                                            \
    }                                                                                              \
    static void queue_##NAME(perf_job_t *job, size_t bytes, size_t count)                          \
    {                                                                                              \
        for (size_t i = 0; i < count; i++) {                                                       \
            NAME##_each(job, bytes, i);                                                            \
        }                                                                                          \
        perf_beside_check(perf_cuda.cuStreamSynchronize(perf_cuda.stream), "cuStreamSynchronize"); \
    }                                                                                              \
    static void NAME(perf_job_t *job, size_t bytes, size_t count)                                  \
    {                                                                                              \
        for (size_t i = 0; i < count; i++) {                                                       \
            queue_##NAME(job, bytes, 1);                                                           \
        }                                                                                          \
    }

static int exchange(const perf_job_t *job, char *to, const char *from, size_t bytes,
                    CUstream stream)
{
    int failed = library.ncclGroupStart();
    for (int pe = 0; pe < job->n_pes; pe++) {
        const size_t at = (size_t)pe * bytes;
        failed |= library.ncclSend(from + at, bytes, NCCL_UINT8, pe, comm, stream);
        failed |= library.ncclRecv(to + at, bytes, NCCL_UINT8, pe, comm, stream);
    }
    return library.ncclGroupEnd() | failed;
}

#define ELEMENTS (bytes / perf_type_find(job->options->type)->bytes)
#define ROOT ((int)(i % (size_t)job->n_pes))
DEFINE(broadcast, library.ncclBroadcast(from, to, bytes, NCCL_UINT8, ROOT, comm, stream))
DEFINE(fcollect, library.ncclAllGather(from, to, bytes, NCCL_UINT8, comm, stream))
DEFINE(alltoall, exchange(job, to, from, bytes, stream))
DEFINE(reduce, library.ncclAllReduce(from, to, ELEMENTS, type_of(job), op_of(job), comm, stream))
DEFINE(reduce_scatter,
       library.ncclReduceScatter(from, to, ELEMENTS, type_of(job), op_of(job), comm, stream))

/* NCCL's kernels are its own, so it has nothing for calls in kernels. */
static perf_run_fn find_operation(const perf_job_t *job, const perf_benchmark_t *benchmark)
{
    static const perf_beside_named_t table[] = {
        {"broadcast", broadcast},
        {"fcollect", fcollect},
        {"alltoall", alltoall},
        {"reduce", reduce},
        {"reduce_scatter", reduce_scatter},
        {"queue_broadcast", queue_broadcast},
        {"queue_fcollect", queue_fcollect},
        {"queue_alltoall", queue_alltoall},
        {"queue_reduce", queue_reduce},
        {"queue_reduce_scatter", queue_reduce_scatter},
    };
    const bool reduces = strstr(benchmark->name, "reduce") != NULL;
    return job->options->device || (reduces && (type_of(job) < 0 || op_of(job) < 0))
               ? NULL
               : perf_beside_find(table, sizeof table / sizeof *table, benchmark->name);
}

static const perf_beside_t nccl = {
    .name = "NCCL", .open = open_all, .close = close_all, .operation = find_operation};
const perf_beside_t *const perf_beside = &nccl;
