/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before MPI (LD_PRELOAD) and ends the process of the launcher's rank 1 in one of the calls by which
 * the PEs start: DIE_IN is the call's name and which of them it is, from 1 on.  DIE_BY is the signal's number,
 * SIGKILL if it is not set; with DIE_AFTER the process does nothing for so many seconds before.  In
 * "ishmem_witness 1" the process ends while the witness of its end starts, which then has another parent.
 */
#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WITNESS "ishmem_witness"

static bool is_victim(void)
{
    const char *const rank = getenv("PMI_RANK");
    return rank && atoi(rank) == 1;
}

/* Which of these calls DIE_IN names, from 1 on; 0: none. */
static int named_call(const char *call)
{
    const char *const where = getenv("DIE_IN");
    char name[64];
    int number;
    return where && sscanf(where, "%63s %d", name, &number) == 2 && strcmp(name, call) == 0 ? number
                                                                                            : 0;
}

static int signal_to_die_by(void)
{
    const char *const by = getenv("DIE_BY");
    return by ? atoi(by) : SIGKILL;
}

static void die_in(const char *call)
{
    static int calls;
    const int number = named_call(call);
    if (is_victim() && number > 0 && ++calls == number) {
        const char *const after = getenv("DIE_AFTER");
        for (unsigned left = after ? (unsigned)atoi(after) : 0; left > 0;) {
            left = sleep(left);
        }
        signal(signal_to_die_by(), SIG_DFL);
        raise(signal_to_die_by());
    }
}

/* In the witness itself, before its main.  Those of other PEs take their time: Hydra kills these PEs, and none has a
 * witness that ends the job. */
__attribute__((constructor)) static void end_parent(void)
{
    if (strcmp(program_invocation_short_name, WITNESS) != 0 || named_call(WITNESS) == 0) {
        return;
    }
    if (!is_victim()) {
        sleep(2);
        return;
    }
    const pid_t parent = getppid();
    kill(parent, signal_to_die_by());
    while (getppid() == parent) {
        usleep(1000);
    }
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    die_in("MPI_Init_thread");
    return PMPI_Init_thread(argc, argv, required, provided);
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *copy, MPI_Request *request)
{
    die_in("MPI_Comm_idup");
    return PMPI_Comm_idup(comm, copy, request);
}

int MPI_Iallgather(const void *from, int send_count, MPI_Datatype send_type, void *to, int count,
                   MPI_Datatype type, MPI_Comm comm, MPI_Request *request)
{
    die_in("MPI_Iallgather");
    return PMPI_Iallgather(from, send_count, send_type, to, count, type, comm, request);
}
