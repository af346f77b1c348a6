/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waits for and tests of a set of objects of this PE.
 */
#ifndef ISHMEMI_WAIT_SET_H
#define ISHMEMI_WAIT_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Element i is in the set if status is NULL or status[i] is 0.  It is compared with values[i] or,
 * if the set has no values, with `value`. */
typedef struct ishmemi_set {
    const void *ivars;
    size_t nelems;
    const int *status;
    int cmp;
    uint64_t value; /* in the low bytes */
    bool has_values;
    const void *values;
    size_t size; /* of an element: 4 or 8 */
    bool is_signed;
} ishmemi_set_t;

/* These functions check the arguments and name `routine` in messages. */

void ishmemi_set_wait_all(const char *routine, const ishmemi_set_t *set);
int ishmemi_set_test_all(const char *routine, const ishmemi_set_t *set);

/* waits: returns when an element compares; otherwise after one look at each.  Returns what the
 * routine returns. */
size_t ishmemi_set_any(const char *routine, const ishmemi_set_t *set, bool waits);
size_t ishmemi_set_some(const char *routine, const ishmemi_set_t *set, size_t *indices, bool waits);

#endif
