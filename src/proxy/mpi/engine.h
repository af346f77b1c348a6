/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the parts of the transport share.  All of it, and every function of peer.h, flow.h,
 * channel.h, serve.h, operation.h and deliver.h, belongs to who holds the transport's lock
 * (transport_mpi.c).
 */
#ifndef ISHMEMI_MPI_ENGINE_H
#define ISHMEMI_MPI_ENGINE_H

#include "runtime/transport.h"
#include <mpi.h>

typedef struct ishmemi_mpi_engine {
    MPI_Comm comm; /* the transport's own */
    int n_pes;
    uint64_t window; /* counted packets to one PE that may be unacknowledged */
    /* Nobody may be in progress when a start has returned: requests are in MPI's hands by then. */
    bool hands_over;
    const ishmemi_transport_request_t *request;
} ishmemi_mpi_engine_t;

extern ishmemi_mpi_engine_t ishmemi_mpi_engine;

/* Ends the job unless code is MPI_SUCCESS; pe: whom the call was about, -1 for nobody known. */
void ishmemi_mpi_check(int code, const char *call, int pe);

/* Host memory, or the job ends. */
void *ishmemi_mpi_allocate(size_t count, size_t bytes);

#endif
