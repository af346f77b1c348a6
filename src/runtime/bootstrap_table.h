/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bootstrap table: what the library needs of a runtime to start and to agree.  A runtime is a
 * module (libishmem_mpi.so and its like) loaded at run time, so that libishmem itself links no MPI;
 * or it is the library itself, for PEs that meet by a unique id.  All calls are made by one thread
 * at a time.  int results: 0, or -1 having said why.
 */
#ifndef ISHMEMI_BOOTSTRAP_TABLE_H
#define ISHMEMI_BOOTSTRAP_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#define ISHMEMI_BOOTSTRAP_ABI 6

/* Whose MPI; those of one kind share the interface to programs. */
typedef enum ishmemi_mpi {
    ISHMEMI_MPI_UNKNOWN,
    ISHMEMI_MPI_MPICH, /* and Intel MPI, MVAPICH and others that keep to its interface */
    ISHMEMI_MPI_OPEN_MPI
} ishmemi_mpi_t;

struct ishmemx_uniqueid_t;

typedef struct ishmemi_bootstrap_request {
    bool initialize;    /* initialise the runtime if the program has not */
    int thread_level;   /* ISHMEM_THREAD_... that the library needs */
    void *communicator; /* MPI_Comm *, or NULL for the whole job */
    /* Where the job is the processes of one id: the id, else NULL; this one's number; how many. */
    const struct ishmemx_uniqueid_t *unique_id;
    int rank;
    int n_ranks;
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    /* start_limit.h: what is being done; whether it has taken too long; and the end, with the PEs that
     * are missing as text, which does not return. */
    void (*step)(const char *what);
    bool (*is_late)(void);
    void (*fail_late)(const char *missing);
    /* To be called again and again while the runtime waits for other PEs, which may need what it
     * carries on; whether anything moved. */
    bool (*drive)(void);
} ishmemi_bootstrap_request_t;

typedef struct ishmemi_bootstrap {
    int abi;           /* ISHMEMI_BOOTSTRAP_ABI */
    ishmemi_mpi_t mpi; /* what a module was built for; UNKNOWN: no MPI */
    /* The runtime knows who is in the job, but is not made for many exchanges: the PEs meet by a unique
     * id, which it carries.  It has no barrier. */
    bool introduces;
    const char *name;
    /* What the runtime says of its own version; NULL where it is a part of the library. */
    const char *(*version)(void);
    /* How long a PE may wait to be ended when another has ended the job: where the first process that
     * leaves takes the others with it, time for all to speak. */
    int follow_seconds;
    /* thread_level: what the runtime gives. */
    int (*init)(const ishmemi_bootstrap_request_t *request, int *rank, int *size,
                int *thread_level);
    /* Processes that the runtime was started with; NULL where no launcher has started them. */
    int (*world_size)(void);
    int (*allgather)(const void *send, void *receive, size_t bytes_each);
    int (*barrier)(void);
    /* Ends every process of the job; does not return. */
    void (*abort)(int status);
    /* Finalises the runtime only if init initialised it, and at the program's end only: a later
     * init must work.  has_network: the job's processes are on several machines. */
    int (*finalize)(bool has_network);
} ishmemi_bootstrap_t;

/* The one symbol that a runtime module exports. */
typedef const ishmemi_bootstrap_t *(*ishmemi_bootstrap_get_fn)(void);
#define ISHMEMI_BOOTSTRAP_SYMBOL "ishmemi_bootstrap_get"

#endif
