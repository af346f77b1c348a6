/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cases of puts and gets of elements and blocks that are strides apart, for any caller.
 */
#ifndef STRIDED_CASES_H
#define STRIDED_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One type, or one element size.  NULL where it has no such routine. */
typedef struct strided_routines {
    const char *name;
    size_t size;
    size_t alignment;
    void (*iput)(const struct strided_routines *self, void *dest, const void *source, ptrdiff_t dst,
                 ptrdiff_t sst, size_t nelems, int pe);
    void (*iget)(const struct strided_routines *self, void *dest, const void *source, ptrdiff_t dst,
                 ptrdiff_t sst, size_t nelems, int pe);
    void (*ibput)(const struct strided_routines *self, void *dest, const void *source,
                  ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
    void (*ibget)(const struct strided_routines *self, void *dest, const void *source,
                  ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
    const void *caller; /* the caller's own */
} strided_routines_t;

/* A row of a table, with functions ID_iput and so on. */
#define STRIDED_ROW(ID, LABEL, SIZE, ALIGNMENT) \
    {.name = LABEL,                             \
     .size = SIZE,                              \
     .alignment = ALIGNMENT,                    \
     .iput = ID##_iput,                         \
     .iget = ID##_iget,                         \
     .ibput = ID##_ibput,                       \
     .ibget = ID##_ibget},

/* Collective: all PEs with the same table.  caller: who calls, for messages; shared: local buffers
 * must be memory that kernels can reach.  Of the shapes every step-th is tried, from number `first`
 * on. */
void strided_cases(const char *caller, bool shared, const strided_routines_t *table, size_t count,
                   unsigned step, unsigned first);

#endif
