/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What collectives must do, worked out by one process: every member's source is a function of a
 * seed, the member and the index, so that each PE knows what all members contribute and what its
 * own dest must hold.
 */
#ifndef COLLECTIVE_MODEL_H
#define COLLECTIVE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The routines of routine_lists.h: COLLECTIVE_ and the routine's name.  The reductions, and those
 * that scatter, each in the order of the operations. */
typedef enum collective_id {
    COLLECTIVE_broadcast,
    COLLECTIVE_collect,
    COLLECTIVE_fcollect,
    COLLECTIVE_alltoall,
    COLLECTIVE_alltoalls,
    COLLECTIVE_and_reduce,
    COLLECTIVE_or_reduce,
    COLLECTIVE_xor_reduce,
    COLLECTIVE_max_reduce,
    COLLECTIVE_min_reduce,
    COLLECTIVE_sum_reduce,
    COLLECTIVE_prod_reduce,
    COLLECTIVE_and_reduce_scatter,
    COLLECTIVE_or_reduce_scatter,
    COLLECTIVE_xor_reduce_scatter,
    COLLECTIVE_max_reduce_scatter,
    COLLECTIVE_min_reduce_scatter,
    COLLECTIVE_sum_reduce_scatter,
    COLLECTIVE_prod_reduce_scatter,
    COLLECTIVE_sum_inscan,
    COLLECTIVE_sum_exscan,
    COLLECTIVE_COUNT
} collective_id_t;

typedef enum collective_number {
    COLLECTIVE_SIGNED,
    COLLECTIVE_UNSIGNED,
    COLLECTIVE_REAL, /* float or double, by its size */
    COLLECTIVE_FLOAT16,
    COLLECTIVE_BFLOAT16
} collective_number_t;

/* The kind of number that a C type is. */
#define COLLECTIVE_NUMBER(TYPE)               \
    ((TYPE)0.5 != (TYPE)0 ? COLLECTIVE_REAL   \
     : (TYPE)-1 < (TYPE)1 ? COLLECTIVE_SIGNED \
                          : COLLECTIVE_UNSIGNED)

/* One call, the same on all members but for `me`. */
typedef struct collective_model {
    collective_id_t id;
    collective_number_t number;
    size_t size; /* of an element, at most 8 */
    uint32_t seed;
    int n; /* members of the team */
    int me;
    int root;
    bool keeps;    /* a broadcast that leaves the dest of its root as it is */
    size_t nelems; /* collect: what members' counts are made from */
    ptrdiff_t dst; /* of alltoalls */
    ptrdiff_t sst;
} collective_model_t;

bool model_is_reduction(collective_id_t id);
/* Whether dest may be source. */
bool model_may_be_in_place(collective_id_t id);
/* Whether all members' results are the same bits. */
bool model_is_same_on_all(collective_id_t id);

/* The count that `member` calls with: of a collect they differ, zero among them. */
size_t model_count(const collective_model_t *model, int member);
/* Elements of the two arrays; of a collect's source, what its largest member has. */
size_t model_dest_elements(const collective_model_t *model);
size_t model_source_elements(const collective_model_t *model);

/* Stores the source of member `me`. */
void model_fill_source(const collective_model_t *model, void *source);

/* The index of the first element of member me's dest that is not as it must be; SIZE_MAX if there
 * is none.  What an alltoalls leaves alone must be bytes of `untouched`. */
size_t model_first_wrong(const collective_model_t *model, const void *dest,
                         unsigned char untouched);

#endif
