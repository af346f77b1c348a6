/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the transport and the bootstrap share.
 */
#ifndef ISHMEMI_MPI_RUNTIME_H
#define ISHMEMI_MPI_RUNTIME_H

#include <mpi.h>
#include <stdbool.h>

/* The job's communicator, this library's own, to be duplicated; errors are returned. */
MPI_Comm ishmemi_mpi_job(void);

/* Waits for the request, and gives the processor away meanwhile, which MPI's own waiting keeps; MPI's
 * code. */
int ishmemi_mpi_await(MPI_Request *request);

/* The name of a thread level of MPI. */
const char *ishmemi_mpi_level_name(int level);

/* Whether MPI has been initialised, at this level, by another thread than the one that calls, to which
 * MPI is forbidden. */
bool ishmemi_mpi_is_forbidden(int level);
/* Says that it is so on a PE. */
void ishmemi_mpi_refuse_thread(void (*log_error)(const char *format, ...), int pe, int level);

#endif
