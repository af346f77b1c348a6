/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bodies of collectives, and how the host library defines a collective of
 * ishmem/routine_lists.h: in one line, which calls the family's body with CALL and the arguments.
 */
#ifndef ISHMEMI_COLLECTIVE_DEFINE_H
#define ISHMEMI_COLLECTIVE_DEFINE_H

#include "call.h"
#include "ishmem.h"
#include "shared/collective/task.h"

/* 0 on success. */
int ishmemi_host_broadcast(const ishmemi_call_t *call, int root);
/* The same, but does not change the root's dest. */
int ishmemi_host_broadcast_others(const ishmemi_call_t *call, int root);
/* fcollect or alltoall. */
int ishmemi_host_gather(const ishmemi_call_t *call, ishmemi_collective_t collective);
int ishmemi_host_collect(const ishmemi_call_t *call);
/* Strides in elements. */
int ishmemi_host_alltoalls(const ishmemi_call_t *call, ptrdiff_t dst, ptrdiff_t sst);
/* reduce, reduce_scatter, inscan or exscan. */
int ishmemi_host_reduce(const ishmemi_call_t *call, ishmemi_collective_t collective,
                        ishmemi_kind_t kind, ishmemi_reduce_op_t op);

/* The arguments, under the names that they have in routine_lists.h. */
#ifndef CALL
#define CALL(ROUTINE, COUNT, SIZE, ALIGNMENT)                           \
    &(const ishmemi_call_t)                                             \
    {                                                                   \
        ROUTINE, team, dest, source, COUNT, SIZE, ALIGNMENT, NULL, NULL \
    }
#endif

#define BODY_broadcast(ROUTINE, SIZE, ALIGNMENT) \
    ishmemi_host_broadcast(CALL(ROUTINE, nelems, SIZE, ALIGNMENT), PE_root)
#define BODY_collect(ROUTINE, SIZE, ALIGNMENT) \
    ishmemi_host_collect(CALL(ROUTINE, nelems, SIZE, ALIGNMENT))
#define BODY_fcollect(ROUTINE, SIZE, ALIGNMENT) \
    ishmemi_host_gather(CALL(ROUTINE, nelems, SIZE, ALIGNMENT), ISHMEMI_COLLECTIVE_FCOLLECT)
#define BODY_alltoall(ROUTINE, SIZE, ALIGNMENT) \
    ishmemi_host_gather(CALL(ROUTINE, nelems, SIZE, ALIGNMENT), ISHMEMI_COLLECTIVE_ALLTOALL)
#define BODY_alltoalls(ROUTINE, SIZE, ALIGNMENT) \
    ishmemi_host_alltoalls(CALL(ROUTINE, nelems, SIZE, ALIGNMENT), dst, sst)

#define REDUCE(ROUTINE, KIND, TYPE, OP)                                       \
    ishmemi_host_reduce(CALL(ROUTINE, nreduce, sizeof(TYPE), _Alignof(TYPE)), \
                        ISHMEMI_COLLECTIVE_REDUCE, KIND, ISHMEMI_OP_##OP)
#define SCATTER(ROUTINE, KIND, TYPE, OP)                                      \
    ishmemi_host_reduce(CALL(ROUTINE, nreduce, sizeof(TYPE), _Alignof(TYPE)), \
                        ISHMEMI_COLLECTIVE_REDUCE_SCATTER, KIND, ISHMEMI_OP_##OP)
#define SCAN(ROUTINE, KIND, TYPE, COLLECTIVE)                                \
    ishmemi_host_reduce(CALL(ROUTINE, nelems, sizeof(TYPE), _Alignof(TYPE)), \
                        ISHMEMI_COLLECTIVE_##COLLECTIVE, KIND, ISHMEMI_OP_SUM)

#define BODY_and_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, AND)
#define BODY_or_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, OR)
#define BODY_xor_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, XOR)
#define BODY_max_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, MAX)
#define BODY_min_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, MIN)
#define BODY_sum_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, SUM)
#define BODY_prod_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, PROD)
#define BODY_and_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, AND)
#define BODY_or_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, OR)
#define BODY_xor_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, XOR)
#define BODY_max_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, MAX)
#define BODY_min_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, MIN)
#define BODY_sum_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, SUM)
#define BODY_prod_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, PROD)
#define BODY_sum_inscan(ROUTINE, KIND, TYPE) SCAN(ROUTINE, KIND, TYPE, INSCAN)
#define BODY_sum_exscan(ROUTINE, KIND, TYPE) SCAN(ROUTINE, KIND, TYPE, EXSCAN)

#define KIND_float16 ISHMEMI_KIND_FLOAT16
#define KIND_bfloat16 ISHMEMI_KIND_BFLOAT16

/* The name is in parentheses because it is also the name of a macro. */
#define DEFINE_COLLECTIVE(FUNCTION, KIND, TYPE, BODY) \
    int(FUNCTION)(ISHMEMI_PARAMETERS_##KIND(TYPE))    \
    {                                                 \
        return BODY;                                  \
    }

#endif
