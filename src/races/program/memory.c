/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Another thread may get memory that is freed, so earlier accesses to it no longer matter.
 */
#include "memory.h"

#include "modules.h"

#include <stdlib.h>

static _Thread_local bool is_finding;

/* Finding the C library's function may call free(), and that memory leaks. */
static void *find(const char *name)
{
    is_finding = true;
    void *const found = ishmemi_accesses_find(name, NULL);
    is_finding = false;
    return found;
}

static void forget(void *memory)
{
    if (memory && ishmemi_races_free && is_seen()) {
        ishmemi_races_free(memory);
    }
}

static void (*real_free)(void *);
static void *(*real_realloc)(void *, size_t);

void ishmemi_accesses_open_memory(void)
{
    if (!real_free) {
        *(void **)(void *)&real_free = find("free");
        *(void **)(void *)&real_realloc = find("realloc");
    }
}

void free(void *memory)
{
    if (is_finding && !real_free) {
        return;
    }
    ishmemi_accesses_open_memory();
    forget(memory);
    real_free(memory);
}

void *realloc(void *memory, size_t bytes)
{
    ishmemi_accesses_open_memory();
    forget(memory);
    return real_realloc(memory, bytes);
}
