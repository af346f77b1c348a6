/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions of sub-groups that are tested, as kernels call them: of each item's value `v` of type T and
 * number `r`, and of `q` and `size`, the most items that a sub-group has, which all items know alike.  Lists for
 * subgroups.cl, which calls them, and for subgroups_model.c, which says what they give.
 *
 * FUNCTION(NAME, CALL)
 */
#ifndef KERNELS_SUBGROUPS_FUNCTIONS_H
#define KERNELS_SUBGROUPS_FUNCTIONS_H

/* Those that every item of the sub-group calls. */
#define UNIFORM_FUNCTIONS(FUNCTION)                                  \
    FUNCTION(uniform_reduce_add, sub_group_reduce_add(v))            \
    FUNCTION(uniform_reduce_min, sub_group_reduce_min(v))            \
    FUNCTION(uniform_reduce_max, sub_group_reduce_max(v))            \
    FUNCTION(uniform_inclusive_add, sub_group_scan_inclusive_add(v)) \
    FUNCTION(uniform_inclusive_min, sub_group_scan_inclusive_min(v)) \
    FUNCTION(uniform_inclusive_max, sub_group_scan_inclusive_max(v)) \
    FUNCTION(uniform_exclusive_add, sub_group_scan_exclusive_add(v)) \
    FUNCTION(uniform_exclusive_min, sub_group_scan_exclusive_min(v)) \
    FUNCTION(uniform_exclusive_max, sub_group_scan_exclusive_max(v)) \
    FUNCTION(uniform_broadcast, sub_group_broadcast(v, q % size))

/* Those that some may call; then the others have no part in it. */
#define VALUE_FUNCTIONS(FUNCTION)                                                       \
    FUNCTION(shuffle, sub_group_shuffle(v, r % size))                                   \
    FUNCTION(shuffle_xor, sub_group_shuffle_xor(v, q % size))                           \
    FUNCTION(shuffle_up, sub_group_shuffle_up(v, q % size))                             \
    FUNCTION(shuffle_down, sub_group_shuffle_down(v, q % size))                         \
    FUNCTION(rotate, sub_group_rotate(v, (int)q - 100))                                 \
    FUNCTION(rotate_4, sub_group_clustered_rotate(v, (int)q - 100, 4))                  \
    FUNCTION(rotate_8, sub_group_clustered_rotate(v, (int)q, 8))                        \
    FUNCTION(broadcast_5, sub_group_non_uniform_broadcast(v, 5))                        \
    FUNCTION(broadcast_first, sub_group_broadcast_first(v))                             \
    FUNCTION(intel_shuffle, intel_sub_group_shuffle(v, r % size))                       \
    FUNCTION(intel_shuffle_xor, intel_sub_group_shuffle_xor(v, q % size))               \
    FUNCTION(intel_shuffle_down, intel_sub_group_shuffle_down(v, next(v), q % size))    \
    FUNCTION(intel_shuffle_up, intel_sub_group_shuffle_up(next(v), v, q % size))        \
    FUNCTION(all_equal, (T)(sub_group_non_uniform_all_equal(v) != 0))                   \
    FUNCTION(all_equal_few, (T)(sub_group_non_uniform_all_equal((T)(r % 8 != 0)) != 0)) \
    FUNCTION(reduce_add, sub_group_non_uniform_reduce_add(v))                           \
    FUNCTION(reduce_min, sub_group_non_uniform_reduce_min(v))                           \
    FUNCTION(reduce_max, sub_group_non_uniform_reduce_max(v))                           \
    FUNCTION(reduce_mul, sub_group_non_uniform_reduce_mul(factor(v)))                   \
    FUNCTION(inclusive_add, sub_group_non_uniform_scan_inclusive_add(v))                \
    FUNCTION(inclusive_min, sub_group_non_uniform_scan_inclusive_min(v))                \
    FUNCTION(inclusive_max, sub_group_non_uniform_scan_inclusive_max(v))                \
    FUNCTION(inclusive_mul, sub_group_non_uniform_scan_inclusive_mul(factor(v)))        \
    FUNCTION(exclusive_add, sub_group_non_uniform_scan_exclusive_add(v))                \
    FUNCTION(exclusive_min, sub_group_non_uniform_scan_exclusive_min(v))                \
    FUNCTION(exclusive_max, sub_group_non_uniform_scan_exclusive_max(v))                \
    FUNCTION(exclusive_mul, sub_group_non_uniform_scan_exclusive_mul(factor(v)))        \
    FUNCTION(clustered_add_1, sub_group_clustered_reduce_add(v, 1))                     \
    FUNCTION(clustered_add_4, sub_group_clustered_reduce_add(v, 4))                     \
    FUNCTION(clustered_min_8, sub_group_clustered_reduce_min(v, 8))                     \
    FUNCTION(clustered_max_2, sub_group_clustered_reduce_max(v, 2))                     \
    FUNCTION(clustered_mul_16, sub_group_clustered_reduce_mul(factor(v), 16))

/* Integers have these as well. */
#define BIT_FUNCTIONS(FUNCTION)                                          \
    FUNCTION(reduce_and, sub_group_non_uniform_reduce_and(v))            \
    FUNCTION(reduce_or, sub_group_non_uniform_reduce_or(v))              \
    FUNCTION(reduce_xor, sub_group_non_uniform_reduce_xor(v))            \
    FUNCTION(inclusive_and, sub_group_non_uniform_scan_inclusive_and(v)) \
    FUNCTION(inclusive_or, sub_group_non_uniform_scan_inclusive_or(v))   \
    FUNCTION(inclusive_xor, sub_group_non_uniform_scan_inclusive_xor(v)) \
    FUNCTION(exclusive_and, sub_group_non_uniform_scan_exclusive_and(v)) \
    FUNCTION(exclusive_or, sub_group_non_uniform_scan_exclusive_or(v))   \
    FUNCTION(exclusive_xor, sub_group_non_uniform_scan_exclusive_xor(v)) \
    FUNCTION(clustered_and_4, sub_group_clustered_reduce_and(v, 4))      \
    FUNCTION(clustered_or_8, sub_group_clustered_reduce_or(v, 8))        \
    FUNCTION(clustered_xor_16, sub_group_clustered_reduce_xor(v, 16))

/* Votes, which make a uint of numbers.  The first two every item calls. */
#define UNIFORM_VOTES(FUNCTION)                            \
    FUNCTION(uniform_all, sub_group_all(r % 64 != 0) != 0) \
    FUNCTION(uniform_any, sub_group_any(r % 64 == 0) != 0)

#define LOGICAL(name) sub_group_non_uniform_##name
#define VOTES(FUNCTION)                                                                         \
    FUNCTION(elect, sub_group_elect() != 0)                                                     \
    FUNCTION(all, sub_group_non_uniform_all(r % 16 != 0) != 0)                                  \
    FUNCTION(any, sub_group_non_uniform_any(r % 16 == 0) != 0)                                  \
    FUNCTION(ballot, sub_group_ballot(r % 2).x)                                                 \
    FUNCTION(ballot_rest, sub_group_ballot(r % 2).y | sub_group_ballot(1).z)                    \
    FUNCTION(inverse_ballot, sub_group_inverse_ballot((uint4)(q, 0, 0, 0)) != 0)                \
    FUNCTION(bit_extract, sub_group_ballot_bit_extract(sub_group_ballot(r % 2), q % size) != 0) \
    FUNCTION(bit_count, sub_group_ballot_bit_count(sub_group_ballot(r % 2)))                    \
    FUNCTION(ballot_inclusive, sub_group_ballot_inclusive_scan(sub_group_ballot(r % 2)))        \
    FUNCTION(ballot_exclusive, sub_group_ballot_exclusive_scan(sub_group_ballot(r % 2)))        \
    FUNCTION(find_lsb, sub_group_ballot_find_lsb(sub_group_ballot(1)))                          \
    FUNCTION(find_msb, sub_group_ballot_find_msb(sub_group_ballot(1)))                          \
    FUNCTION(eq_mask, get_sub_group_eq_mask().x)                                                \
    FUNCTION(ge_mask, get_sub_group_ge_mask().x)                                                \
    FUNCTION(gt_mask, get_sub_group_gt_mask().x)                                                \
    FUNCTION(le_mask, get_sub_group_le_mask().x)                                                \
    FUNCTION(lt_mask, get_sub_group_lt_mask().x)                                                \
    FUNCTION(logical_and, LOGICAL(reduce_logical_and)(r % 16 != 0) != 0)                        \
    FUNCTION(logical_or, LOGICAL(reduce_logical_or)(r % 16 == 0) != 0)                          \
    FUNCTION(logical_xor, LOGICAL(reduce_logical_xor)(r % 2) != 0)                              \
    FUNCTION(inclusive_logical_and, LOGICAL(scan_inclusive_logical_and)(r % 16 != 0) != 0)      \
    FUNCTION(inclusive_logical_or, LOGICAL(scan_inclusive_logical_or)(r % 16 == 0) != 0)        \
    FUNCTION(inclusive_logical_xor, LOGICAL(scan_inclusive_logical_xor)(r % 2) != 0)            \
    FUNCTION(exclusive_logical_and, LOGICAL(scan_exclusive_logical_and)(r % 16 != 0) != 0)      \
    FUNCTION(exclusive_logical_or, LOGICAL(scan_exclusive_logical_or)(r % 16 == 0) != 0)        \
    FUNCTION(exclusive_logical_xor, LOGICAL(scan_exclusive_logical_xor)(r % 2) != 0)            \
    FUNCTION(clustered_logical_and, sub_group_clustered_reduce_logical_and(r % 4 != 0, 4) != 0) \
    FUNCTION(clustered_logical_or, sub_group_clustered_reduce_logical_or(r % 4 == 0, 4) != 0)   \
    FUNCTION(clustered_logical_xor, sub_group_clustered_reduce_logical_xor(r % 2, 4) != 0)

/* Where an item's results lie in the output, in cells of 64 bits. */
enum {
    CELL_SIZE,    /* the most items of a sub-group */
    CELL_UNIFORM, /* of the call that all have made */
    CELL_TURNS,   /* of calls in turns of a loop */
    TURNS_MAX = 8,
    CELL_AFTER = CELL_TURNS + TURNS_MAX, /* of a call after the loop */
    CELL_BARRIER,                        /* and after a barrier of the work-group */
    CELLS
};

/* An item's input is four words: its value in two, `r`, and where it goes: two bits a turn, the number of turns,
 * whether it returns at once. */
enum { WAY_NONE, WAY_FIRST, WAY_SECOND, WAY_LEAVES };
#define WAY_OF_TURN(ways, turn) ((ways) >> 2 * (turn)&3)
#define WAY_TURNS(ways) ((ways) >> 16 & 15)
#define WAY_GONE(ways) ((ways) >> 20 & 1)

#endif
