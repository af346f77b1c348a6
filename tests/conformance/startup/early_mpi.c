/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before MPI (LD_PRELOAD) and does what MPICH 5 over UCX does: MPI_Init starts Level Zero, and
 * ends the process if Level Zero has no GPU and MPI's support of GPUs is on; and no two processes
 * are in one communicator of those that share memory.
 */
#include <level_zero/ze_api.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void start_level_zero(void)
{
    const char *const gpu = getenv("MPIR_CVAR_ENABLE_GPU");
    const ze_result_t result = zeInit(0);
    if (!gpu || strcmp(gpu, "0") != 0) {
        fprintf(stderr, "early_mpi: MPI finds no GPU (zeInit returned 0x%x)\n", (unsigned)result);
        exit(EXIT_FAILURE);
    }
}

int MPI_Init(int *argc, char ***argv)
{
    start_level_zero();
    return PMPI_Init(argc, argv);
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    start_level_zero();
    return PMPI_Init_thread(argc, argv, required, provided);
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *part)
{
    return type == MPI_COMM_TYPE_SHARED ? PMPI_Comm_dup(MPI_COMM_SELF, part)
                                        : PMPI_Comm_split_type(comm, type, key, info, part);
}
