/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cases of remote memory access and of put_signal, for any caller.
 */
#ifndef RMA_CASES_H
#define RMA_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RMA_LARGEST_BLOCK ((size_t)1 << 20)

/* With a longer step, some calls of rma_cases would try blocks of at most one element only. */
#define RMA_LONGEST_STEP 12
/* With it each call still tries every count and every offset. */
#define RMA_HOST_STEP 3

/* One type, or one element size.  NULL where it has no such routine.  Values of p and g travel by
 * their bits. */
typedef struct rma_routines {
    const char *name;
    size_t size;
    size_t alignment;
    void (*put)(const struct rma_routines *self, void *dest, const void *source, size_t nelems,
                int pe);
    void (*get)(const struct rma_routines *self, void *dest, const void *source, size_t nelems,
                int pe);
    void (*p)(const struct rma_routines *self, void *dest, uint64_t bits, int pe);
    uint64_t (*g)(const struct rma_routines *self, const void *source, int pe);
    void (*put_signal)(const struct rma_routines *self, void *dest, const void *source,
                       size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
    const void *caller; /* the caller's own */
} rma_routines_t;

/* X(NAME, TYPE, A) for every type, SIZED(SIZE, bytes, A) for every element size. */
#define RMA_EVERY(X, SIZED, A) ISHMEMI_RMA_TYPES(X, A) ISHMEMI_SIZES(SIZED, A) SIZED(mem, 1, A)

/* A row of a table, with functions ID_put and ID_get. */
#define RMA_ROW(ID, LABEL, BYTES, ALIGNMENT, P, G, PUT_SIGNAL) \
    {.name = LABEL,                                            \
     .size = BYTES,                                            \
     .alignment = ALIGNMENT,                                   \
     .put = ID##_put,                                          \
     .get = ID##_get,                                          \
     .p = P,                                                   \
     .g = G,                                                   \
     .put_signal = PUT_SIGNAL},

typedef struct rma_caller {
    const char *name;
    bool shared;        /* local buffers must be memory that kernels can reach */
    size_t block_bytes; /* the largest block; at most RMA_LARGEST_BLOCK */
    /* Of the 24 combinations of counts and offsets, how many a call of rma_cases skips between two
     * that it tries, plus 1; it begins with number `first` of them. */
    unsigned step;
    unsigned first;
} rma_caller_t;

/* Collective: all PEs with the same table. */
void rma_cases(const rma_caller_t *caller, const rma_routines_t *table, size_t count);
void signal_cases(const rma_caller_t *caller, const rma_routines_t *table, size_t count);

#endif
