/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program that has started this process, as far as the environment tells.
 */
#ifndef ISHMEMI_LAUNCHER_H
#define ISHMEMI_LAUNCHER_H

#include <stdbool.h>

/* By whose protocol the process reports to its launcher. */
typedef enum ishmemi_launcher_kind {
    ISHMEMI_LAUNCHER_NONE,     /* the process was started alone */
    ISHMEMI_LAUNCHER_PMI,      /* PMI: mpiexec of MPICH and its relatives, srun --mpi=pmi2 */
    ISHMEMI_LAUNCHER_OPEN_MPI, /* mpiexec of Open MPI, prterun */
    ISHMEMI_LAUNCHER_PMIX,     /* PMIx: srun --mpi=pmix and others */
    ISHMEMI_LAUNCHER_SLURM     /* srun that provides neither */
} ishmemi_launcher_kind_t;

typedef struct ishmemi_launcher {
    ishmemi_launcher_kind_t kind;
    const char *name;     /* for messages */
    const char *variable; /* that says how many processes there are; NULL: none does */
    int size;             /* processes that it has started together; 0: not known */
    int rank;             /* this process' number among them */
} ishmemi_launcher_t;

ishmemi_launcher_t ishmemi_launcher_find(void);

/* Whether the launcher is Hydra, and takes PMI's messages from this process.  It ends a job as soon
 * as one process leaves. */
bool ishmemi_launcher_is_hydra(void);

/* The socket to it, if it is Hydra; else -1. */
int ishmemi_launcher_line(void);

/* Whether the launcher, left alone, makes a job's status from the death of a process, and a call that ends
 * the job would replace that status. */
bool ishmemi_launcher_judges_deaths(void);

/* Has the launcher end the whole job with `status`, where it can be told, and leaves; returns where
 * it cannot. */
void ishmemi_launcher_end(int status);

#endif
