/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NVSHMEM's routines that the host calls, or that it queues on a stream.
 */
#include "library.h"
#include "types.h"
#include "with_nvshmem.h"
#include <stdio.h>

#define LIBRARY perf_nvshmem_library

/* perf_run_fn NAME: CALL for each of `count` operations, with its number as i, and END after all. */
#define DEFINE(NAME, CALL, END)                                         \
    static void NAME(perf_job_t *job, size_t bytes, size_t count)       \
    {                                                                   \
        char *const dest = perf_nvshmem.dest;                           \
        char *const source = perf_nvshmem.source;                       \
        uint64_t *const word = perf_nvshmem.word;                       \
        CUstream const stream = perf_cuda.stream;                       \
        const int peer = job->peer;                                     \
        const int root_of = job->n_pes;                                 \
        (void)dest, (void)source, (void)word, (void)stream, (void)peer; \
        (void)root_of, (void)bytes;                                     \
        for (size_t i = 0; i < count; i++) {                            \
            CALL;                                                       \
        }                                                               \
        END;                                                            \
    }

#define WORD_OF(OBJECT) ((uint64_t *)(void *)(OBJECT))
#define ROOT ((int)(i % (size_t)root_of))

/* ---- Called ---------------------------------------------------------------------------------- */

DEFINE(put, LIBRARY.nvshmem_putmem_nbi(dest, source, bytes, peer), LIBRARY.nvshmem_quiet())
DEFINE(get, LIBRARY.nvshmem_getmem_nbi(dest, source, bytes, peer), LIBRARY.nvshmem_quiet())
DEFINE(get_each, LIBRARY.nvshmem_getmem(dest, source, bytes, peer), )
DEFINE(p, LIBRARY.nvshmem_uint64_p(WORD_OF(dest), i, peer), LIBRARY.nvshmem_quiet())
DEFINE(g, (void)LIBRARY.nvshmem_uint64_g(WORD_OF(source), peer), )
DEFINE(
    put_quiet, {
        LIBRARY.nvshmem_putmem(dest, source, bytes, peer);
        LIBRARY.nvshmem_quiet();
    }, )
DEFINE(
    p_quiet, {
        LIBRARY.nvshmem_uint64_p(WORD_OF(dest), i, peer);
        LIBRARY.nvshmem_quiet();
    }, )
DEFINE(barrier, LIBRARY.nvshmem_barrier_all(), )
DEFINE(sync, LIBRARY.nvshmem_sync_all(), )
DEFINE(broadcast, LIBRARY.nvshmem_broadcastmem(NVSHMEM_TEAM_WORLD, dest, source, bytes, ROOT), )
DEFINE(fcollect, LIBRARY.nvshmem_fcollectmem(NVSHMEM_TEAM_WORLD, dest, source, bytes), )
DEFINE(alltoall, LIBRARY.nvshmem_alltoallmem(NVSHMEM_TEAM_WORLD, dest, source, bytes), )

/* The routine of the reduction that is asked for; the job ends where there is none. */
static void find_reduction(const perf_job_t *job, const char *format, void *function)
{
    char reduction[48];
    char name[96];
    perf_nvshmem_reduction_name(job, reduction, sizeof reduction);
    snprintf(name, sizeof name, format, reduction);
    perf_find_symbol(LIBRARY.handle, name, function);
}

static size_t elements_of(const perf_job_t *job, size_t bytes)
{
    return bytes / perf_type_find(job->options->type)->bytes;
}

static void reduce(perf_job_t *job, size_t bytes, size_t count)
{
    int (*call)(int team, void *dest, const void *source, size_t n) = NULL;
    find_reduction(job, "nvshmem_%s_reduce", &call);
    for (size_t i = 0; i < count; i++) {
        call(NVSHMEM_TEAM_WORLD, perf_nvshmem.dest, perf_nvshmem.source, elements_of(job, bytes));
    }
}

/* ---- Queued ---------------------------------------------------------------------------------- */

#define FINISH perf_beside_check(perf_cuda.cuStreamSynchronize(stream), "cuStreamSynchronize")

DEFINE(queue_put, LIBRARY.nvshmemx_putmem_on_stream(dest, source, bytes, peer, stream), FINISH)
DEFINE(queue_get, LIBRARY.nvshmemx_getmem_on_stream(dest, source, bytes, peer, stream), FINISH)
DEFINE(queue_put_signal,
       LIBRARY.nvshmemx_putmem_signal_on_stream(dest, source, bytes, word + PERF_WORD_SIGNAL, 1,
                                                NVSHMEM_SIGNAL_SET, peer, stream),
       FINISH)
DEFINE(queue_p, LIBRARY.nvshmemx_uint64_p_on_stream(WORD_OF(dest), i, peer, stream), FINISH)
DEFINE(queue_barrier, LIBRARY.nvshmemx_barrier_all_on_stream(stream), FINISH)
DEFINE(queue_sync, LIBRARY.nvshmemx_sync_all_on_stream(stream), FINISH)
DEFINE(queue_broadcast,
       LIBRARY.nvshmemx_broadcastmem_on_stream(NVSHMEM_TEAM_WORLD, dest, source, bytes, ROOT,
                                               stream),
       FINISH)
DEFINE(queue_fcollect,
       LIBRARY.nvshmemx_fcollectmem_on_stream(NVSHMEM_TEAM_WORLD, dest, source, bytes, stream),
       FINISH)
DEFINE(queue_alltoall,
       LIBRARY.nvshmemx_alltoallmem_on_stream(NVSHMEM_TEAM_WORLD, dest, source, bytes, stream),
       FINISH)

static void queue_reduce(perf_job_t *job, size_t bytes, size_t count)
{
    int (*call)(int team, void *dest, const void *source, size_t n, CUstream stream) = NULL;
    find_reduction(job, "nvshmemx_%s_reduce_on_stream", &call);
    CUstream const stream = perf_cuda.stream;
    for (size_t i = 0; i < count; i++) {
        call(NVSHMEM_TEAM_WORLD, perf_nvshmem.dest, perf_nvshmem.source, elements_of(job, bytes),
             stream);
    }
    FINISH;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

perf_run_fn perf_nvshmem_host(const char *benchmark)
{
    static const perf_beside_named_t table[] = {
        {"put_bw", put},
        {"get_bw", get},
        {"p_bw", p},
        {"g_bw", g},
        {"put_latency", put_quiet},
        {"get_latency", get_each},
        {"p_latency", p_quiet},
        {"g_latency", g},
        {"barrier", barrier},
        {"sync", sync},
        {"broadcast", broadcast},
        {"fcollect", fcollect},
        {"alltoall", alltoall},
        {"reduce", reduce},
    };
    return perf_beside_find(table, sizeof table / sizeof *table, benchmark);
}

perf_run_fn perf_nvshmem_queue(const char *benchmark)
{
    static const perf_beside_named_t table[] = {
        {"put", queue_put},
        {"get", queue_get},
        {"put_signal", queue_put_signal},
        {"p", queue_p},
        {"barrier", queue_barrier},
        {"sync", queue_sync},
        {"broadcast", queue_broadcast},
        {"fcollect", queue_fcollect},
        {"alltoall", queue_alltoall},
        {"reduce", queue_reduce},
    };
    return perf_beside_find(table, sizeof table / sizeof *table, benchmark);
}
