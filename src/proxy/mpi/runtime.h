/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the transport needs of the bootstrap.
 */
#ifndef ISHMEMI_MPI_RUNTIME_H
#define ISHMEMI_MPI_RUNTIME_H

#include <mpi.h>

/* The job's communicator, this library's own, to be duplicated; errors are returned. */
MPI_Comm ishmemi_mpi_job(void);

/* The name of a thread level of MPI. */
const char *ishmemi_mpi_level_name(int level);

#endif
