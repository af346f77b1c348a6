/* SPDX-License-Identifier: BSD-3-Clause */
/* Unique numbers for allocations and opened handles. */
#include "memory/memory.h"

#include <stdatomic.h>

uint64_t zed_memory_id(void)
{
    /* Relaxed: an independent counter. */
    static _Atomic uint64_t last_id;
    return atomic_fetch_add_explicit(&last_id, 1, memory_order_relaxed) + 1;
}
