/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The job as this PE sees it: filled by ishmem_init, constant until ishmem_finalize.
 */
#ifndef ISHMEMI_JOB_H
#define ISHMEMI_JOB_H

#include "ishmemx.h"
#include "shared/state.h"
#include "static_data.h"
#include <level_zero/ze_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct ishmemi_bootstrap;

typedef struct ishmemi_job {
    bool initialized;
    pid_t parent; /* in a child by fork, which is not in a job: its parent; else 0 */
    int thread_level;
    pthread_t thread; /* the one that joined the job */

    int my_pe;
    int n_pes;
    int local_rank; /* among the PEs of this host */
    int local_size;
    const int *host_of; /* [n_pes] an id that PEs of one host share */
    /* Machines are hosts, unless ISHMEM_PES_PER_NODE divides a machine into several hosts. */
    int machine_size;      /* PEs on this one */
    const int *machine_of; /* [n_pes] an id that PEs of one machine share */
    const struct ishmemi_bootstrap *bootstrap;

    ze_driver_handle_t driver;
    ze_context_handle_t context;
    ze_device_handle_t device; /* the tile */

    char *heap; /* this PE's symmetric heap, head first; a device address */
    size_t heap_bytes;
    size_t team_bytes;     /* after the heap, for the blocks of teams */
    bool heap_host_mapped; /* the host may load and store heaps, this PE's and its peers' */
    const int64_t *delta;  /* [n_pes] host copy of the device state's table */
    ishmemi_head_t *head;  /* start of heap; usable by the host only if heap_host_mapped */
    char **meetings;       /* [n_pes] near PEs' memory for syncs (meeting_memory.h); NULL: none */
    uint64_t teams;        /* device address of the team table */
    ishmem_ctx_t default_ctx; /* device address of the default context's state */
} ishmemi_job_t;

extern ishmemi_job_t ishmemi_job __attribute__((visibility("hidden")));

static inline bool ishmemi_in_heap(const void *address, size_t bytes)
{
    const uintptr_t offset = (uintptr_t)address - (uintptr_t)ishmemi_job.heap;
    return offset < ishmemi_job.heap_bytes && bytes <= ishmemi_job.heap_bytes - offset;
}

/* The same distance for a static object as below.  A near PE's are mapped if its heap is. */
static inline int64_t ishmemi_static_delta(int pe)
{
    const int64_t heap_delta = ishmemi_job.delta[pe];
    const uintptr_t view = ishmemi_segment.peers + (size_t)pe * ishmemi_segment.bytes;
    return heap_delta == ISHMEMI_UNREACHABLE || pe == ishmemi_job.my_pe
               ? heap_delta
               : (int64_t)(view - ishmemi_segment.start);
}

/* The distance from a symmetric object of this PE, or from what would be its copy of a team's
 * block, to the address through which it reaches PE pe's copy; ISHMEMI_UNREACHABLE for a far PE. */
static inline int64_t ishmemi_peer_delta(const void *symmetric, int pe)
{
    const uintptr_t offset = (uintptr_t)symmetric - (uintptr_t)ishmemi_job.heap;
    const bool in_heap = offset < ishmemi_job.heap_bytes + ishmemi_job.team_bytes;
    return __builtin_expect(in_heap, true) ? ishmemi_job.delta[pe] : ishmemi_static_delta(pe);
}

static inline void *ishmemi_shifted(const void *symmetric, int64_t delta)
{
    return (void *)((uintptr_t)symmetric + (uintptr_t)delta);
}

/* The address through which this PE reaches near PE pe's copy of a symmetric object. */
static inline void *ishmemi_peer_address(const void *symmetric, int pe)
{
    return ishmemi_shifted(symmetric, ishmemi_peer_delta(symmetric, pe));
}

#endif
