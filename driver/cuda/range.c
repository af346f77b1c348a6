/* SPDX-License-Identifier: BSD-3-Clause */
/* An array sorted by address, under a lock that readers share. */
#include "cuda/range.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct range {
    uintptr_t base;
    uintptr_t end;
} range_t;

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static range_t *ranges;
static size_t count;
static size_t capacity;

/* Index of the first range that ends after the address.  The caller holds the lock. */
static size_t first_after(uintptr_t address)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (ranges[middle].end <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The caller holds the lock. */
static bool make_room(void)
{
    if (count < capacity) {
        return true;
    }
    const size_t larger = capacity == 0 ? 64 : 2 * capacity;
    range_t *moved = realloc(ranges, larger * sizeof *moved);
    if (moved) {
        ranges = moved;
        capacity = larger;
    }
    return moved;
}

bool zed_range_add(const void *base, size_t bytes)
{
    pthread_rwlock_wrlock(&lock);
    const bool room = make_room();
    if (room) {
        const size_t index = first_after((uintptr_t)base);
        memmove(&ranges[index + 1], &ranges[index], (count - index) * sizeof *ranges);
        ranges[index] = (range_t){(uintptr_t)base, (uintptr_t)base + bytes};
        count++;
    }
    pthread_rwlock_unlock(&lock);
    return room;
}

void zed_range_remove(const void *base)
{
    pthread_rwlock_wrlock(&lock);
    const size_t index = first_after((uintptr_t)base);
    count--;
    memmove(&ranges[index], &ranges[index + 1], (count - index) * sizeof *ranges);
    pthread_rwlock_unlock(&lock);
}

bool zed_range_has(const void *address)
{
    pthread_rwlock_rdlock(&lock);
    const size_t index = first_after((uintptr_t)address);
    const bool has = index < count && ranges[index].base <= (uintptr_t)address;
    pthread_rwlock_unlock(&lock);
    return has;
}
