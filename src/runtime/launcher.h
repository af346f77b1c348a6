/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program that started this process, as far as the environment shows.
 */
#ifndef ISHMEMI_LAUNCHER_H
#define ISHMEMI_LAUNCHER_H

#include <stdbool.h>

/* The protocol with which the process reports to its launcher. */
typedef enum ishmemi_launcher_kind {
    ISHMEMI_LAUNCHER_NONE,     /* the process was started alone */
    ISHMEMI_LAUNCHER_PMI,      /* PMI: mpiexec of MPICH and its relatives, srun --mpi=pmi2 */
    ISHMEMI_LAUNCHER_OPEN_MPI, /* mpiexec of Open MPI, prterun */
    ISHMEMI_LAUNCHER_PMIX,     /* PMIx: srun --mpi=pmix and others */
    ISHMEMI_LAUNCHER_SLURM     /* srun without PMI and PMIx */
} ishmemi_launcher_kind_t;

typedef struct ishmemi_launcher {
    ishmemi_launcher_kind_t kind;
    const char *name;     /* for messages */
    const char *variable; /* that holds the number of processes; NULL: none */
    int size;             /* processes started together; 0: unknown */
    int rank;             /* of this process among them */
} ishmemi_launcher_t;

ishmemi_launcher_t ishmemi_launcher_find(void);

/* The socket to Hydra, or -1 if the launcher is another one. */
int ishmemi_launcher_line(void);

/* Whether the launcher, if left alone, derives a job's status from the death of a process, and a
 * call that ends the job would replace that status. */
bool ishmemi_launcher_judges_deaths(void);

/* Makes the launcher end the whole job with `status` and exits; returns if this launcher cannot do
 * that. */
void ishmemi_launcher_end(int status);

#endif
