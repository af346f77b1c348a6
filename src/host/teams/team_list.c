/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Members of new teams.
 */
#include "team_list.h"

#include <stdint.h>
#include <stdlib.h>

bool ishmemi_triplet_is_valid(const ishmemi_triplet_t *triplet, int n_pes)
{
    const int64_t last = triplet->start + (int64_t)triplet->stride * ((int64_t)triplet->size - 1);
    return triplet->size >= 1 && (triplet->stride != 0 || triplet->size == 1) &&
           triplet->start >= 0 && triplet->start < n_pes && last >= 0 && last < n_pes;
}

ishmemi_triplet_t ishmemi_triplet_of_row(int n_pes, int xrange, int pe)
{
    const int start = pe - pe % xrange;
    const int rest = n_pes - start;
    return (ishmemi_triplet_t){start, 1, rest < xrange ? rest : xrange};
}

ishmemi_triplet_t ishmemi_triplet_of_column(int n_pes, int xrange, int pe)
{
    const int start = pe % xrange;
    const int size = (n_pes - 1 - start) / xrange + 1;
    return (ishmemi_triplet_t){start, size > 1 ? xrange : 1, size};
}

void ishmemi_triplet_list(const ishmemi_triplet_t *triplet, int *pes)
{
    for (int i = 0; i < triplet->size; i++) {
        pes[i] = triplet->start + triplet->stride * i;
    }
}

ishmemi_list_fault_t ishmemi_list_check(const int *pes, int size, int n_pes, int *at)
{
    *at = 0;
    if (size < 1) {
        return ISHMEMI_LIST_EMPTY;
    }
    if (size > n_pes) {
        return ISHMEMI_LIST_LONG;
    }
    bool *const listed = calloc((size_t)n_pes, sizeof *listed);
    if (!listed) {
        return ISHMEMI_LIST_NO_HOST_MEMORY;
    }
    ishmemi_list_fault_t fault = ISHMEMI_LIST_GOOD;
    for (int i = 0; i < size && fault == ISHMEMI_LIST_GOOD; i++) {
        *at = i;
        if (pes[i] < 0 || pes[i] >= n_pes) {
            fault = ISHMEMI_LIST_RANGE;
        } else if (listed[pes[i]]) {
            fault = ISHMEMI_LIST_TWICE;
        } else {
            listed[pes[i]] = true;
        }
    }
    free(listed);
    return fault;
}

int ishmemi_list_find(const int *pes, int size, int pe)
{
    for (int i = 0; i < size; i++) {
        if (pes[i] == pe) {
            return i;
        }
    }
    return -1;
}
