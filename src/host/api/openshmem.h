/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libishmem_shmem needs from this library besides its public routines.  Both come from one
 * build.
 */
#ifndef ISHMEMI_OPENSHMEM_H
#define ISHMEMI_OPENSHMEM_H

#include "call.h"
#include "shared/collective/task.h"
#include <stdbool.h>

typedef struct ishmemi_openshmem {
    /* Call it before ishmem_init in a program that uses OpenSHMEM: the library then reads SHMEM_
     * variables, and messages name OpenSHMEM's routines. */
    void (*speak)(void);
    /* Ends the job with the line for a bad argument. */
    void (*refuse)(const char *routine, const char *argument, const char *value,
                   const char *expected);
    /* Whether the library is initialised and the address for a result can hold it; else after a
     * message. */
    bool (*is_there)(const char *routine, const char *argument, const void *result,
                     size_t alignment);
    /* The next call has a team that is none: a message about it shows the pointer. */
    void (*note_foreign_team)(const void *team);
    /* Finds the team of the active set, which the first call makes and the library keeps.  All PEs
     * of the set call this.  Returns false if there is nothing to do: this PE is not one of them. */
    bool (*find_team)(const char *routine, int PE_start, int logPE_stride, int PE_size,
                      ishmem_team_t *team);
    /* The bodies of collectives: see collective.h. */
    int (*sync)(const char *routine, ishmem_team_t team);
    int (*barrier)(const char *routine, ishmem_team_t team);
    int (*broadcast_others)(const ishmemi_call_t *call, int root);
    int (*collect)(const ishmemi_call_t *call);
    int (*gather)(const ishmemi_call_t *call, ishmemi_collective_t collective);
    int (*alltoalls)(const ishmemi_call_t *call, ptrdiff_t dst, ptrdiff_t sst);
    int (*reduce)(const ishmemi_call_t *call, ishmemi_collective_t collective, ishmemi_kind_t kind,
                  ishmemi_reduce_op_t op);
} ishmemi_openshmem_t;

extern __attribute__((visibility("default"))) const ishmemi_openshmem_t ishmemi_openshmem;

#endif
