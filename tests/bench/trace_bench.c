/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a call costs, by the host and in a kernel, in the environment that the program finds: with
 * ISHMEM_STATS, with ISHMEM_TRACE, without, and with both.
 */
#include "baseline.h"
#include "launch.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 20000, SAMPLES = 15 };

typedef struct setting {
    long *data;
    long *source;
    int other;
    launch_program_t program;
} setting_t;

static void host_put(setting_t *setting)
{
    for (int i = 0; i < CALLS; i++) {
        ishmem_long_put(setting->data, setting->source, 1, setting->other);
    }
}

static void host_p(setting_t *setting)
{
    for (int i = 0; i < CALLS; i++) {
        ishmem_long_p(setting->data, i, setting->other);
    }
}

static void host_add(setting_t *setting)
{
    for (int i = 0; i < CALLS; i++) {
        ishmem_long_atomic_add(setting->data, i, setting->other);
    }
}

static void launch(setting_t *setting, const char *name, uint32_t count,
                   const launch_argument_t *arguments)
{
    ze_kernel_handle_t kernel;
    launch_kernel_create(&setting->program, name, 1, count, arguments, &kernel);
    launch_start(&setting->program, kernel, 1, false);
    launch_wait(&setting->program);
    launch_kernel_destroy(kernel);
}

static void kernel_p(setting_t *setting)
{
    const int calls = CALLS;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(setting->data), LAUNCH_ARGUMENT(calls),
                                           LAUNCH_ARGUMENT(setting->other)};
    launch(setting, "trace_bench_p", 3, arguments);
}

static void kernel_put(setting_t *setting)
{
    const int calls = CALLS;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(setting->data),
                                           LAUNCH_ARGUMENT(setting->source), LAUNCH_ARGUMENT(calls),
                                           LAUNCH_ARGUMENT(setting->other)};
    launch(setting, "trace_bench_put", 4, arguments);
}

static void measure(setting_t *setting, const char *name, void (*call)(setting_t *))
{
    double samples[SAMPLES];
    call(setting);
    for (int i = 0; i < SAMPLES; i++) {
        const double start = baseline_now();
        call(setting);
        samples[i] = baseline_now() - start;
    }
    baseline_median(samples, SAMPLES); /* sorts: the least has been disturbed least */
    if (ishmem_my_pe() == 0) {
        char label[128];
        snprintf(label, sizeof label, "%s%s%s", name, getenv("ISHMEM_STATS") ? ", statistics" : "",
                 getenv("ISHMEM_TRACE") ? ", trace" : "");
        table_row(label, samples[0] / CALLS * 1e9, "ns", "", 0, "");
    }
}

int main(void)
{
    ishmem_init();
    setting_t setting = {.data = ishmem_malloc(sizeof(long)),
                         .source = ishmem_malloc(sizeof(long)),
                         .other = (ishmem_my_pe() + 1) % ishmem_n_pes()};
    launch_open("trace_bench.spv", &setting.program);
    if (ishmem_my_pe() == 0) {
        measure(&setting, "put of 8 B by the host", host_put);
        measure(&setting, "p by the host", host_p);
        measure(&setting, "atomic_add by the host", host_add);
        measure(&setting, "put of 8 B in a kernel", kernel_put);
        measure(&setting, "p in a kernel", kernel_p);
    }
    ishmem_barrier_all();
    launch_close(&setting.program);
    ishmem_finalize();
    return 0;
}
