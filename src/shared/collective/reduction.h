/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a reduction combines, and the combination of two operands.
 */
#ifndef ISHMEM_COLLECTIVE_REDUCTION_H
#define ISHMEM_COLLECTIVE_REDUCTION_H

#include "slices.h"
#include "task.h"

/* What is reduced, and how. */
typedef struct ishmemi_reduction {
    ishmemi_class_t kinds; /* selects the function that combines; a constant if DOUBLE */
    ishmemi_kind_t kind;
    ishmemi_reduce_op_t op;
    size_t size; /* of an element */
} ishmemi_reduction_t;

ISHMEMI_INLINE uint64_t ishmemi_address_of(const char *memory)
{
    return ISHMEMI_ADDRESS(memory);
}

ISHMEMI_INLINE char *ishmemi_memory_at(uint64_t address)
{
    return (char *)(ISHMEMI_GLOBAL char *)address;
}

ISHMEMI_INLINE void ishmemi_reduce_pair(ishmemi_caller_t caller, ishmemi_group_t group,
                                        const ishmemi_reduction_t *reduction, uint64_t dest,
                                        uint64_t left, uint64_t right, size_t count)
{
    ishmemi_combine(caller, reduction->kinds, reduction->kind, reduction->op, dest, left, right,
                    count, ishmemi_group_lane(group), ishmemi_group_lanes(group));
}

/* Up to so much, each of two members combines all; with more, each combines one half (reduce_of_two.h). */
#define ISHMEMI_REDUCE_OF_TWO_BYTES ((size_t)4 << 20)

/* Whether the call is for reduce_of_two.h, which needs an operand that is not in dest. */
ISHMEMI_INLINE int ishmemi_reduces_of_two(ishmemi_team_ref_t team, uint64_t dest, uint64_t source)
{
    return team->n_pes == 2 && dest != source && (team->flags & ISHMEMI_TEAM_REACHABLE) != 0;
}

/* Bytes in each member's part, in whole cache lines.  The last parts may be shorter. */
ISHMEMI_INLINE size_t ishmemi_reduce_part(ishmemi_team_ref_t team, size_t bytes)
{
    const size_t part = (bytes + (size_t)team->n_pes - 1) / (size_t)team->n_pes;
    return (part + ISHMEMI_TEAM_LINE_BYTES - 1) / ISHMEMI_TEAM_LINE_BYTES * ISHMEMI_TEAM_LINE_BYTES;
}

/* The least bytes of a slice.  If the members own parts of it, each part is worth as much as a slice without parts. */
ISHMEMI_INLINE size_t ishmemi_reduce_slice_bytes(ishmemi_team_ref_t team, uint64_t dest,
                                                 uint64_t source, size_t bytes)
{
    return ishmemi_reduces_of_two(team, dest, source) && bytes <= ISHMEMI_REDUCE_OF_TWO_BYTES
               ? ISHMEMI_SLICE_BYTES
               : (size_t)team->n_pes * ISHMEMI_SLICE_BYTES;
}

#endif
