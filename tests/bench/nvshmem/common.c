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

perf_run_fn perf_nvshmem_find(const perf_nvshmem_named_t *table, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return table[i].run;
        }
    }
    return NULL;
}

void perf_nvshmem_reduction_name(const perf_job_t *job, char *text, size_t bytes)
{
    const char *const kind = perf_type_find(job->options->type)->kind;
    const char *const operation = job->options->operation;
    snprintf(text, bytes, "%s_%s", strcmp(kind, "float16") == 0 ? "half" : kind,
             operation ? operation : perf_reduce_operations[0]);
}
