/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NVSHMEM's routines that kernels call.  As in operations/device.c, a call is one launch that repeats
 * the operation inside.
 */
#include "compile.h"
#include "library.h"
#include "types.h"
#include "with_nvshmem.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reductions have one of their own. */
enum { MODULES = 2 };
static CUmodule modules[MODULES];

static CUmodule load(const char *const *definitions)
{
    char *const code = perf_compile(definitions);
    CUmodule module = NULL;
    perf_beside_check(perf_cuda.cuModuleLoadData(&module, code), "cuModuleLoadData");
    perf_beside_check(perf_nvshmem_library.nvshmemx_cumodule_init(module),
                      "nvshmemx_cumodule_init");
    free(code);
    return module;
}

static CUmodule module_of(const perf_job_t *job, const char *routine)
{
    static const char *const scopes[] = {"-DPERF_SCOPE=THREAD", "-DPERF_SCOPE=WARP",
                                         "-DPERF_SCOPE=BLOCK"};
    const bool reduces = strcmp(routine, "reduce") == 0;
    if (!modules[reduces]) {
        char reduction[48];
        char name[96];
        char element[32];
        perf_nvshmem_reduction_name(job, reduction, sizeof reduction);
        snprintf(name, sizeof name, "-DPERF_REDUCTION=%s", reduction);
        snprintf(element, sizeof element, "-DPERF_BYTES=%zu",
                 perf_type_find(job->options->type)->bytes);
        const char *const definitions[] = {scopes[job->options->scope], reduces ? name : NULL,
                                           element, NULL};
        modules[reduces] = load(definitions);
    }
    return modules[reduces];
}

void perf_nvshmem_unload(void)
{
    for (size_t i = 0; i < MODULES; i++) {
        if (modules[i]) {
            perf_nvshmem_library.nvshmemx_cumodule_finalize(modules[i]);
            perf_cuda.cuModuleUnload(modules[i]);
            modules[i] = NULL;
        }
    }
}

static void launch(const perf_job_t *job, const char *routine, uint64_t turn, unsigned groups,
                   size_t bytes, size_t count)
{
    char name[64];
    CUfunction function = NULL;
    snprintf(name, sizeof name, "perf_%s", routine);
    perf_beside_check(perf_cuda.cuModuleGetFunction(&function, module_of(job, routine), name),
                      name);
    perf_nvshmem_t *const memory = &perf_nvshmem;
    int peer = job->peer;
    int serves = job->me == 0;
    void *arguments[] = {&memory->dest, &memory->source, &memory->word, &bytes,
                         &count,        &turn,           &peer,         &serves};
    perf_beside_check(perf_cuda.cuLaunchKernel(function, groups, 1, 1, job->options->items, 1, 1, 0,
                                               perf_cuda.stream, arguments, NULL),
                      "cuLaunchKernel");
    perf_beside_check(perf_cuda.cuStreamSynchronize(perf_cuda.stream), "cuStreamSynchronize");
}

#define DEFINE(NAME, GROUPS)                                      \
    static void NAME(perf_job_t *job, size_t bytes, size_t count) \
    {                                                             \
        launch(job, #NAME, 0, GROUPS, bytes, count);              \
    }
#define DEFINE_TURNS(NAME)                                        \
    static void NAME(perf_job_t *job, size_t bytes, size_t count) \
    {                                                             \
        launch(job, #NAME, perf_nvshmem.turn, 1, bytes, count);   \
        perf_nvshmem.turn += count;                               \
    }
DEFINE(put, job->options->groups)
DEFINE(get, job->options->groups)
DEFINE(get_each, job->options->groups)
DEFINE(p, job->options->groups)
DEFINE(g, job->options->groups)
DEFINE(put_quiet, job->options->groups)
DEFINE(p_quiet, job->options->groups)
DEFINE(fetch_add, job->options->groups)
DEFINE(fetch_add_quiet, job->options->groups)
DEFINE_TURNS(put_ping_pong)
DEFINE_TURNS(put_signal_ping_pong)
DEFINE_TURNS(signal_ping_pong)
/* One caller a PE. */
DEFINE(barrier, 1)
DEFINE(sync, 1)
DEFINE(broadcast, 1)
DEFINE(fcollect, 1)
DEFINE(alltoall, 1)
DEFINE(reduce, 1)

perf_run_fn perf_nvshmem_kernel(const char *benchmark)
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
        {"put_ping_pong", put_ping_pong},
        {"put_signal_ping_pong", put_signal_ping_pong},
        {"signal_ping_pong", signal_ping_pong},
        {"atomic_bw", fetch_add},
        {"atomic_latency", fetch_add_quiet},
        {"barrier", barrier},
        {"sync", sync},
        {"broadcast", broadcast},
        {"fcollect", fcollect},
        {"alltoall", alltoall},
        {"reduce", reduce},
    };
    return perf_beside_find(table, sizeof table / sizeof *table, benchmark);
}
