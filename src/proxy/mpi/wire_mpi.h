/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The wire by MPI: two-sided messages on a communicator of its own.
 */
#ifndef ISHMEMI_MPI_WIRE_MPI_H
#define ISHMEMI_MPI_WIRE_MPI_H

#include "proxy/messages/wire.h"
#include <mpi.h>

/* The wire's communicator, from open to close. */
MPI_Comm ishmemi_mpi_comm(void);

/* Ends the job unless code is MPI_SUCCESS.  pe: the PE that the call concerned; -1: unknown. */
void ishmemi_mpi_check(int code, const char *call, int pe);

/* The wire's share and unshare: an MPI window. */
bool ishmemi_mpi_share(size_t (*need)(int processes), wire_memory_t *memory);
void ishmemi_mpi_unshare(wire_memory_t *memory);

#endif
