/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cases of waiting for one word, for any caller.
 */
#ifndef WAIT_CASES_H
#define WAIT_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One type.  Values travel by their bits, in the low bytes. */
typedef struct wait_routines {
    const char *name;
    size_t size;
    bool returns_value;
    uint64_t (*wait_until)(const struct wait_routines *self, void *ivar, int cmp, uint64_t value);
    /* The comparison as C has it for the type. */
    bool (*holds)(uint64_t left, int cmp, uint64_t right);
    const void *caller; /* the caller's own */
} wait_routines_t;

/* What `holds` of a type is. */
#define WAIT_HOLDS(NAME, TYPE, A)                                    \
    static bool NAME##_holds(uint64_t left, int cmp, uint64_t right) \
    {                                                                \
        const TYPE a = (TYPE)left;                                   \
        const TYPE b = (TYPE)right;                                  \
        switch (cmp) {                                               \
        case ISHMEM_CMP_EQ:                                          \
            return a == b;                                           \
        case ISHMEM_CMP_NE:                                          \
            return a != b;                                           \
        case ISHMEM_CMP_GT:                                          \
            return a > b;                                            \
        case ISHMEM_CMP_GE:                                          \
            return a >= b;                                           \
        case ISHMEM_CMP_LT:                                          \
            return a < b;                                            \
        default:                                                     \
            return a <= b;                                           \
        }                                                            \
    }

/* Collective: all PEs with the same table.  caller: who waits, for messages. */
void wait_cases(const char *caller, const wait_routines_t *table, size_t count);

#endif
