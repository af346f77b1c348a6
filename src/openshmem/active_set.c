/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of active sets.  The library makes a team of a set at its first call and keeps it
 * (src/host/teams/team_set.h), so these collectives need neither pSync nor pWrk.
 */
#include "define.h"
#include "host/api/openshmem.h"
#include "routines.h"
#include <stdio.h>

#define SET PE_start, logPE_stride, PE_size
/* The arguments of a collective, under the names that they have in routines.h. */
#define CALL(ROUTINE, COUNT, SIZE, ALIGNMENT)                                                  \
    &(const ishmemi_call_t)                                                                    \
    {                                                                                          \
        .routine = ROUTINE, .team = ishmemi_openshmem.team_of_set(ROUTINE, SET), .dest = dest, \
        .source = source, .count = COUNT, .size = SIZE, .alignment = ALIGNMENT                 \
    }

/* ---- Synchronisation --------------------------------------------------------------------------- */

void pshmem_barrier(OPENSHMEM_SET, long *pSync)
{
    static const char routine[] = "shmem_barrier";
    (void)pSync;
    ishmemi_openshmem.barrier(routine, ishmemi_openshmem.team_of_set(routine, SET));
}
OPENSHMEM_ALIAS(void, barrier, (OPENSHMEM_SET, long *pSync))

void pshmem_sync(OPENSHMEM_SET, long *pSync)
{
    static const char routine[] = "shmem_sync";
    (void)pSync;
    ishmemi_openshmem.sync(routine, ishmemi_openshmem.team_of_set(routine, SET));
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
#define MOVE_CALL(NAME, BITS) CALL("shmem_" #NAME #BITS, nelems, BITS / 8, BITS / 8)
#define MOVES(BITS)                                                                               \
    DEFINE(broadcast##BITS, (BROADCAST_PARAMETERS),                                               \
           ishmemi_openshmem.broadcast_others(MOVE_CALL(broadcast, BITS), PE_root))               \
    DEFINE(collect##BITS, (MOVE_PARAMETERS), ishmemi_openshmem.collect(MOVE_CALL(collect, BITS))) \
    DEFINE(fcollect##BITS, (MOVE_PARAMETERS),                                                     \
           ishmemi_openshmem.gather(MOVE_CALL(fcollect, BITS), ISHMEMI_COLLECTIVE_FCOLLECT))      \
    DEFINE(alltoall##BITS, (MOVE_PARAMETERS),                                                     \
           ishmemi_openshmem.gather(MOVE_CALL(alltoall, BITS), ISHMEMI_COLLECTIVE_ALLTOALL))      \
    DEFINE(alltoalls##BITS, (STRIDED_PARAMETERS),                                                 \
           ishmemi_openshmem.alltoalls(MOVE_CALL(alltoalls, BITS), dst, sst))
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

static void reduce(const ishmemi_call_t *call, ishmemi_kind_t kind, ishmemi_op_t op)
{
    ishmemi_openshmem.reduce(call, ISHMEMI_COLLECTIVE_REDUCE, kind, op);
}

#define TO_ALL(NAME, TYPE, OP_NAME, OP, KIND)                                           \
    void pshmem_##NAME##_##OP_NAME##_to_all(OPENSHMEM_REDUCTION_PARAMETERS(TYPE))       \
    {                                                                                   \
        static const char routine[] = "shmem_" #NAME "_" #OP_NAME "_to_all";            \
        (void)pWrk;                                                                     \
        (void)pSync;                                                                    \
        reduce(CALL(routine, count_of(routine, nreduce), sizeof(TYPE), _Alignof(TYPE)), \
               ISHMEMI_KIND_##KIND, ISHMEMI_OP_##OP);                                   \
    }                                                                                   \
    OPENSHMEM_ALIAS(void, NAME##_##OP_NAME##_to_all, (OPENSHMEM_REDUCTION_PARAMETERS(TYPE)))
OPENSHMEM_SET_REDUCTIONS(TO_ALL)
