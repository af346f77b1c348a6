/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cases of test, and of waiting for and testing sets, for any caller.
 */
#ifndef WAIT_SET_CASES_H
#define WAIT_SET_CASES_H

#include <stddef.h>
#include <stdint.h>

/* One type.  Values are small, so that they fit every type; `values` is an array of the type
 * where it is not NULL, and the routine the _vector one.  Results are the routines' own. */
typedef struct wait_set_routines {
    const char *name;
    size_t size;
    int (*test)(const struct wait_set_routines *self, void *ivar, int cmp, uint64_t value);
    void (*wait_all)(const struct wait_set_routines *self, void *ivars, size_t nelems,
                     const int *status, int cmp, uint64_t value, const void *values);
    size_t (*wait_any)(const struct wait_set_routines *self, void *ivars, size_t nelems,
                       const int *status, int cmp, uint64_t value, const void *values);
    size_t (*wait_some)(const struct wait_set_routines *self, void *ivars, size_t nelems,
                        size_t *indices, const int *status, int cmp, uint64_t value,
                        const void *values);
    int (*test_all)(const struct wait_set_routines *self, void *ivars, size_t nelems,
                    const int *status, int cmp, uint64_t value, const void *values);
    size_t (*test_any)(const struct wait_set_routines *self, void *ivars, size_t nelems,
                       const int *status, int cmp, uint64_t value, const void *values);
    size_t (*test_some)(const struct wait_set_routines *self, void *ivars, size_t nelems,
                        size_t *indices, const int *status, int cmp, uint64_t value,
                        const void *values);
    const void *caller; /* the caller's own */
} wait_set_routines_t;

/* A row of a table, with functions NAME_test and so on. */
#define WAIT_SET_ROW(NAME, TYPE, LABEL) \
    {.name = LABEL,                     \
     .size = sizeof(TYPE),              \
     .test = NAME##_test,               \
     .wait_all = NAME##_wait_all,       \
     .wait_any = NAME##_wait_any,       \
     .wait_some = NAME##_wait_some,     \
     .test_all = NAME##_test_all,       \
     .test_any = NAME##_test_any,       \
     .test_some = NAME##_test_some},

/* Collective: all PEs with the same table.  caller: who calls, for messages. */
void wait_set_cases(const char *caller, const wait_set_routines_t *table, size_t count);

#endif
