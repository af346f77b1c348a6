/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs of a parent team a new team has: the rules alone, in the parent's numbers.
 */
#ifndef ISHMEMI_TEAM_LIST_H
#define ISHMEMI_TEAM_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* The PEs start, start + stride, ...: `size` of them. */
typedef struct ishmemi_triplet {
    int start;
    int stride;
    int size;
} ishmemi_triplet_t;

/* Whether all its PEs are some of the parent's n_pes, and none twice: there is no way round from
 * the parent's last PE to its first, and only one PE may come without a stride. */
bool ishmemi_triplet_is_valid(const ishmemi_triplet_t *triplet, int n_pes);

/* The teams of PE pe when n_pes PEs are laid out in rows of xrange, at least 1: its row, and its
 * column. */
ishmemi_triplet_t ishmemi_triplet_of_row(int n_pes, int xrange, int pe);
ishmemi_triplet_t ishmemi_triplet_of_column(int n_pes, int xrange, int pe);

/* Stores the PEs of a valid triplet in pes[size]. */
void ishmemi_triplet_list(const ishmemi_triplet_t *triplet, int *pes);

typedef enum ishmemi_list_fault {
    ISHMEMI_LIST_GOOD,
    ISHMEMI_LIST_EMPTY,
    ISHMEMI_LIST_LONG,  /* it has more PEs than the parent; nothing of it has been read */
    ISHMEMI_LIST_RANGE, /* pes[at] is no PE of the parent */
    ISHMEMI_LIST_TWICE, /* pes[at] has been in the list before */
    ISHMEMI_LIST_NO_HOST_MEMORY
} ishmemi_list_fault_t;

/* What is wrong with a list of `size` of the parent's n_pes PEs in any order, and where. */
ishmemi_list_fault_t ishmemi_list_check(const int *pes, int size, int n_pes, int *at);

/* The place of pe in the list, or -1. */
int ishmemi_list_find(const int *pes, int size, int pe);

#endif
