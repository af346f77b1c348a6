/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A communicator for a job that has come together without MPI.
 */
#ifndef ISHMEMI_MPI_ADOPT_H
#define ISHMEMI_MPI_ADOPT_H

#include "runtime/transport.h"
#include <mpi.h>

/* Collective.  Initialises MPI if nobody has, and stores a communicator of the job's PEs in their
 * order, and MPI's least thread level on any of them.  0, or -1 having said why, on all PEs alike. */
int ishmemi_mpi_adopt(const ishmemi_transport_request_t *request, MPI_Comm *comm, int *level);

#endif
