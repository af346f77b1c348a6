/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Another library that is measured in each row together with libishmem, between the same PEs.
 * ishmem-perf has none (no_beside.c), but a program that is made of its parts may have one.
 */
#ifndef PERF_BESIDE_H
#define PERF_BESIDE_H

#include "measure.h"

typedef struct perf_beside {
    const char *name; /* at the head of its column */
    /* Collective, with the job's buffers; failures end the job. */
    void (*open)(const perf_job_t *job);
    void (*close)(void);
    /* Carries out the benchmark; NULL if the library has nothing for it. */
    perf_run_fn (*operation)(const perf_job_t *job, const perf_benchmark_t *benchmark);
} perf_beside_t;

/* NULL: there is none. */
extern const perf_beside_t *const perf_beside;

#endif
