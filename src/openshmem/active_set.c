/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of active sets.  The library makes a team of a set at its first call and keeps it
 * (src/host/teams/team_set.h), so these collectives need neither pSync nor pWrk.
 */
#include "define.h"
#include "host/api/openshmem.h"
#include "routines.h"
#include <stdio.h>

/* Runs BODY with `team` if the calling PE is in the set of the parameters. */
#define WITH_TEAM(ROUTINE, BODY)                                                            \
    do {                                                                                    \
        ishmem_team_t team;                                                                 \
        if (ishmemi_openshmem.find_team(ROUTINE, PE_start, logPE_stride, PE_size, &team)) { \
            BODY;                                                                           \
        }                                                                                   \
    } while (0)
/* The arguments of a collective, under the names that they have in routines.h. */
#define CALL(ROUTINE, COUNT, SIZE, ALIGNMENT)                                             \
    &(const ishmemi_call_t)                                                               \
    {                                                                                     \
        .routine = ROUTINE, .team = team, .dest = dest, .source = source, .count = COUNT, \
        .size = SIZE, .alignment = ALIGNMENT                                              \
    }

/* ---- Synchronisation --------------------------------------------------------------------------- */

void pshmem_barrier(OPENSHMEM_SET, long *pSync)
{
    static const char routine[] = "shmem_barrier";
    (void)pSync;
    WITH_TEAM(routine, ishmemi_openshmem.barrier(routine, team));
}
OPENSHMEM_ALIAS(void, barrier, (OPENSHMEM_SET, long *pSync))

void pshmem_sync(OPENSHMEM_SET, long *pSync)
{
    static const char routine[] = "shmem_sync";
    (void)pSync;
    WITH_TEAM(routine, ishmemi_openshmem.sync(routine, team));
}
OPENSHMEM_ALIAS(void, sync, (OPENSHMEM_SET, long *pSync))

/* ---- Moves -------------------------------------------------------------------------------------- */

#define MOVE_PARAMETERS void *dest, const void *source, size_t nelems, OPENSHMEM_SET, long *pSync
#define BROADCAST_PARAMETERS \
    void *dest, const void *source, size_t nelems, int PE_root, OPENSHMEM_SET, long *pSync
#define STRIDED_PARAMETERS                                                                      \
    void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, OPENSHMEM_SET, \
        long *pSync

#define DEFINE(NAME, PARAMETERS, BODY) \
    void pshmem_##NAME PARAMETERS      \
    {                                  \
        (void)pSync;                   \
        BODY;                          \
    }                                  \
    OPENSHMEM_ALIAS(void, NAME, PARAMETERS)
#define MOVE(NAME, BITS, PARAMETERS, FUNCTION, ...) \
    DEFINE(NAME##BITS, PARAMETERS,                  \
           WITH_TEAM("shmem_" #NAME #BITS,          \
                     ishmemi_openshmem.FUNCTION(    \
                         CALL("shmem_" #NAME #BITS, nelems, BITS / 8, BITS / 8) __VA_ARGS__)))
#define MOVES(BITS)                                                                \
    MOVE(broadcast, BITS, (BROADCAST_PARAMETERS), broadcast_others, , PE_root)     \
    MOVE(collect, BITS, (MOVE_PARAMETERS), collect, )                              \
    MOVE(fcollect, BITS, (MOVE_PARAMETERS), gather, , ISHMEMI_COLLECTIVE_FCOLLECT) \
    MOVE(alltoall, BITS, (MOVE_PARAMETERS), gather, , ISHMEMI_COLLECTIVE_ALLTOALL) \
    MOVE(alltoalls, BITS, (STRIDED_PARAMETERS), alltoalls, , dst, sst)
MOVES(32)
MOVES(64)

/* ---- Reductions --------------------------------------------------------------------------------- */

static size_t count_of(const char *routine, int nreduce)
{
    if (nreduce < 0) {
        char value[32];
        snprintf(value, sizeof value, "%d", nreduce);
        ishmemi_openshmem.refuse(routine, "nreduce", value, "0 or more");
    }
    return (size_t)nreduce;
}

static void reduce(const ishmemi_call_t *call, ishmemi_kind_t kind, ishmemi_reduce_op_t op)
{
    ishmemi_openshmem.reduce(call, ISHMEMI_COLLECTIVE_REDUCE, kind, op);
}

#define TO_ALL(NAME, TYPE, OP_NAME, OP, KIND)                                                     \
    void pshmem_##NAME##_##OP_NAME##_to_all(OPENSHMEM_REDUCTION_PARAMETERS(TYPE))                 \
    {                                                                                             \
        static const char routine[] = "shmem_" #NAME "_" #OP_NAME "_to_all";                      \
        (void)pWrk;                                                                               \
        (void)pSync;                                                                              \
        WITH_TEAM(routine,                                                                        \
                  reduce(CALL(routine, count_of(routine, nreduce), sizeof(TYPE), _Alignof(TYPE)), \
                         ISHMEMI_KIND_##KIND, ISHMEMI_OP_##OP));                                  \
    }                                                                                             \
    OPENSHMEM_ALIAS(void, NAME##_##OP_NAME##_to_all, (OPENSHMEM_REDUCTION_PARAMETERS(TYPE)))
OPENSHMEM_SET_REDUCTIONS(TO_ALL)
