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
#include "strided.h"

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

/* nblocks blocks of `block` bytes, whose starts are dst and sst bytes apart. */
static inline void ishmemi_transfer_put_blocks(void *dest, const void *source, size_t dst,
                                               size_t sst, size_t block, size_t nblocks, int pe)
{
    if (block == 0 || nblocks == 0) {
        return;
    }
    if (nblocks == 1 || (dst == block && sst == block)) {
        ishmemi_transfer_put(dest, source, block * nblocks, pe);
        return;
    }
    void *const target = ishmemi_peer_address(dest, pe);
    if (ishmemi_is_mapped()) {
        ishmemi_strided_copy(target, source, dst, sst, block, nblocks);
    } else {
        ishmemi_access->put_blocks(target, source, dst, sst, block, nblocks);
    }
}

static inline void ishmemi_transfer_get_blocks(void *dest, const void *source, size_t dst,
                                               size_t sst, size_t block, size_t nblocks, int pe)
{
    if (block == 0 || nblocks == 0) {
        return;
    }
    if (nblocks == 1 || (dst == block && sst == block)) {
        ishmemi_transfer_get(dest, source, block * nblocks, pe);
        return;
    }
    const void *const origin = ishmemi_peer_address(source, pe);
    if (ishmemi_is_mapped()) {
        ishmemi_strided_copy(dest, origin, dst, sst, block, nblocks);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    } else {
        ishmemi_access->get_blocks(dest, origin, dst, sst, block, nblocks);
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

/* An object of 4 or 8 bytes.  returns: whether the value before is wanted. */
static inline __attribute__((always_inline)) uint64_t
ishmemi_transfer_amo(ishmemi_amo_t op, bool returns, void *object, size_t bytes, uint64_t value,
                     uint64_t cond)
{
    if (ishmemi_is_mapped()) {
        return ishmemi_mapped_amo(op, returns, bytes, object, value, cond);
    }
    return ishmemi_access->amo(op, bytes, object, value, cond);
}

#endif
