/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the host appends to a command list, over the world.  Broadcasts take each PE as
 * the root in turn.
 */
#include "queue.h"
#include "reductions.h"
#include "types.h"

#define GATHER(NAME)                                                                          \
    PERF_QUEUE_DEFINE(NAME,                                                                   \
                      ishmemx_##NAME##mem_on_queue(ISHMEM_TEAM_WORLD, job->dest, job->source, \
                                                   bytes, NULL, list, signal, 0, NULL))

PERF_QUEUE_DEFINE(barrier, ishmemx_barrier_all_on_queue(list, signal, 0, NULL))
PERF_QUEUE_DEFINE(sync, ishmemx_sync_all_on_queue(list, signal, 0, NULL))
PERF_QUEUE_DEFINE(broadcast,
                  ishmemx_broadcastmem_on_queue(ISHMEM_TEAM_WORLD, job->dest, job->source, bytes,
                                                (int)(at % (size_t)job->n_pes), NULL, list, signal,
                                                0, NULL))
GATHER(fcollect)
GATHER(collect)
GATHER(alltoall)

static int reduce(const perf_job_t *job, perf_reduction_t reduction, size_t bytes,
                  ze_command_list_handle_t list, ze_event_handle_t signal)
{
    const perf_options_t *const options = job->options;
    return perf_reduction_find(reduction, options->type, options->operation)
        ->append(ISHMEM_TEAM_WORLD, job->dest, job->source,
                 bytes / perf_type_find(options->type)->bytes, list, signal);
}

PERF_QUEUE_DEFINE(reduce, reduce(job, PERF_REDUCE, bytes, list, signal))
PERF_QUEUE_DEFINE(reduce_scatter, reduce(job, PERF_REDUCE_SCATTER, bytes, list, signal))
PERF_QUEUE_DEFINE(inscan, reduce(job, PERF_INSCAN, bytes, list, signal))
PERF_QUEUE_DEFINE(exscan, reduce(job, PERF_EXSCAN, bytes, list, signal))
