/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Element types by name, and what operations each has.
 */
#ifndef PERF_TYPES_H
#define PERF_TYPES_H

#include "perf.h"

/* An atomic `operation` (an index of perf_atomic_operations), `count` times on the object of the
 * peer. */
typedef void (*perf_atomic_fn)(int operation, void *object, int pe, size_t count);

typedef struct perf_type {
    const char *name;
    size_t bytes;
    const char *kind;      /* the name with sign and size: long is int64 */
    perf_atomic_fn atomic; /* NULL: a type without bitwise atomics */
} perf_type_t;

/* Each name once; NULL past the last. */
const char *perf_type_name(size_t i);
/* NULL if there is no such type. */
const perf_type_t *perf_type_find(const char *name);
const char *perf_scope_name(perf_scope_t scope);

extern const char *const perf_atomic_operations[];
/* The value of an object that any of them but fetch changes. */
uint64_t perf_atomic_idle(int operation);
bool perf_atomic_changes(int operation);
/* The index of `name` in `operations`; 0 for NULL, -1 if it is not one of them. */
int perf_operation_find(const char *const *operations, const char *name);

#endif
