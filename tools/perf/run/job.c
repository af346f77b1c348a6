/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Symmetric buffers, and what kernels, command lists and MPI need.
 */
#include "job.h"

#include "host.h"
#include "launch.h"
#include "measure.h"
#include "queue.h"
#include "with_mpi.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether the pair's tiles are GPUs, and whether they alone reach the heaps. */
static void find_gpus(perf_job_t *job)
{
    ze_device_properties_t tile = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    const bool is_gpu = zeDeviceGetProperties(ishmemx_ze_device(), &tile) == ZE_RESULT_SUCCESS &&
                        tile.type == ZE_DEVICE_TYPE_GPU;
    const bool is_integrated = tile.flags & ZE_DEVICE_PROPERTY_FLAG_INTEGRATED;
    job->gpus = perf_agree(job, job->n_pes > 1 && job->near && is_gpu);
    job->by_tile = perf_agree(job, job->gpus && !is_integrated);
}

void perf_job_open(perf_job_t *job)
{
    const perf_options_t *const options = job->options;
    job->me = ishmem_my_pe();
    job->n_pes = ishmem_n_pes();
    job->active = job->me < 2 && job->n_pes > 1;
    job->peer = job->active ? 1 - job->me : job->me;
    job->team = ISHMEM_TEAM_WORLD;
    job->members = job->n_pes;
    job->turn = 0;
    job->line_turn = 0;
    const size_t groups = options->device ? options->groups : 1;
    const size_t parts = groups > job->blocks ? groups : job->blocks;
    job->room = options->max_bytes * parts + sizeof(uint64_t);
    job->source = ishmem_align(4096, job->room);
    job->dest = ishmem_align(4096, job->room);
    job->word = ishmem_align(64, PERF_WORDS * sizeof *job->word);
    if (!job->source || !job->dest || !job->word) {
        if (job->me == 0) {
            fprintf(stderr,
                    "%s: the symmetric heap is too small for two buffers of %zu "
                    "bytes; set ISHMEM_SYMMETRIC_SIZE\n",
                    program_invocation_short_name, job->room);
        }
        ishmem_global_exit(EXIT_FAILURE);
    }
    for (size_t i = 0; i < PERF_WORDS; i++) {
        ishmem_uint64_p(job->word + i, 0, job->me);
    }
    ishmem_barrier_all();
    job->near = job->n_pes < 2 || ishmem_ptr(job->dest, job->me == 0 ? 1 : 0) != NULL;
    job->line = perf_agree(job, job->n_pes > 1 &&
                                    (options->device ? ishmem_ptr(job->word, job->peer) != NULL
                                                     : perf_host_line_address(job) != NULL));
    find_gpus(job);
    perf_launch_open();
    if (options->compare_mpi) {
        perf_mpi_open(job->room);
    }
}

void perf_job_close(perf_job_t *job)
{
    if (job->options->compare_mpi) {
        perf_mpi_close();
    }
    perf_queue_close();
    perf_launch_close();
    ishmem_free(job->word);
    ishmem_free(job->dest);
    ishmem_free(job->source);
}
