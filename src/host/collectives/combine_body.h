/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Defines the function ISHMEMI_COMBINE_NAME, an ishmemi_combine_fn (combine.h).  Each file that
 * includes this is compiled for other instructions.
 */
#include "shared/collective/task.h"

#include <string.h>

#define ISHMEMI_GLOBAL
#define ISHMEMI_INLINE static inline __attribute__((always_inline))
#define ISHMEMI_COPY_BYTES(destination, source, bytes) memcpy((destination), (source), (bytes))
#ifdef __clang__
#define ISHMEMI_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define ISHMEMI_INDEPENDENT _Pragma("GCC ivdep")
#endif
#include "shared/collective/combine.h"

void ISHMEMI_COMBINE_NAME(ishmemi_kind_t kind, ishmemi_reduce_op_t op, void *dest, const void *left,
                          const void *right, size_t count);

void ISHMEMI_COMBINE_NAME(ishmemi_kind_t kind, ishmemi_reduce_op_t op, void *dest, const void *left,
                          const void *right, size_t count)
{
    if (kind < ISHMEMI_KIND_FLOAT) {
        ishmemi_combine_integers(kind, op, dest, left, right, 0, count, 1);
    } else if (kind < ISHMEMI_KIND_DOUBLE) {
        ishmemi_combine_floats(kind, op, dest, left, right, 0, count, 1);
    } else {
        ishmemi_combine_doubles(kind, op, dest, left, right, 0, count, 1);
    }
}
