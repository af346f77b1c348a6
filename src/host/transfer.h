/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bodies that routine families share: a block into a peer's heap or out of it, and one word of
 * a peer's heap.  Inline: where the host maps the heaps, a put is its checks and a memcpy.
 */
#ifndef ISHMEMI_TRANSFER_H
#define ISHMEMI_TRANSFER_H

#include "access_mapped.h"
#include "check.h"
#include "job.h"

static inline bool ishmemi_is_mapped(void)
{
    return __builtin_expect(ishmemi_job.heap_host_mapped, true);
}

/* The arguments have been checked. */
static inline void ishmemi_transfer_put(void *dest, const void *source, size_t bytes, int pe)
{
    if (bytes == 0) {
        return;
    }
    void *const target = ishmemi_peer_address(dest, pe);
    if (ishmemi_is_mapped()) {
        memcpy(target, source, bytes);
    } else {
        ishmemi_access->copy(target, source, bytes);
    }
}

static inline void ishmemi_transfer_get(void *dest, const void *source, size_t bytes, int pe)
{
    if (bytes == 0) {
        return;
    }
    const void *const origin = ishmemi_peer_address(source, pe);
    if (ishmemi_is_mapped()) {
        memcpy(dest, origin, bytes);
        /* A get is complete when it returns: what this PE loads next, it loads later. */
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    } else {
        ishmemi_access->copy(dest, origin, bytes);
    }
}

/* An object of `bytes` (1, 2, 4 or 8) at this PE's address for it; values in the low bytes. */
static inline void ishmemi_transfer_store(void *object, size_t bytes, uint64_t value)
{
    if (ishmemi_is_mapped()) {
        ishmemi_mapped_store(object, bytes, value);
    } else if (bytes >= 4) {
        ishmemi_access->amo(ISHMEMI_AMO_SET, bytes, object, value, 0);
    } else {
        ishmemi_access->copy(object, &value, bytes);
    }
}

static inline uint64_t ishmemi_transfer_load(const void *object, size_t bytes)
{
    if (ishmemi_is_mapped()) {
        return ishmemi_mapped_load(object, bytes);
    }
    if (bytes >= 4) {
        return ishmemi_access->amo(ISHMEMI_AMO_FETCH, bytes, (void *)(uintptr_t)object, 0, 0);
    }
    uint64_t value = 0;
    ishmemi_access->copy(&value, object, bytes);
    return value;
}

static inline void ishmemi_transfer_add(void *object, size_t bytes, uint64_t value)
{
    if (ishmemi_is_mapped()) {
        ishmemi_mapped_add(object, bytes, value);
    } else {
        ishmemi_access->amo(ISHMEMI_AMO_ADD, bytes, object, value, 0);
    }
}

#endif
