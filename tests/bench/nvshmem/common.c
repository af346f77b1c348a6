/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What operations of hosts and of kernels share.
 */
#include "with_nvshmem.h"

#include "reductions.h"
#include "types.h"
#include <stdio.h>
#include <string.h>

perf_nvshmem_t perf_nvshmem;

void perf_nvshmem_reduction_name(const perf_job_t *job, char *text, size_t bytes)
{
    const char *const kind = perf_type_find(job->options->type)->kind;
    const char *const operation = job->options->operation;
    snprintf(text, bytes, "%s_%s", strcmp(kind, "float16") == 0 ? "half" : kind,
             operation ? operation : perf_reduce_operations[0]);
}
