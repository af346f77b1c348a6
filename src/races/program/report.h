/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports the program's own accesses, and what its threads wait for, to libishmem (races/program.h). */
#ifndef ISHMEMI_REPORT_H
#define ISHMEMI_REPORT_H

#define ISHMEMI_RACES_IN_ARCHIVE
#include "races/program.h"

#include <stdbool.h>
#include <stddef.h>

static inline void report(const void *memory, size_t bytes, bool writes, const void *caller)
{
    if (ishmemi_races_access) {
        ishmemi_races_access(memory, bytes, writes, caller);
    }
}

static inline void report_atomic(const void *memory, bool writes)
{
    if (ishmemi_races_atomic) {
        ishmemi_races_atomic(memory, writes);
    }
}

static inline bool is_seen(void)
{
    return ishmemi_races_thread_is_seen && ishmemi_races_thread_is_seen();
}

#define CALLER __builtin_return_address(0)

#endif
