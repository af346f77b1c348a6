/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the name of a routine that kernels call says: what the routine does to symmetric memory, and
 * which argument is which.
 */
#ifndef ISHMEMI_ROUTINE_NAMES_H
#define ISHMEMI_ROUTINE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ishmemi_does {
    ISHMEMI_DOES_NOTHING, /* does not access or order symmetric memory */
    ISHMEMI_DOES_PUT,
    ISHMEMI_DOES_GET,
    ISHMEMI_DOES_SIGNAL, /* if it has data, with `dest` */
    ISHMEMI_DOES_AMO,    /* changes `dest`, or reads `source` */
    ISHMEMI_DOES_WAIT,
    ISHMEMI_DOES_TEST,
    ISHMEMI_DOES_FENCE,
    ISHMEMI_DOES_QUIET,
    ISHMEMI_DOES_SET_LOCK,
    ISHMEMI_DOES_TEST_LOCK,
    ISHMEMI_DOES_CLEAR_LOCK,
    ISHMEMI_DOES_SYNC,
    ISHMEMI_DOES_BARRIER,
    ISHMEMI_DOES_BROADCAST,
    ISHMEMI_DOES_COLLECT,
    ISHMEMI_DOES_FCOLLECT,
    ISHMEMI_DOES_ALLTOALL,
    ISHMEMI_DOES_REDUCE, /* scans too */
    ISHMEMI_DOES_REDUCE_SCATTER
} ishmemi_does_t;

typedef enum ishmemi_returns {
    ISHMEMI_RETURNS_void,
    ISHMEMI_RETURNS_int,
    ISHMEMI_RETURNS_size_t,
    ISHMEMI_RETURNS_uint64_t
} ishmemi_returns_t;

/* The arguments, with their names in routine_lists.h. */
#define ISHMEMI_ARGUMENT_NAMES(X) \
    X(dest)                       \
    X(source)                     \
    X(fetch)                      \
    X(dst)                        \
    X(sst)                        \
    X(nelems)                     \
    X(nreduce)                    \
    X(bsize)                      \
    X(nblocks)                    \
    X(value)                      \
    X(cond)                       \
    X(sig_addr)                   \
    X(signal)                     \
    X(sig_op)                     \
    X(ivar)                       \
    X(ivars)                      \
    X(indices)                    \
    X(status)                     \
    X(cmp)                        \
    X(cmp_value)                  \
    X(cmp_values)                 \
    X(lock)                       \
    X(target_pes)                 \
    X(npes)                       \
    X(team)                       \
    X(PE_root)                    \
    X(pe)
#define ISHMEMI_ARGUMENT_ROW(NAME) ISHMEMI_ARGUMENT_##NAME,
typedef enum ishmemi_argument {
    ISHMEMI_ARGUMENT_NONE,
    ISHMEMI_ARGUMENT_NAMES(ISHMEMI_ARGUMENT_ROW) ISHMEMI_ARGUMENT_COUNT
} ishmemi_argument_t;

/* The most arguments of a routine, without its context. */
#define ISHMEMI_ARGUMENTS_MOST 7

typedef struct ishmemi_routine {
    ishmemi_does_t does;
    ishmemi_returns_t returns; /* a value of its type counts as int */
    bool has_context;
    bool is_nbi;
    uint32_t size; /* of an element */
    /* ishmemi_argument_t of each after the context, ended by ISHMEMI_ARGUMENT_NONE. */
    const uint8_t *argument;
} ishmemi_routine_t;

void ishmemi_routine_names_open(void);

/* name: constant while its module exists. */
ishmemi_routine_t ishmemi_routine_find(const char *name);

#endif
