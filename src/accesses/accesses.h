/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libishmem is told of the program's own accesses.  An older libishmem has none of these.
 */
#ifndef ISHMEMI_ACCESSES_H
#define ISHMEMI_ACCESSES_H

#include <stdbool.h>
#include <stddef.h>

/* The program is about to load or store; caller: behind the instruction. */
extern void ishmemi_races_access(const void *memory, size_t bytes, bool writes, const void *caller)
    __attribute__((weak));
/* The program is about to write by an atomic operation, or has read by one. */
extern void ishmemi_races_atomic(const void *memory, bool writes) __attribute__((weak));

static inline void tell(const void *memory, size_t bytes, bool writes, const void *caller)
{
    if (ishmemi_races_access) {
        ishmemi_races_access(memory, bytes, writes, caller);
    }
}

static inline void tell_atomic(const void *memory, bool writes)
{
    if (ishmemi_races_atomic) {
        ishmemi_races_atomic(memory, writes);
    }
}

#define CALLER __builtin_return_address(0)

#endif
