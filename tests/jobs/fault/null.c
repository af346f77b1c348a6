/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before MPI (LD_PRELOAD), which writes to a request that is not there: with NULL_FROM, in PE 0
 * from the call of that number on; without, in all PEs from when PE 1 is about to be killed.  For that PE 1
 * leaves the file "$SAID.dying", and dies a little later.
 */
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { VICTIM = 1, REQUEST = 0x18, DYING_MS = 100 };

static long number_of(const char *name, long otherwise)
{
    const char *const text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

static long rank(void)
{
    return number_of("PMI_RANK", -1);
}

static const char *dying(void)
{
    static char path[4096];
    const char *const said = getenv("SAID");
    snprintf(path, sizeof path, "%s.dying", said ? said : "");
    return path;
}

static bool is_time(void)
{
    static long calls;
    const long from = number_of("NULL_FROM", 0);
    return from ? rank() == 0 && ++calls >= from : rank() != VICTIM && access(dying(), F_OK) == 0;
}

int MPI_Isend(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    if (is_time()) {
        int *volatile absent = (int *)REQUEST;
        *absent = 1;
    }
    return PMPI_Isend(from, count, type, to, tag, comm, request);
}

int raise(int number)
{
    if (number == SIGKILL && rank() == VICTIM && !getenv("NULL_FROM")) {
        FILE *const file = fopen(dying(), "w");
        if (file) {
            fclose(file);
        }
        nanosleep(&(struct timespec){.tv_nsec = DYING_MS * 1000000L}, NULL);
    }
    return kill(getpid(), number);
}
