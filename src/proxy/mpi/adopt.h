/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A communicator for a job that was formed without MPI.
 */
#ifndef ISHMEMI_MPI_ADOPT_H
#define ISHMEMI_MPI_ADOPT_H

#include "runtime/transport.h"
#include <mpi.h>

/* Collective.  Initialises MPI if the program has not, and stores a communicator of the job's PEs
 * in their order, and MPI's lowest thread level on any of them.  Returns 0, or -1 after logging
 * why, the same on all PEs. */
int ishmemi_mpi_adopt(const ishmemi_transport_request_t *request, MPI_Comm *comm, int *level);

#endif
