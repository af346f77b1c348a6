/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bootstrap table: what the library needs from a runtime to form a job and to agree on values.
 * A runtime is a module (libishmem_mpi.so and its like) loaded at run time, so that libishmem
 * itself links no MPI; or it is the library itself, for PEs that meet through a unique id.  One
 * thread at a time makes calls.  An int result is 0, or -1 after logging why, unless stated
 * otherwise.
 */
#ifndef ISHMEMI_BOOTSTRAP_TABLE_H
#define ISHMEMI_BOOTSTRAP_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#define ISHMEMI_BOOTSTRAP_ABI 6

/* Which MPI; implementations of one kind share an ABI. */
typedef enum ishmemi_mpi {
    ISHMEMI_MPI_UNKNOWN,
    ISHMEMI_MPI_MPICH, /* and Intel MPI, MVAPICH and others with its ABI */
    ISHMEMI_MPI_OPEN_MPI
} ishmemi_mpi_t;

struct ishmemx_uniqueid_t;

typedef struct ishmemi_bootstrap_request {
    bool initialize;    /* initialise the runtime if the program has not */
    int thread_level;   /* ISHMEM_THREAD_... that the library needs */
    void *communicator; /* MPI_Comm *, or NULL for the whole job */
    /* For a job made of the processes of one unique id: the id, else NULL; this one's number; how
     * many. */
    const struct ishmemx_uniqueid_t *unique_id;
    int rank;
    int n_ranks;
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    /* start_limit.h: names the current step; returns whether it has taken too long; fails with a
     * text that lists the missing PEs, and does not return. */
    void (*step)(const char *what);
    bool (*is_late)(void);
    void (*fail_late)(const char *missing);
    /* The runtime calls it repeatedly while it waits for other PEs, which may need the progress
     * that it makes; returns whether anything moved. */
    bool (*drive)(void);
} ishmemi_bootstrap_request_t;

typedef struct ishmemi_bootstrap {
    int abi;           /* ISHMEMI_BOOTSTRAP_ABI */
    ishmemi_mpi_t mpi; /* which MPI a module was built for; UNKNOWN: none */
    /* The runtime knows the job's processes but is not made for many exchanges: the PEs meet
     * through a unique id, which it distributes.  It has no barrier. */
    bool introduces;
    const char *name;
    /* The version text of the runtime itself; NULL if it is part of the library. */
    const char *(*version)(void);
    /* How long a PE may wait to be ended after another has ended the job.  Where the first process
     * that leaves takes the others with it, this gives all PEs time to print their messages. */
    int follow_seconds;
    /* thread_level: what the runtime provides. */
    int (*init)(const ishmemi_bootstrap_request_t *request, int *rank, int *size,
                int *thread_level);
    /* Returns how many processes the runtime was started with; NULL if no launcher has started
     * them. */
    int (*world_size)(void);
    int (*allgather)(const void *send, void *receive, size_t bytes_each);
    int (*barrier)(void);
    /* Ends every process of the job; does not return. */
    void (*abort)(int status);
    /* Finalises the runtime only if init initialised it, and only at the program's end, because a
     * later init must work.  has_network: the job's processes are on several machines. */
    int (*finalize)(bool has_network);
} ishmemi_bootstrap_t;

/* The one symbol that a runtime module exports. */
typedef const ishmemi_bootstrap_t *(*ishmemi_bootstrap_get_fn)(void);
#define ISHMEMI_BOOTSTRAP_SYMBOL "ishmemi_bootstrap_get"

#endif
