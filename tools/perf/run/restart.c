/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI, which the library has initialised at its first start, stays initialised until the process
 * ends, so these are the library's own times.
 */
#include "restart.h"

#include <stdio.h>
#include <stdlib.h>

void perf_restart(size_t samples, bool starts, perf_figures_t *figures)
{
    double *const seconds = calloc(samples, sizeof *seconds);
    if (!seconds) {
        fprintf(stderr, "ishmem-perf: cannot allocate memory for %zu samples\n", samples);
        ishmem_global_exit(EXIT_FAILURE);
        return;
    }
    for (size_t i = 0; i < samples; i++) {
        ishmem_barrier_all();
        const double start = perf_now();
        ishmem_finalize();
        const double end = perf_now();
        ishmem_init();
        seconds[i] = starts ? perf_now() - end : end - start;
    }
    *figures = perf_figures_of(seconds, samples);
    free(seconds);
}
