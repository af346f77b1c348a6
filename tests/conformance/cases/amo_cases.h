/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cases of atomic memory operations, for any caller.
 */
#ifndef AMO_CASES_H
#define AMO_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One type.  Values travel by their bits, in the low bytes.  NULL where the type has no such
 * routine: floating point has set and fetch. */
typedef struct amo_routines {
    const char *name;
    size_t size;
    uint64_t (*fetch)(const struct amo_routines *self, const void *source, int pe);
    void (*set)(const struct amo_routines *self, void *dest, uint64_t value, int pe);
    uint64_t (*fetch_add)(const struct amo_routines *self, void *dest, uint64_t value, int pe);
    void (*add)(const struct amo_routines *self, void *dest, uint64_t value, int pe);
    uint64_t (*compare_swap)(const struct amo_routines *self, void *dest, uint64_t cond,
                             uint64_t value, int pe);
    const void *caller; /* the caller's own */
} amo_routines_t;

/* Collective: all PEs with the same table.  caller: who calls, for messages. */
void amo_cases(const char *caller, const amo_routines_t *table, size_t count, int rounds);

#endif
