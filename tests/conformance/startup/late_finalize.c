/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before MPI (LD_PRELOAD) and delays MPI_Finalize, as a machine does that runs far more processes
 * than it has processors.  Says when MPI_Finalize has returned.
 */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

int MPI_Finalize(void)
{
    nanosleep(&(struct timespec){.tv_sec = 6}, NULL);
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int code = PMPI_Finalize();
    printf("MPI_Finalize has returned on rank %d\n", rank);
    return code;
}
