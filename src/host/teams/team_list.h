/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs of a parent team belong to a new team: only the rules, with the parent's numbers.
 */
#ifndef ISHMEMI_TEAM_LIST_H
#define ISHMEMI_TEAM_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* `size` PEs: start, start + stride and so on. */
typedef struct ishmemi_triplet {
    int start;
    int stride;
    int size;
} ishmemi_triplet_t;

/* Whether all its PEs are among the parent's n_pes, and none appears twice.  PEs do not wrap around
 * from the parent's last to its first, and a stride of 0 is valid only for one PE. */
bool ishmemi_triplet_is_valid(const ishmemi_triplet_t *triplet, int n_pes);

/* The teams of PE pe when n_pes PEs are arranged in rows of xrange, at least 1: its row, and its
 * column. */
ishmemi_triplet_t ishmemi_triplet_of_row(int n_pes, int xrange, int pe);
ishmemi_triplet_t ishmemi_triplet_of_column(int n_pes, int xrange, int pe);

/* Stores the PEs of a valid triplet in pes[size]. */
void ishmemi_triplet_list(const ishmemi_triplet_t *triplet, int *pes);

typedef enum ishmemi_list_fault {
    ISHMEMI_LIST_GOOD,
    ISHMEMI_LIST_EMPTY,
    ISHMEMI_LIST_LONG,  /* it has more PEs than the parent; the list has not been read */
    ISHMEMI_LIST_RANGE, /* pes[at] is not a PE of the parent */
    ISHMEMI_LIST_TWICE, /* pes[at] appears earlier in the list too */
    ISHMEMI_LIST_NO_HOST_MEMORY
} ishmemi_list_fault_t;

/* What is wrong with a list of `size` of the parent's n_pes PEs in any order, and where. */
ishmemi_list_fault_t ishmemi_list_check(const int *pes, int size, int n_pes, int *at);

/* The index of pe in the list, or -1. */
int ishmemi_list_find(const int *pes, int size, int pe);

#endif
