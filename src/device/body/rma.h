/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Remote memory access by a group (which may be one work-item): put and get, of blocks of memory
 * and of blocks that are strides apart, p and g.
 *
 * In each routine the first barrier lets a lane read what another lane has written to source.  The
 * last barrier keeps a lane from touching source or reading dest while another lane is still
 * copying.  The non-blocking forms leave the latter to quiet.
 *
 * A lane that takes no part in a copy goes from barrier to barrier and does nothing else, because
 * on a processor, where lane 0 copies, anything that the others do takes time from it.
 */
#ifndef ISHMEM_DEVICE_RMA_H
#define ISHMEM_DEVICE_RMA_H

#include "check.h"
#include "log.h"
#include "ring.h"

/* Whether the lane takes part in a copy whose arguments are good.  Call it where ishmemi_copies
 * would be called. */
ISHMEMI_INLINE int ishmemi_copies_good(ishmem_ctx_t ctx, size_t lane, ishmemi_string_t routine,
                                       int is_put, const void *dest, const void *source,
                                       size_t nelems, size_t size, size_t alignment, int pe)
{
    return ishmemi_copies(ctx, lane) &&
           (!ishmemi_checked(ctx) ||
            ishmemi_good_copy(ctx, routine, is_put, dest, source, nelems, size, alignment, pe));
}

/* wait: also waits until the source is free again, if a far PE's proxy reads it. */
ISHMEMI_INLINE void ishmemi_put_and(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, void *dest, const void *source,
                                    size_t nelems, size_t size, size_t alignment, int pe,
                                    ishmemi_ring_wait_t wait)
{
    const size_t lane = ishmemi_group_lane(group);
    const int copies =
        ishmemi_copies_good(ctx, lane, routine, 1, dest, source, nelems, size, alignment, pe);
    ishmemi_group_barrier(group);
    if (!copies) {
        return;
    }
    const uint64_t address = ISHMEMI_ADDRESS(dest);
    const int64_t delta = ishmemi_delta(ctx, pe);
    if (!ishmemi_is_far(delta)) {
        ishmemi_copy_quick(ctx, ishmemi_pointer(address + (uint64_t)delta), (const char *)source,
                           nelems * size, lane, ishmemi_group_lanes(group));
    } else if (lane == 0) {
        ishmemi_far_put(ctx, address, (const char *)source, nelems * size, pe, wait);
    }
}

ISHMEMI_INLINE void ishmemi_put_plain(ishmem_ctx_t ctx, ishmemi_group_t group,
                                      ishmemi_string_t routine, void *dest, const void *source,
                                      size_t nelems, size_t size, size_t alignment, int pe,
                                      ishmemi_ring_wait_t wait)
{
    ishmemi_put_and(ctx, group, routine, dest, source, nelems, size, alignment, pe, wait);
    if (wait == ISHMEMI_RING_AWAIT) {
        ishmemi_group_barrier(group);
    }
}

#define ISHMEMI_SLOW(SUFFIX, GROUP)                                                                \
    ISHMEMI_COLD int ishmemi_slow_put_##SUFFIX(                                                    \
        ishmem_ctx_t ctx, ishmemi_string_t routine, void *dest, const void *source, size_t nelems, \
        size_t size, size_t alignment, int pe, ishmemi_ring_wait_t wait)                           \
    {                                                                                              \
        const uint64_t began = ishmemi_log_begin(ctx);                                             \
        ishmemi_put_plain(ctx, GROUP, routine, dest, source, nelems, size, alignment, pe, wait);   \
        ishmemi_log_end(ctx, GROUP, routine, began, ISHMEMI_LOG_PUT, nelems *size, pe);            \
        return 0;                                                                                  \
    }
ISHMEMI_SLOW_GROUPS(ISHMEMI_SLOW)
#undef ISHMEMI_SLOW

ISHMEMI_INLINE void ishmemi_put_any(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, void *dest, const void *source,
                                    size_t nelems, size_t size, size_t alignment, int pe,
                                    ishmemi_ring_wait_t wait)
{
    if (ishmemi_is_slow(ctx)) {
        ISHMEMI_SLOW_CALL(ishmemi_slow_put, group,
                          (ctx, routine, dest, source, nelems, size, alignment, pe, wait));
        return;
    }
    const size_t lane = ishmemi_group_lane(group);
    const int copies = ishmemi_copies(ctx, lane);
    ishmemi_group_barrier(group);
    if (copies) {
        const uint64_t remote = ISHMEMI_ADDRESS(dest) + (uint64_t)ishmemi_quick_delta(ctx, pe);
        ishmemi_copy_quick(ctx, ishmemi_pointer(remote), (const char *)source, nelems * size, lane,
                           ishmemi_group_lanes(group));
    }
    if (wait == ISHMEMI_RING_AWAIT) {
        ishmemi_group_barrier(group);
    }
}

ISHMEMI_INLINE void ishmemi_put_nbi(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, void *dest, const void *source,
                                    size_t nelems, size_t size, size_t alignment, int pe)
{
    ishmemi_put_any(ctx, group, routine, dest, source, nelems, size, alignment, pe,
                    ISHMEMI_RING_GO_ON);
}

ISHMEMI_INLINE void ishmemi_put(ishmem_ctx_t ctx, ishmemi_group_t group, ishmemi_string_t routine,
                                void *dest, const void *source, size_t nelems, size_t size,
                                size_t alignment, int pe)
{
    ishmemi_put_any(ctx, group, routine, dest, source, nelems, size, alignment, pe,
                    ISHMEMI_RING_AWAIT);
}

/* wait: also waits for the data, if a far PE's proxy stores it. */
ISHMEMI_INLINE void ishmemi_get_and(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, void *dest, const void *source,
                                    size_t nelems, size_t size, size_t alignment, int pe,
                                    ishmemi_ring_wait_t wait)
{
    const size_t lane = ishmemi_group_lane(group);
    const int copies =
        ishmemi_copies_good(ctx, lane, routine, 0, dest, source, nelems, size, alignment, pe);
    ishmemi_see_anew(ctx, lane);
    ishmemi_group_barrier(group);
    if (!copies) {
        return;
    }
    const uint64_t address = ISHMEMI_ADDRESS(source);
    const int64_t delta = ishmemi_delta(ctx, pe);
    if (!ishmemi_is_far(delta)) {
        ishmemi_copy(ctx, (char *)dest, ishmemi_pointer(address + (uint64_t)delta), nelems * size,
                     lane, ishmemi_group_lanes(group));
        return;
    }
    if (lane == 0) {
        ishmemi_far_get(ctx, (char *)dest, address, nelems * size, pe, wait);
    }
}

ISHMEMI_INLINE void ishmemi_get_plain(ishmem_ctx_t ctx, ishmemi_group_t group,
                                      ishmemi_string_t routine, void *dest, const void *source,
                                      size_t nelems, size_t size, size_t alignment, int pe,
                                      ishmemi_ring_wait_t wait)
{
    ishmemi_get_and(ctx, group, routine, dest, source, nelems, size, alignment, pe, wait);
    if (wait == ISHMEMI_RING_AWAIT) {
        ishmemi_group_barrier(group);
    }
}

#define ISHMEMI_SLOW(SUFFIX, GROUP)                                                                \
    ISHMEMI_COLD int ishmemi_slow_get_##SUFFIX(                                                    \
        ishmem_ctx_t ctx, ishmemi_string_t routine, void *dest, const void *source, size_t nelems, \
        size_t size, size_t alignment, int pe, ishmemi_ring_wait_t wait)                           \
    {                                                                                              \
        const uint64_t began = ishmemi_log_begin(ctx);                                             \
        ishmemi_get_plain(ctx, GROUP, routine, dest, source, nelems, size, alignment, pe, wait);   \
        ishmemi_log_end(ctx, GROUP, routine, began, ISHMEMI_LOG_GET, nelems *size, pe);            \
        return 0;                                                                                  \
    }
ISHMEMI_SLOW_GROUPS(ISHMEMI_SLOW)
#undef ISHMEMI_SLOW

ISHMEMI_INLINE void ishmemi_get_any(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, void *dest, const void *source,
                                    size_t nelems, size_t size, size_t alignment, int pe,
                                    ishmemi_ring_wait_t wait)
{
    if (ishmemi_is_slow(ctx)) {
        ISHMEMI_SLOW_CALL(ishmemi_slow_get, group,
                          (ctx, routine, dest, source, nelems, size, alignment, pe, wait));
        return;
    }
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    const int copies = ishmemi_copies(ctx, lane);
    const uint64_t remote = ISHMEMI_ADDRESS(source) + (uint64_t)ishmemi_quick_delta(ctx, pe);
    const int is_fresh =
        ishmemi_is_fresh_copy(ctx, (const char *)dest, remote, nelems * size, lanes);
    if (!is_fresh) {
        ishmemi_see_anew(ctx, lane);
    }
    ishmemi_group_barrier(group);
    if (is_fresh) {
        ishmemi_copy_fresh((char *)dest, remote, nelems * size, lane, lanes);
    } else if (copies) {
        ishmemi_copy_quick(ctx, (char *)dest, ishmemi_pointer(remote), nelems * size, lane, lanes);
    }
    if (wait == ISHMEMI_RING_AWAIT) {
        ishmemi_group_barrier(group);
    }
}

ISHMEMI_INLINE void ishmemi_get_nbi(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, void *dest, const void *source,
                                    size_t nelems, size_t size, size_t alignment, int pe)
{
    ishmemi_get_any(ctx, group, routine, dest, source, nelems, size, alignment, pe,
                    ISHMEMI_RING_GO_ON);
}

ISHMEMI_INLINE void ishmemi_get(ishmem_ctx_t ctx, ishmemi_group_t group, ishmemi_string_t routine,
                                void *dest, const void *source, size_t nelems, size_t size,
                                size_t alignment, int pe)
{
    ishmemi_get_any(ctx, group, routine, dest, source, nelems, size, alignment, pe,
                    ISHMEMI_RING_AWAIT);
}

/* ---- Blocks that are strides apart; strides and bsize are in elements --------------------- */

ISHMEMI_BODY int ishmemi_good_blocks(ishmem_ctx_t ctx, ishmemi_string_t routine, int is_put,
                                     const void *dest, const void *source, int64_t dst, int64_t sst,
                                     size_t bsize, size_t nblocks, size_t size, size_t alignment,
                                     int pe)
{
    ishmemi_fault_t fault;
    int good = ishmemi_good_strides(&fault, dst, sst, bsize);
    if (good) {
        const size_t dest_span = ishmemi_span((size_t)dst, bsize, nblocks);
        const size_t source_span = ishmemi_span((size_t)sst, bsize, nblocks);
        good = ishmemi_good_ends(ctx, &fault, is_put, dest, dest_span, source, source_span, size,
                                 alignment, pe);
    }
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

ISHMEMI_INLINE void ishmemi_ibput(ishmem_ctx_t ctx, ishmemi_group_t group, ishmemi_string_t routine,
                                  void *dest, const void *source, int64_t dst, int64_t sst,
                                  size_t bsize, size_t nblocks, size_t size, size_t alignment,
                                  int pe)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_blocks(ctx, routine, 1, dest, source, dst, sst, bsize,
                                                     nblocks, size, alignment, pe)) {
        return;
    }
    const uint64_t began = ishmemi_log_begin(ctx);
    const uint64_t address = ISHMEMI_ADDRESS(dest);
    const int64_t delta = ishmemi_delta(ctx, pe);
    ishmemi_group_barrier(group);
    if (!ishmemi_is_far(delta)) {
        ishmemi_copy_strided(ctx, ishmemi_pointer(address + (uint64_t)delta), (const char *)source,
                             (size_t)dst * size, (size_t)sst * size, bsize * size, nblocks,
                             ishmemi_group_lane(group), ishmemi_group_lanes(group));
    } else {
        ishmemi_far_put_blocks(ctx, address, (const char *)source, (size_t)dst * size,
                               (size_t)sst * size, bsize * size, nblocks, pe,
                               ishmemi_group_lane(group), ishmemi_group_lanes(group));
    }
    ishmemi_group_barrier(group);
    ishmemi_log_end(ctx, group, routine, began, ISHMEMI_LOG_PUT, bsize * nblocks * size, pe);
}

ISHMEMI_INLINE void ishmemi_ibget(ishmem_ctx_t ctx, ishmemi_group_t group, ishmemi_string_t routine,
                                  void *dest, const void *source, int64_t dst, int64_t sst,
                                  size_t bsize, size_t nblocks, size_t size, size_t alignment,
                                  int pe)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_blocks(ctx, routine, 0, dest, source, dst, sst, bsize,
                                                     nblocks, size, alignment, pe)) {
        return;
    }
    const uint64_t began = ishmemi_log_begin(ctx);
    const uint64_t address = ISHMEMI_ADDRESS(source);
    const int64_t delta = ishmemi_delta(ctx, pe);
    ishmemi_see_anew(ctx, ishmemi_group_lane(group));
    ishmemi_group_barrier(group);
    if (!ishmemi_is_far(delta)) {
        ishmemi_copy_strided(ctx, (char *)dest, ishmemi_pointer(address + (uint64_t)delta),
                             (size_t)dst * size, (size_t)sst * size, bsize * size, nblocks,
                             ishmemi_group_lane(group), ishmemi_group_lanes(group));
    } else {
        ishmemi_far_get_blocks(ctx, (char *)dest, address, (size_t)dst * size, (size_t)sst * size,
                               bsize * size, nblocks, pe, ishmemi_group_lane(group),
                               ishmemi_group_lanes(group));
    }
    ishmemi_group_barrier(group);
    ishmemi_log_end(ctx, group, routine, began, ISHMEMI_LOG_GET, bsize * nblocks * size, pe);
}

/* ---- One value, by lane 0 of the group ----------------------------------------------------- */

/* Each p is one store, and each g one load that reads memory anew.  Values travel as bits: a device
 * without fp64 can still move a double. */
#define ISHMEMI_STORE(TYPE, address, bits) \
    (*(volatile ISHMEMI_GLOBAL TYPE *)(address) = (TYPE)(bits))
#define ISHMEMI_LOAD(TYPE, address) (*(const volatile ISHMEMI_GLOBAL TYPE *)(address))

ISHMEMI_INLINE void ishmemi_store_value(uint64_t remote, size_t size, uint64_t bits)
{
    switch (size) {
    case 1:
        ISHMEMI_STORE(uint8_t, remote, bits);
        break;
    case 2:
        ISHMEMI_STORE(ishmemi_bits16_t, remote, bits);
        break;
    case 4:
        ISHMEMI_STORE(ishmemi_bits32_t, remote, bits);
        break;
    default:
        ISHMEMI_STORE(ishmemi_bits64_t, remote, bits);
        break;
    }
}

ISHMEMI_INLINE uint64_t ishmemi_load_value(uint64_t remote, size_t size)
{
    switch (size) {
    case 1:
        return ISHMEMI_LOAD(uint8_t, remote);
    case 2:
        return ISHMEMI_LOAD(ishmemi_bits16_t, remote);
    case 4:
        return ISHMEMI_ATOMIC_LOAD(uint32_t, remote, ISHMEMI_ACQUIRE);
    default:
        return ISHMEMI_ATOMIC_LOAD(uint64_t, remote, ISHMEMI_ACQUIRE);
    }
}

ISHMEMI_INLINE void ishmemi_p_plain(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, void *dest, size_t size,
                                    uint64_t bits, int pe)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_object(ctx, routine, "dest", dest, size, pe)) {
        return;
    }
    const int64_t delta = ishmemi_delta(ctx, pe);
    const uint64_t remote = ISHMEMI_ADDRESS(dest) + (uint64_t)delta;
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) != 0) {
        return;
    }
    if (ishmemi_is_far(delta)) {
        ishmemi_far_p(ctx, ISHMEMI_ADDRESS(dest), size, bits, pe);
        return;
    }
    ishmemi_store_value(remote, size, bits);
}

ISHMEMI_INLINE uint64_t ishmemi_g_plain(ishmem_ctx_t ctx, ishmemi_group_t group,
                                        ishmemi_string_t routine, const void *source, size_t size,
                                        int pe)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_object(ctx, routine, "source", source, size, pe)) {
        return 0;
    }
    const int64_t delta = ishmemi_delta(ctx, pe);
    const uint64_t remote = ISHMEMI_ADDRESS(source) + (uint64_t)delta;
    uint64_t bits = 0;
    if (size < sizeof(uint32_t)) {
        ishmemi_see_anew(ctx, ishmemi_group_lane(group));
    }
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0 && ishmemi_is_far(delta)) {
        bits = ishmemi_far_g(ctx, ISHMEMI_ADDRESS(source), size, pe);
    } else if (ishmemi_group_lane(group) == 0) {
        bits = ishmemi_load_value(remote, size);
    }
    return ishmemi_group_broadcast(group, bits);
}
#define ISHMEMI_SLOW(SUFFIX, GROUP)                                                           \
    ISHMEMI_COLD int ishmemi_slow_p_##SUFFIX(ishmem_ctx_t ctx, ishmemi_string_t routine,      \
                                             void *dest, size_t size, uint64_t bits, int pe)  \
    {                                                                                         \
        const uint64_t began = ishmemi_log_begin(ctx);                                        \
        ishmemi_p_plain(ctx, GROUP, routine, dest, size, bits, pe);                           \
        ishmemi_log_end_word(ctx, GROUP, routine, began, ISHMEMI_LOG_PUT, size, pe,           \
                             ISHMEMI_LOG_SETS, ISHMEMI_ADDRESS(dest), bits);                  \
        return 0;                                                                             \
    }                                                                                         \
    ISHMEMI_COLD uint64_t ishmemi_slow_g_##SUFFIX(ishmem_ctx_t ctx, ishmemi_string_t routine, \
                                                  const void *source, size_t size, int pe)    \
    {                                                                                         \
        const uint64_t began = ishmemi_log_begin(ctx);                                        \
        const uint64_t bits = ishmemi_g_plain(ctx, GROUP, routine, source, size, pe);         \
        ishmemi_log_end(ctx, GROUP, routine, began, ISHMEMI_LOG_GET, size, pe);               \
        return bits;                                                                          \
    }
ISHMEMI_SLOW_GROUPS(ISHMEMI_SLOW)
#undef ISHMEMI_SLOW

ISHMEMI_INLINE void ishmemi_p(ishmem_ctx_t ctx, ishmemi_group_t group, ishmemi_string_t routine,
                              void *dest, size_t size, uint64_t bits, int pe)
{
    if (ishmemi_is_slow(ctx)) {
        ISHMEMI_SLOW_CALL(ishmemi_slow_p, group, (ctx, routine, dest, size, bits, pe));
        return;
    }
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        ishmemi_store_value(ISHMEMI_ADDRESS(dest) + (uint64_t)ishmemi_quick_delta(ctx, pe), size,
                            bits);
    }
}

ISHMEMI_INLINE uint64_t ishmemi_g(ishmem_ctx_t ctx, ishmemi_group_t group, ishmemi_string_t routine,
                                  const void *source, size_t size, int pe)
{
    if (ishmemi_is_slow(ctx)) {
        return ISHMEMI_SLOW_CALL(ishmemi_slow_g, group, (ctx, routine, source, size, pe));
    }
    const uint64_t remote = ISHMEMI_ADDRESS(source) + (uint64_t)ishmemi_quick_delta(ctx, pe);
    if (size < sizeof(uint32_t)) {
        ishmemi_see_anew(ctx, ishmemi_group_lane(group));
    }
    ishmemi_group_barrier(group);
    const uint64_t bits = ishmemi_group_lane(group) == 0 ? ishmemi_load_value(remote, size) : 0;
    return ishmemi_group_broadcast(group, bits);
}
#undef ISHMEMI_STORE
#undef ISHMEMI_LOAD

#endif
