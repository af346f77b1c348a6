/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the transport and the bootstrap share.
 */
#ifndef ISHMEMI_MPI_RUNTIME_H
#define ISHMEMI_MPI_RUNTIME_H

#include <mpi.h>

/* The job's communicator, this library's own, to be duplicated; errors are returned. */
MPI_Comm ishmemi_mpi_job(void);

/* Waits for the request, and gives the processor away meanwhile, which MPI's own waiting keeps; MPI's
 * code. */
int ishmemi_mpi_await(MPI_Request *request);

/* The name of a thread level of MPI. */
const char *ishmemi_mpi_level_name(int level);

#endif
