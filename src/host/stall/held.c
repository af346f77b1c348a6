/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Taking a lock costs one swap here and no clock read: the watcher notes when it first saw the
 * lock.  A lock that is released and taken again between two looks keeps its time.
 *
 * word         written by                          read by          ordering
 * slot.lock    the thread that takes the lock,     the watcher,     relaxed
 *              from NULL; the one that releases it lifelines
 * slot.since   the watcher                         lifelines        relaxed
 */
#include "held.h"

#include <stdbool.h>

static struct {
    const void *lock;
    uint64_t since_ns;
} slots[ISHMEMI_HELD_SLOTS];

void ishmemi_held_take(const void *lock)
{
    for (size_t i = 0; i < ISHMEMI_HELD_SLOTS; i++) {
        const void *none = NULL;
        if (!__atomic_load_n(&slots[i].lock, __ATOMIC_RELAXED) &&
            __atomic_compare_exchange_n(&slots[i].lock, &none, lock, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            return;
        }
    }
}

void ishmemi_held_give_back(const void *lock)
{
    for (size_t i = 0; i < ISHMEMI_HELD_SLOTS; i++) {
        if (__atomic_load_n(&slots[i].lock, __ATOMIC_RELAXED) == lock) {
            __atomic_store_n(&slots[i].lock, NULL, __ATOMIC_RELAXED);
            return;
        }
    }
}

bool ishmemi_held_has(const void *lock)
{
    for (size_t i = 0; i < ISHMEMI_HELD_SLOTS; i++) {
        if (__atomic_load_n(&slots[i].lock, __ATOMIC_RELAXED) == lock) {
            return true;
        }
    }
    return false;
}

const void *ishmemi_held_read(size_t slot, uint64_t *since_ns)
{
    *since_ns = __atomic_load_n(&slots[slot].since_ns, __ATOMIC_RELAXED);
    return __atomic_load_n(&slots[slot].lock, __ATOMIC_RELAXED);
}

void ishmemi_held_look(uint64_t now_ns)
{
    for (size_t i = 0; i < ISHMEMI_HELD_SLOTS; i++) {
        const bool held = __atomic_load_n(&slots[i].lock, __ATOMIC_RELAXED) != NULL;
        const uint64_t since = __atomic_load_n(&slots[i].since_ns, __ATOMIC_RELAXED);
        if (held != (since != 0)) {
            __atomic_store_n(&slots[i].since_ns, held ? now_ns : 0, __ATOMIC_RELAXED);
        }
    }
}
