/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which benchmarks NVSHMEM has, and the start and end of all of them.
 */
#include "with_nvshmem.h"

#include "beside.h"
#include "library.h"
#include "types.h"
#include <string.h>

static void open_all(const perf_job_t *job)
{
    const size_t words = PERF_WORDS * sizeof *perf_nvshmem.word;
    perf_nvshmem_start(2 * job->room + words);
    perf_nvshmem = (perf_nvshmem_t){
        .dest = perf_nvshmem_library.nvshmem_calloc(1, job->room),
        .source = perf_nvshmem_library.nvshmem_calloc(1, job->room),
        .word = perf_nvshmem_library.nvshmem_calloc(1, words),
    };
    if (!perf_nvshmem.dest || !perf_nvshmem.source || !perf_nvshmem.word) {
        perf_beside_fail("NVSHMEM has no room for two buffers of %zu bytes; set "
                         "NVSHMEM_SYMMETRIC_SIZE",
                         job->room);
    }
}

static void close_all(void)
{
    perf_nvshmem_unload();
    perf_nvshmem_library.nvshmem_free(perf_nvshmem.word);
    perf_nvshmem_library.nvshmem_free(perf_nvshmem.source);
    perf_nvshmem_library.nvshmem_free(perf_nvshmem.dest);
    perf_nvshmem_end();
}

/* Only its atomic that adds and fetches, of 8 bytes, is measured. */
static bool has_operation(const perf_job_t *job, const perf_benchmark_t *benchmark)
{
    if (benchmark->operations != perf_atomic_operations) {
        return true;
    }
    const char *const operation = job->options->operation;
    return (!operation || strcmp(operation, "fetch_add") == 0) &&
           perf_type_find(job->options->type)->bytes == sizeof(uint64_t);
}

static perf_run_fn find_operation(const perf_job_t *job, const perf_benchmark_t *benchmark)
{
    static const char queue[] = "queue_";
    const size_t prefix = sizeof queue - 1;
    if (!has_operation(job, benchmark)) {
        return NULL;
    }
    if (job->options->device) {
        return perf_nvshmem_kernel(benchmark->name);
    }
    return strncmp(benchmark->name, queue, prefix) == 0
               ? perf_nvshmem_queue(benchmark->name + prefix)
               : perf_nvshmem_host(benchmark->name);
}

static const perf_beside_t nvshmem = {
    .name = "NVSHMEM", .open = open_all, .close = close_all, .operation = find_operation};
const perf_beside_t *const perf_beside = &nvshmem;
