/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the parts of the transport share.  All of it, and every function of peer.h, flow.h,
 * channel.h, serve.h, operation.h and deliver.h, requires the transport's lock (transport_mpi.c).
 */
#ifndef ISHMEMI_MPI_ENGINE_H
#define ISHMEMI_MPI_ENGINE_H

#include "runtime/transport.h"
#include <mpi.h>

typedef struct ishmemi_mpi_engine {
    MPI_Comm comm; /* the transport's own */
    int n_pes;
    uint64_t window; /* limit of unacknowledged counted packets to one PE */
    /* Perhaps no thread calls progress after a start, so a start passes its request to MPI before
     * it returns. */
    bool hands_over;
    const ishmemi_transport_request_t *request;
} ishmemi_mpi_engine_t;

extern ishmemi_mpi_engine_t ishmemi_mpi_engine;

/* Ends the job unless code is MPI_SUCCESS.  pe: the PE that the call concerned; -1: unknown. */
void ishmemi_mpi_check(int code, const char *call, int pe);

/* Returns host memory; ends the job if there is none. */
void *ishmemi_mpi_allocate(size_t count, size_t bytes);

#endif
