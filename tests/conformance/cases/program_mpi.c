/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before a program (LD_PRELOAD) that does not know of MPI, and initialises MPI before main with
 * the thread level that TEST_MPI_LEVEL names, as a program that uses MPI itself would; and finalises
 * it after the program's end.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void finalize(void)
{
    int finalized;
    MPI_Finalized(&finalized);
    if (!finalized) {
        MPI_Finalize();
    }
}

__attribute__((constructor)) static void start(void)
{
    static const struct {
        const char *name;
        int level;
    } levels[] = {{"single", MPI_THREAD_SINGLE},
                  {"funneled", MPI_THREAD_FUNNELED},
                  {"serialized", MPI_THREAD_SERIALIZED}};
    const char *const wanted = getenv("TEST_MPI_LEVEL");
    int provided = -1;
    /* The launcher's own processes have this library before them, too. */
    if (!wanted || (!getenv("PMI_RANK") && !getenv("OMPI_COMM_WORLD_RANK"))) {
        return;
    }
    /* Not for the processes that this one starts, such as the driver's compiler. */
    unsetenv("LD_PRELOAD");
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        if (strcmp(levels[i].name, wanted) == 0 &&
            MPI_Init_thread(NULL, NULL, levels[i].level, &provided) == MPI_SUCCESS &&
            provided == levels[i].level && atexit(finalize) == 0) {
            return;
        }
    }
    fprintf(stderr, "program_mpi: MPI does not start with TEST_MPI_LEVEL=%s (%d)\n", wanted,
            provided);
    exit(EXIT_FAILURE);
}
