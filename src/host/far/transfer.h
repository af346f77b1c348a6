/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bodies that routine families share: a block to or from a peer's memory, and one word of a
 * peer's memory.  They are inline: where the host maps the heaps, a put to a near PE is its checks
 * and a memcpy.
 *
 * The arguments have been checked; objects are named by this PE's own address.  routine: the
 * caller, for the message if the job ends while it waits for a far PE.  nbi: a far put or get may
 * be under way when the call returns.
 */
#ifndef ISHMEMI_TRANSFER_H
#define ISHMEMI_TRANSFER_H

#include "access.h"
#include "block_copy.h"
#include "driven.h"
#include "far.h"
#include "job.h"
#include "shared/mapped.h"
#include "strided.h"

static inline bool ishmemi_is_mapped(void)
{
    return __builtin_expect(ishmemi_job.heap_host_mapped, true);
}

static inline bool ishmemi_is_far_delta(int64_t delta)
{
    return __builtin_expect(delta == ISHMEMI_UNREACHABLE, false);
}

static inline void ishmemi_transfer_put(const char *routine, void *dest, const void *source,
                                        size_t bytes, int pe, bool nbi)
{
    ishmemi_drive_pass();
    if (bytes == 0) {
        return;
    }
    const int64_t delta = ishmemi_peer_delta(dest, pe);
    void *const target = ishmemi_shifted(dest, delta);
    if (ishmemi_is_far_delta(delta)) {
        ishmemi_far_put(routine, dest, source, bytes, pe, nbi);
    } else if (ishmemi_is_mapped()) {
        ishmemi_block_copy(target, source, bytes, ishmemi_block_copy_least.alone);
    } else {
        ishmemi_access->copy(target, source, bytes);
    }
}

static inline void ishmemi_transfer_get(const char *routine, void *dest, const void *source,
                                        size_t bytes, int pe, bool nbi)
{
    ishmemi_drive_pass();
    if (bytes == 0) {
        return;
    }
    const int64_t delta = ishmemi_peer_delta(source, pe);
    const void *const origin = ishmemi_shifted(source, delta);
    if (ishmemi_is_far_delta(delta)) {
        ishmemi_far_get(routine, dest, source, bytes, pe, nbi);
    } else if (ishmemi_is_mapped()) {
        ishmemi_block_copy(dest, origin, bytes, ishmemi_block_copy_least.alone);
        /* A get is complete when it returns, so this PE's later loads must stay after it. */
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    } else {
        ishmemi_access->copy(dest, origin, bytes);
    }
}

/* nblocks blocks of `block` bytes, whose starts are dst and sst bytes apart. */
static inline void ishmemi_transfer_put_blocks(const char *routine, void *dest, const void *source,
                                               size_t dst, size_t sst, size_t block, size_t nblocks,
                                               int pe)
{
    ishmemi_drive_pass();
    if (block == 0 || nblocks == 0) {
        return;
    }
    if (nblocks == 1 || (dst == block && sst == block)) {
        ishmemi_transfer_put(routine, dest, source, block * nblocks, pe, false);
        return;
    }
    const int64_t delta = ishmemi_peer_delta(dest, pe);
    void *const target = ishmemi_shifted(dest, delta);
    if (ishmemi_is_far_delta(delta)) {
        ishmemi_far_put_blocks(routine, dest, source, dst, sst, block, nblocks, pe);
    } else if (ishmemi_is_mapped()) {
        ishmemi_strided_copy(target, source, dst, sst, block, nblocks);
    } else {
        ishmemi_access->put_blocks(target, source, dst, sst, block, nblocks);
    }
}

static inline void ishmemi_transfer_get_blocks(const char *routine, void *dest, const void *source,
                                               size_t dst, size_t sst, size_t block, size_t nblocks,
                                               int pe)
{
    ishmemi_drive_pass();
    if (block == 0 || nblocks == 0) {
        return;
    }
    if (nblocks == 1 || (dst == block && sst == block)) {
        ishmemi_transfer_get(routine, dest, source, block * nblocks, pe, false);
        return;
    }
    const int64_t delta = ishmemi_peer_delta(source, pe);
    const void *const origin = ishmemi_shifted(source, delta);
    if (ishmemi_is_far_delta(delta)) {
        ishmemi_far_get_blocks(routine, dest, source, dst, sst, block, nblocks, pe);
    } else if (ishmemi_is_mapped()) {
        ishmemi_strided_copy(dest, origin, dst, sst, block, nblocks);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    } else {
        ishmemi_access->get_blocks(dest, origin, dst, sst, block, nblocks);
    }
}

/* An object of `bytes` (1, 2, 4 or 8); values in the low bytes. */
static inline void ishmemi_transfer_store(const char *routine, void *object, size_t bytes,
                                          uint64_t value, int pe)
{
    ishmemi_drive_pass();
    const int64_t delta = ishmemi_peer_delta(object, pe);
    void *const target = ishmemi_shifted(object, delta);
    if (ishmemi_is_far_delta(delta)) {
        ishmemi_far_store(routine, object, bytes, value, pe);
    } else if (ishmemi_is_mapped()) {
        ishmemi_mapped_store(target, bytes, value);
    } else if (bytes >= 4) {
        ishmemi_access->amo(ISHMEMI_AMO_SET, bytes, target, value, 0);
    } else {
        ishmemi_access->copy(target, &value, bytes);
    }
}

static inline uint64_t ishmemi_transfer_load(const char *routine, const void *object, size_t bytes,
                                             int pe)
{
    ishmemi_drive_pass();
    const int64_t delta = ishmemi_peer_delta(object, pe);
    void *const origin = ishmemi_shifted(object, delta);
    if (ishmemi_is_far_delta(delta)) {
        return ishmemi_far_load(routine, object, bytes, pe);
    }
    if (ishmemi_is_mapped()) {
        return ishmemi_mapped_load(origin, bytes);
    }
    if (bytes >= 4) {
        return ishmemi_access->amo(ISHMEMI_AMO_FETCH, bytes, origin, 0, 0);
    }
    uint64_t value = 0;
    ishmemi_access->copy(&value, origin, bytes);
    return value;
}

/* An object of 4 or 8 bytes.  returns: whether the value before is wanted. */
static inline __attribute__((always_inline)) uint64_t
ishmemi_transfer_amo(const char *routine, ishmemi_amo_t op, bool returns, void *object,
                     size_t bytes, uint64_t value, uint64_t cond, int pe)
{
    ishmemi_drive_pass();
    const int64_t delta = ishmemi_peer_delta(object, pe);
    void *const target = ishmemi_shifted(object, delta);
    if (ishmemi_is_far_delta(delta)) {
        return ishmemi_far_amo(routine, op, returns, object, bytes, value, cond, pe);
    }
    if (ishmemi_is_mapped()) {
        return ishmemi_mapped_amo(op, returns, bytes, target, value, cond);
    }
    return ishmemi_access->amo(op, bytes, target, value, cond);
}

/* Like the routines: fence orders what was started before, quiet completes it. */
static inline void ishmemi_transfer_fence(const char *routine)
{
    /* Where the tile copies, operations on near PEs have already ended in order. */
    ishmemi_mapped_fence();
    if (__builtin_expect(ishmemi_far != NULL, false)) {
        ishmemi_far_fence(routine, -1);
    }
}

/* pe -1: to all PEs. */
static inline void ishmemi_transfer_quiet(const char *routine, int pe)
{
    ishmemi_access->quiet();
    if (__builtin_expect(ishmemi_far != NULL, false)) {
        ishmemi_far_quiet(routine, pe);
    }
}

#endif
