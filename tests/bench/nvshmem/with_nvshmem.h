/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The same by NVSHMEM, between the same PEs and on the same GPUs.  Buffers are NVSHMEM's own, of the
 * same size.
 */
#ifndef PERF_WITH_NVSHMEM_H
#define PERF_WITH_NVSHMEM_H

#include "library.h"
#include "measure.h"

typedef struct perf_nvshmem {
    char *dest;     /* symmetric, as are all */
    char *source;   /* the same size */
    uint64_t *word; /* PERF_WORDS */
    uint64_t turn;  /* of ping-pongs: how many have been played */
} perf_nvshmem_t;

extern perf_nvshmem_t perf_nvshmem;

/* ---- Of the benchmark's name, or NULL -------------------------------------------------------- */

perf_run_fn perf_nvshmem_host(const char *benchmark);
perf_run_fn perf_nvshmem_queue(const char *benchmark); /* without "queue_" */
perf_run_fn perf_nvshmem_kernel(const char *benchmark);
void perf_nvshmem_unload(void);

/* The reduction that the options ask for, as type_operation in names of NVSHMEM's routines. */
void perf_nvshmem_reduction_name(const perf_job_t *job, char *text, size_t bytes);

#endif
