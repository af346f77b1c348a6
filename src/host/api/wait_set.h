/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting on a set of objects of this PE, and testing it.
 */
#ifndef ISHMEMI_WAIT_SET_H
#define ISHMEMI_WAIT_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Element i is in the set unless status[i] is not 0 (status may be NULL); it is compared with
 * values[i], or with `value` where the set has no values. */
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

/* The functions check the arguments in `routine`'s name. */

void ishmemi_set_wait_all(const char *routine, const ishmemi_set_t *set);
int ishmemi_set_test_all(const char *routine, const ishmemi_set_t *set);

/* waits: until an element compares; else after one look at each.  Return what the routines do. */
size_t ishmemi_set_any(const char *routine, const ishmemi_set_t *set, bool waits);
size_t ishmemi_set_some(const char *routine, const ishmemi_set_t *set, size_t *indices, bool waits);

#endif
