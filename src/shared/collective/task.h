/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A collective call as plain data: what the host asks a kernel to carry out.
 */
#ifndef ISHMEM_COLLECTIVE_TASK_H
#define ISHMEM_COLLECTIVE_TASK_H

#include "ishmem/type_lists.h"

typedef enum ishmemi_collective {
    ISHMEMI_COLLECTIVE_SYNC,
    ISHMEMI_COLLECTIVE_BROADCAST,
    ISHMEMI_COLLECTIVE_COLLECT,
    ISHMEMI_COLLECTIVE_FCOLLECT,
    ISHMEMI_COLLECTIVE_ALLTOALL,
    ISHMEMI_COLLECTIVE_ALLTOALLS,
    ISHMEMI_COLLECTIVE_REDUCE,
    ISHMEMI_COLLECTIVE_REDUCE_SCATTER,
    ISHMEMI_COLLECTIVE_INSCAN,
    ISHMEMI_COLLECTIVE_EXSCAN,
    ISHMEMI_COLLECTIVE_EXCHANGE, /* the library's own; dest and source are not symmetric */
    ISHMEMI_COLLECTIVES,
    ISHMEMI_COLLECTIVE_MATCH /* only the comparison; dest and source as in signatures */
} ishmemi_collective_t;

/* Elements of reductions: integers by size and sign, and floating-point numbers. */
typedef enum ishmemi_kind {
    ISHMEMI_KIND_INT8,
    ISHMEMI_KIND_INT16,
    ISHMEMI_KIND_INT32,
    ISHMEMI_KIND_INT64,
    ISHMEMI_KIND_UINT8,
    ISHMEMI_KIND_UINT16,
    ISHMEMI_KIND_UINT32,
    ISHMEMI_KIND_UINT64,
    ISHMEMI_KIND_FLOAT,
    ISHMEMI_KIND_FLOAT16,
    ISHMEMI_KIND_BFLOAT16,
    ISHMEMI_KIND_DOUBLE,
    /* Only on the host. */
    ISHMEMI_KIND_LONGDOUBLE,
    ISHMEMI_KIND_COMPLEXF,
    ISHMEMI_KIND_COMPLEXD
} ishmemi_kind_t;

/* Kinds that one function combines. */
typedef enum ishmemi_class {
    ISHMEMI_CLASS_INTEGER,
    ISHMEMI_CLASS_FLOAT,
    ISHMEMI_CLASS_DOUBLE
} ishmemi_class_t;

typedef enum ishmemi_reduce_op {
    ISHMEMI_OP_AND,
    ISHMEMI_OP_OR,
    ISHMEMI_OP_XOR,
    ISHMEMI_OP_MAX,
    ISHMEMI_OP_MIN,
    ISHMEMI_OP_SUM,
    ISHMEMI_OP_PROD
} ishmemi_reduce_op_t;

/* The kind and the class of a type of C, as constants. */
#define ISHMEMI_IS_NUMBER(TYPE) ((TYPE)0.5f != (TYPE)0)
#define ISHMEMI_LOG_SIZE(TYPE) \
    (sizeof(TYPE) == 1 ? 0 : sizeof(TYPE) == 2 ? 1 : sizeof(TYPE) == 4 ? 2 : 3)
#define ISHMEMI_KIND_OF(TYPE)                                                                    \
    ((ishmemi_kind_t)(ISHMEMI_IS_NUMBER(TYPE)                                                    \
                          ? sizeof(TYPE) == 4 ? ISHMEMI_KIND_FLOAT : ISHMEMI_KIND_DOUBLE         \
                          : (int)((TYPE)-1 < (TYPE)1 ? ISHMEMI_KIND_INT8 : ISHMEMI_KIND_UINT8) + \
                                ISHMEMI_LOG_SIZE(TYPE)))
#define ISHMEMI_CLASS_OF(KIND)                              \
    ((KIND) < ISHMEMI_KIND_FLOAT    ? ISHMEMI_CLASS_INTEGER \
     : (KIND) < ISHMEMI_KIND_DOUBLE ? ISHMEMI_CLASS_FLOAT   \
                                    : ISHMEMI_CLASS_DOUBLE)

/* How the tile carries out a collective: by one group in any way, or by a quick way's kernel. */
typedef enum ishmemi_way { ISHMEMI_WAY_ANY, ISHMEMI_WAY_WORDS, ISHMEMI_WAY_SLICES } ishmemi_way_t;

#define ISHMEMI_TASK_NAME_WORDS 7

/* Addresses are valid on the tile.  Fields that a collective does not need are 0. */
typedef struct ishmemi_task {
    uint32_t collective; /* ishmemi_collective_t */
    uint32_t kind;       /* ishmemi_kind_t */
    uint32_t op;         /* ishmemi_reduce_op_t */
    int32_t root;
    uint64_t team; /* of an ishmemi_team_t */
    uint64_t dest;
    uint64_t source;
    uint64_t count; /* elements */
    uint64_t size;  /* of an element, in bytes */
    int64_t dst;    /* strides in elements */
    int64_t sst;
    int64_t result; /* written by the kernel; 0: success */
    uint32_t way;   /* ishmemi_way_t */
    uint32_t
        groups; /* of the kernel, which share the call's slices (slices.h); 0 or 1: one alone */
    /* What the members compare before the collective (ishmemi_signature_t in ../team_block.h).  The
     * routine is a string, in words because kernels copy words.  If it is empty, the members do not
     * compare their calls. */
    uint64_t own_counts;
    uint64_t routine[ISHMEMI_TASK_NAME_WORDS];
} ishmemi_task_t;

#endif
