/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of types, from the library's own lists.
 */
#include "types.h"

#include <string.h>

/* X(name, call): one atomic routine, as NAME##_atomic_... of the type. */
#define ATOMICS(X, NAME, TYPE)                                                                 \
    X(NAME, fetch_add, (void)ishmem_##NAME##_atomic_fetch_add(at, (TYPE)1, pe))                \
    X(NAME, add, ishmem_##NAME##_atomic_add(at, (TYPE)1, pe))                                  \
    X(NAME, fetch_inc, (void)ishmem_##NAME##_atomic_fetch_inc(at, pe))                         \
    X(NAME, inc, ishmem_##NAME##_atomic_inc(at, pe))                                           \
    X(NAME, fetch, (void)ishmem_##NAME##_atomic_fetch(at, pe))                                 \
    X(NAME, set, ishmem_##NAME##_atomic_set(at, (TYPE)1, pe))                                  \
    X(NAME, swap, (void)ishmem_##NAME##_atomic_swap(at, (TYPE)1, pe))                          \
    X(NAME, compare_swap, (void)ishmem_##NAME##_atomic_compare_swap(at, (TYPE)0, (TYPE)1, pe)) \
    X(NAME, fetch_and, (void)ishmem_##NAME##_atomic_fetch_and(at, (TYPE)3, pe))                \
    X(NAME, and, ishmem_##NAME##_atomic_and(at, (TYPE)3, pe))                                  \
    X(NAME, fetch_or, (void)ishmem_##NAME##_atomic_fetch_or(at, (TYPE)1, pe))                  \
    X(NAME, or, ishmem_##NAME##_atomic_or(at, (TYPE)1, pe))                                    \
    X(NAME, fetch_xor, (void)ishmem_##NAME##_atomic_fetch_xor(at, (TYPE)1, pe))                \
    X(NAME, xor, ishmem_##NAME##_atomic_xor(at, (TYPE)1, pe))

#define INDEX(NAME, OPERATION, CALL) ATOMIC_##OPERATION,
enum { ATOMICS(INDEX, int32, int32_t) };
#define NAME_OF(NAME, OPERATION, CALL) #OPERATION,
const char *const perf_atomic_operations[] = {ATOMICS(NAME_OF, int32, int32_t) NULL};

uint64_t perf_atomic_idle(int operation)
{
    return operation == ATOMIC_and || operation == ATOMIC_fetch_and ? UINT64_MAX : 0;
}

bool perf_atomic_changes(int operation)
{
    return operation != ATOMIC_fetch;
}

#define CASE(NAME, OPERATION, CALL)          \
    case ATOMIC_##OPERATION:                 \
        for (size_t i = 0; i < count; i++) { \
            CALL;                            \
        }                                    \
        break;
#define DEFINE_ATOMIC(NAME, TYPE, A)                                             \
    static void atomic_##NAME(int operation, void *object, int pe, size_t count) \
    {                                                                            \
        TYPE *const at = object;                                                 \
        switch (operation) {                                                     \
            ATOMICS(CASE, NAME, TYPE)                                            \
        }                                                                        \
    }
ISHMEMI_AMO_BIT_TYPES(DEFINE_ATOMIC, )

#define IS_NUMBER(TYPE) ((TYPE)0.5f != (TYPE)0)
#define IS_SIGNED(TYPE) ((TYPE)-1 < (TYPE)1)
#define INTEGER(TYPE, SIZE) (IS_SIGNED(TYPE) ? "int" #SIZE : "uint" #SIZE)
#define KIND(TYPE)                                                \
    (IS_NUMBER(TYPE)     ? sizeof(TYPE) == 4 ? "float" : "double" \
     : sizeof(TYPE) == 1 ? INTEGER(TYPE, 8)                       \
     : sizeof(TYPE) == 2 ? INTEGER(TYPE, 16)                      \
     : sizeof(TYPE) == 4 ? INTEGER(TYPE, 32)                      \
                         : INTEGER(TYPE, 64))
#define BIT_TYPE(NAME, TYPE, A) {#NAME, sizeof(TYPE), KIND(TYPE), atomic_##NAME},
#define ANY_TYPE(NAME, TYPE, A) {#NAME, sizeof(TYPE), KIND(TYPE), NULL},
#define HALF_TYPE(NAME, TYPE, A) {#NAME, sizeof(TYPE), #NAME, NULL},
/* The first type with a name counts. */
static const perf_type_t types[] = {ISHMEMI_AMO_BIT_TYPES(BIT_TYPE, ) ISHMEMI_RMA_TYPES(ANY_TYPE, )
                                        ISHMEMI_REDUCE_HALF_TYPES(HALF_TYPE, )};

const char *perf_type_name(size_t i)
{
    for (size_t at = 0; at < sizeof types / sizeof *types; at++) {
        if (perf_type_find(types[at].name) == &types[at] && i-- == 0) {
            return types[at].name;
        }
    }
    return NULL;
}

const perf_type_t *perf_type_find(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, name) == 0) {
            return &types[i];
        }
    }
    return NULL;
}

const char *perf_scope_name(perf_scope_t scope)
{
    static const char *const names[] = {"work_item", "sub_group", "work_group"};
    return names[scope];
}

int perf_operation_find(const char *const *operations, const char *name)
{
    if (!operations || !name) {
        return 0;
    }
    for (int i = 0; operations[i]; i++) {
        if (strcmp(operations[i], name) == 0) {
            return i;
        }
    }
    return -1;
}
