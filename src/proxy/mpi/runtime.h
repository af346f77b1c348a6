/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the transport and the bootstrap share.
 */
#ifndef ISHMEMI_MPI_RUNTIME_H
#define ISHMEMI_MPI_RUNTIME_H

#include <mpi.h>
#include <stdbool.h>

/* The library's own communicator of the job, to be duplicated; it returns errors. */
MPI_Comm ishmemi_mpi_job(void);

/* Waits for the request and yields meanwhile, which MPI's own waits do not; returns MPI's code. */
int ishmemi_mpi_await(MPI_Request *request);

/* The name of a thread level of MPI. */
const char *ishmemi_mpi_level_name(int level);

/* Whether the calling thread must not call MPI, because another thread initialised MPI at this
 * level. */
bool ishmemi_mpi_is_forbidden(int level);
/* Logs that this is so on a PE. */
void ishmemi_mpi_refuse_thread(void (*log_error)(const char *format, ...), int pe, int level);

#endif
