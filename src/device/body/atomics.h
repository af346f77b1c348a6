/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic memory operations on an object of 4 or 8 bytes at a global address.  The object's value
 * travels as bits.  Objects of 2 bytes can only be read: OpenCL C has no atomic operation on them,
 * but a volatile load is one access, and a fence after it makes it acquire.
 *
 * Operations that return a value acquire: what is read afterwards is no older than that value.
 * Operations that return none are relaxed; a fence or quiet orders them.
 */
#ifndef ISHMEM_DEVICE_ATOMICS_H
#define ISHMEM_DEVICE_ATOMICS_H

#include "check.h"
#include "log.h"
#include "ring.h"

/* Relaxed, for polls of many elements. */
ISHMEMI_INLINE uint64_t ishmemi_atomic_peek(uint64_t address, size_t bytes)
{
    if (bytes == 2) {
        return *(const volatile ISHMEMI_GLOBAL uint16_t *)address;
    }
    return bytes == 4 ? ISHMEMI_ATOMIC_LOAD(uint32_t, address, ISHMEMI_RELAXED)
                      : ISHMEMI_ATOMIC_LOAD(uint64_t, address, ISHMEMI_RELAXED);
}

ISHMEMI_INLINE uint64_t ishmemi_atomic_fetch(uint64_t address, size_t bytes)
{
    if (bytes == 2) {
        const uint64_t seen = ishmemi_atomic_peek(address, bytes);
        ISHMEMI_FENCE_ACQUIRE();
        return seen;
    }
    return bytes == 4 ? ISHMEMI_ATOMIC_LOAD(uint32_t, address, ISHMEMI_ACQUIRE)
                      : ISHMEMI_ATOMIC_LOAD(uint64_t, address, ISHMEMI_ACQUIRE);
}

/* Acquires what was released with the value that a relaxed load has seen.  On a GPU a load that
 * acquires is much quicker than a fence, which is needed if the value has changed in between. */
ISHMEMI_INLINE void ishmemi_atomic_acquire(uint64_t address, size_t bytes, uint64_t seen)
{
    if (bytes == 2 || ishmemi_atomic_fetch(address, bytes) != seen) {
        ISHMEMI_FENCE_ACQUIRE();
    }
}

ISHMEMI_INLINE void ishmemi_atomic_set(uint64_t address, size_t bytes, uint64_t value)
{
    if (bytes == 4) {
        ISHMEMI_ATOMIC_STORE(uint32_t, address, (uint32_t)value, ISHMEMI_RELAXED);
    } else {
        ISHMEMI_ATOMIC_STORE(uint64_t, address, value, ISHMEMI_RELAXED);
    }
}

ISHMEMI_INLINE uint64_t ishmemi_atomic_compare_swap(uint64_t address, size_t bytes, uint64_t cond,
                                                    uint64_t value)
{
    return bytes == 4
               ? ISHMEMI_ATOMIC_COMPARE_SWAP(uint32_t, address, (uint32_t)cond, (uint32_t)value,
                                             ISHMEMI_ACQUIRE)
               : ISHMEMI_ATOMIC_COMPARE_SWAP(uint64_t, address, cond, value, ISHMEMI_ACQUIRE);
}

/* Adds floating-point numbers: the bits of the sum replace the previous bits. */
#define ISHMEMI_ADD_FLOATS(FLOAT, BITS, address, value)                                \
    FLOAT number;                                                                      \
    const BITS added = (BITS)(value);                                                  \
    ISHMEMI_COPY_BYTES(&number, &added, sizeof number);                                \
    BITS before = ISHMEMI_ATOMIC_LOAD(BITS, address, ISHMEMI_RELAXED);                 \
    for (;;) {                                                                         \
        FLOAT sum;                                                                     \
        BITS bits;                                                                     \
        ISHMEMI_COPY_BYTES(&sum, &before, sizeof sum);                                 \
        sum += number;                                                                 \
        ISHMEMI_COPY_BYTES(&bits, &sum, sizeof bits);                                  \
        const BITS seen =                                                              \
            ISHMEMI_ATOMIC_COMPARE_SWAP(BITS, address, before, bits, ISHMEMI_ACQUIRE); \
        if (seen == before) {                                                          \
            return before;                                                             \
        }                                                                              \
        before = seen;                                                                 \
    }

ISHMEMI_INLINE uint64_t ishmemi_atomic_fetch_add_float(uint64_t address, uint64_t value){
    ISHMEMI_ADD_FLOATS(float, uint32_t, address, value)}

ISHMEMI_INLINE uint64_t ishmemi_atomic_fetch_add_double(uint64_t address, uint64_t value)
{
    ISHMEMI_ADD_FLOATS(double, uint64_t, address, value)
}
#undef ISHMEMI_ADD_FLOATS

/* The operations that are one instruction each.  They return the previous value. */
#define ISHMEMI_ATOMIC_UPDATE(NAME, OPERATION)                                                    \
    ISHMEMI_INLINE uint64_t ishmemi_atomic_##NAME(uint64_t address, size_t bytes, uint64_t value, \
                                                  int returns)                                    \
    {                                                                                             \
        if (bytes == 4) {                                                                         \
            return returns ? OPERATION(uint32_t, address, (uint32_t)value, ISHMEMI_ACQUIRE)       \
                           : OPERATION(uint32_t, address, (uint32_t)value, ISHMEMI_RELAXED);      \
        }                                                                                         \
        return returns ? OPERATION(uint64_t, address, value, ISHMEMI_ACQUIRE)                     \
                       : OPERATION(uint64_t, address, value, ISHMEMI_RELAXED);                    \
    }
ISHMEMI_ATOMIC_UPDATE(update_add, ISHMEMI_ATOMIC_ADD)
ISHMEMI_ATOMIC_UPDATE(update_and, ISHMEMI_ATOMIC_AND)
ISHMEMI_ATOMIC_UPDATE(update_or, ISHMEMI_ATOMIC_OR)
ISHMEMI_ATOMIC_UPDATE(update_xor, ISHMEMI_ATOMIC_XOR)
ISHMEMI_ATOMIC_UPDATE(update_swap, ISHMEMI_ATOMIC_SWAP)
#undef ISHMEMI_ATOMIC_UPDATE

/* All but ADD_FLOAT, because a kernel that takes op as an argument must not need fp64.  returns:
 * whether the caller wants the previous value, which is then the result. */
ISHMEMI_INLINE uint64_t ishmemi_atomic(ishmemi_amo_t op, uint64_t address, size_t bytes,
                                       uint64_t value, uint64_t cond, int returns)
{
    switch (op) {
    case ISHMEMI_AMO_FETCH:
        return ishmemi_atomic_fetch(address, bytes);
    case ISHMEMI_AMO_SET:
        ishmemi_atomic_set(address, bytes, value);
        return 0;
    case ISHMEMI_AMO_ADD:
        return ishmemi_atomic_update_add(address, bytes, value, returns);
    case ISHMEMI_AMO_SWAP:
        return ishmemi_atomic_update_swap(address, bytes, value, returns);
    case ISHMEMI_AMO_AND:
        return ishmemi_atomic_update_and(address, bytes, value, returns);
    case ISHMEMI_AMO_OR:
        return ishmemi_atomic_update_or(address, bytes, value, returns);
    case ISHMEMI_AMO_XOR:
        return ishmemi_atomic_update_xor(address, bytes, value, returns);
    case ISHMEMI_AMO_COMPARE_SWAP:
    default:
        return ishmemi_atomic_compare_swap(address, bytes, cond, value);
    }
}

ISHMEMI_INLINE uint64_t ishmemi_atomic_number(ishmemi_amo_t op, uint64_t address, size_t bytes,
                                              uint64_t value, uint64_t cond, int returns)
{
    if (op != ISHMEMI_AMO_ADD_FLOAT) {
        return ishmemi_atomic(op, address, bytes, value, cond, returns);
    }
    return bytes == 4 ? ishmemi_atomic_fetch_add_float(address, value)
                      : ishmemi_atomic_fetch_add_double(address, value);
}

/* Reports the end of an operation. */
ISHMEMI_INLINE void ishmemi_log_amo(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, uint64_t began, ishmemi_amo_t op,
                                    const void *object, size_t bytes, uint64_t value, int pe)
{
    /* Not comparisons: a compiler makes them into a switch whose cases share a block, and SPIR-V
     * has no phi for that. */
    const uint32_t setters =
        1u << ISHMEMI_AMO_SET | 1u << ISHMEMI_AMO_SWAP | 1u << ISHMEMI_AMO_COMPARE_SWAP;
    const int sets = (int)(setters >> (uint32_t)op & 1);
    ishmemi_log_end_word(ctx, group, routine, began, ISHMEMI_LOG_AMO, bytes, pe,
                         sets                    ? ISHMEMI_LOG_SETS
                         : op == ISHMEMI_AMO_ADD ? ISHMEMI_LOG_ADDS
                                                 : ISHMEMI_LOG_NOTHING,
                         ISHMEMI_ADDRESS(object), value);
}

/* has_floats: whether op may be ADD_FLOAT; a constant. */
ISHMEMI_INLINE uint64_t ishmemi_atomic_of(int has_floats, ishmemi_amo_t op, uint64_t address,
                                          size_t bytes, uint64_t value, uint64_t cond, int returns)
{
    return has_floats ? ishmemi_atomic_number(op, address, bytes, value, cond, returns)
                      : ishmemi_atomic(op, address, bytes, value, cond, returns);
}

ISHMEMI_INLINE void ishmemi_amo_plain(ishmem_ctx_t ctx, ishmemi_group_t group,
                                      ishmemi_string_t routine, int has_floats, ishmemi_amo_t op,
                                      ishmemi_string_t argument, const void *object, size_t bytes,
                                      uint64_t value, int pe)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_object(ctx, routine, argument, object, bytes, pe)) {
        return;
    }
    const uint64_t began = ishmemi_log_begin(ctx);
    const uint64_t address = ISHMEMI_ADDRESS(object);
    const int64_t delta = ishmemi_delta(ctx, pe);
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) != 0) {
        return;
    }
    if (ishmemi_is_far(delta)) {
        ishmemi_far_amo(ctx, op, address, bytes, value, 0, pe, 0);
    } else {
        ishmemi_atomic_of(has_floats, op, address + (uint64_t)delta, bytes, value, 0, 0);
    }
    ishmemi_log_amo(ctx, ISHMEMI_WORK_ITEM, routine, began, op, object, bytes, value, pe);
}

ISHMEMI_INLINE uint64_t ishmemi_fetching_amo_plain(ishmem_ctx_t ctx, ishmemi_group_t group,
                                                   ishmemi_string_t routine, int has_floats,
                                                   ishmemi_amo_t op, ishmemi_string_t argument,
                                                   const void *object, size_t bytes, uint64_t value,
                                                   uint64_t cond, int pe)
{
    if (ishmemi_checked(ctx) && !ishmemi_good_object(ctx, routine, argument, object, bytes, pe)) {
        return 0;
    }
    const uint64_t began = ishmemi_log_begin(ctx);
    const uint64_t address = ISHMEMI_ADDRESS(object);
    const int64_t delta = ishmemi_delta(ctx, pe);
    uint64_t before = 0;
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        before = ishmemi_is_far(delta)
                     ? ishmemi_far_amo(ctx, op, address, bytes, value, cond, pe, 1)
                     : ishmemi_atomic_of(has_floats, op, address + (uint64_t)delta, bytes, value,
                                         cond, 1);
    }
    ishmemi_log_amo(ctx, group, routine, began, op, object, bytes, value, pe);
    ishmemi_group_barrier(group);
    return ishmemi_group_broadcast(group, before);
}

ISHMEMI_COLD int ishmemi_slow_amo(ishmem_ctx_t ctx, ishmemi_string_t routine, ishmemi_amo_t op,
                                  ishmemi_string_t argument, const void *object, size_t bytes,
                                  uint64_t value, int pe)
{
    ishmemi_amo_plain(ctx, ISHMEMI_WORK_ITEM, routine, 0, op, argument, object, bytes, value, pe);
    return 0;
}

ISHMEMI_COLD uint64_t ishmemi_slow_fetching_amo(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                                ishmemi_amo_t op, ishmemi_string_t argument,
                                                const void *object, size_t bytes, uint64_t value,
                                                uint64_t cond, int pe)
{
    return ishmemi_fetching_amo_plain(ctx, ISHMEMI_WORK_ITEM, routine, 0, op, argument, object,
                                      bytes, value, cond, pe);
}

/* By lane 0 of a group.  argument: the name of the parameter `object`. */
ISHMEMI_INLINE void ishmemi_amo(ishmem_ctx_t ctx, ishmemi_group_t group, ishmemi_string_t routine,
                                ishmemi_amo_t op, ishmemi_string_t argument, const void *object,
                                size_t bytes, uint64_t value, int pe)
{
    if (op == ISHMEMI_AMO_ADD_FLOAT || (group != ISHMEMI_WORK_ITEM && ishmemi_is_slow(ctx))) {
        ishmemi_amo_plain(ctx, group, routine, 1, op, argument, object, bytes, value, pe);
        return;
    }
    if (group == ISHMEMI_WORK_ITEM && ishmemi_is_slow(ctx)) {
        ishmemi_slow_amo(ctx, routine, op, argument, object, bytes, value, pe);
        return;
    }
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        ishmemi_atomic(op, ISHMEMI_ADDRESS(object) + (uint64_t)ishmemi_quick_delta(ctx, pe), bytes,
                       value, 0, 0);
    }
}

/* As above; returns the previous value, on all lanes. */
ISHMEMI_INLINE uint64_t ishmemi_fetching_amo(ishmem_ctx_t ctx, ishmemi_group_t group,
                                             ishmemi_string_t routine, ishmemi_amo_t op,
                                             ishmemi_string_t argument, const void *object,
                                             size_t bytes, uint64_t value, uint64_t cond, int pe)
{
    if (op == ISHMEMI_AMO_ADD_FLOAT || (group != ISHMEMI_WORK_ITEM && ishmemi_is_slow(ctx))) {
        return ishmemi_fetching_amo_plain(ctx, group, routine, 1, op, argument, object, bytes,
                                          value, cond, pe);
    }
    if (group == ISHMEMI_WORK_ITEM && ishmemi_is_slow(ctx)) {
        return ishmemi_slow_fetching_amo(ctx, routine, op, argument, object, bytes, value, cond,
                                         pe);
    }
    uint64_t before = 0;
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        before =
            ishmemi_atomic(op, ISHMEMI_ADDRESS(object) + (uint64_t)ishmemi_quick_delta(ctx, pe),
                           bytes, value, cond, 1);
    }
    return ishmemi_group_broadcast(group, before);
}

ISHMEMI_BODY int ishmemi_good_fetch(ishmem_ctx_t ctx, ishmemi_string_t routine, const void *fetch,
                                    ishmemi_string_t argument, const void *object, size_t bytes,
                                    int pe)
{
    ishmemi_fault_t fault;
    const int good = ishmemi_good_remote(ctx, &fault, argument, object, bytes, pe) &&
                     ishmemi_good_local(ctx, &fault, "fetch", fetch, 1, bytes, bytes);
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

/* As above; lane 0 stores the previous value. */
ISHMEMI_INLINE void ishmemi_amo_nbi(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, ishmemi_amo_t op, void *fetch,
                                    ishmemi_string_t argument, const void *object, size_t bytes,
                                    uint64_t value, uint64_t cond, int pe)
{
    if (ishmemi_checked(ctx) &&
        !ishmemi_good_fetch(ctx, routine, fetch, argument, object, bytes, pe)) {
        return;
    }
    const uint64_t began = ishmemi_log_begin(ctx);
    const uint64_t address = ISHMEMI_ADDRESS(object);
    const int64_t delta = ishmemi_delta(ctx, pe);
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) != 0) {
        return;
    }
    if (ishmemi_is_far(delta)) {
        ishmemi_far_amo_nbi(ctx, op, fetch, address, bytes, value, cond, pe);
    } else {
        const uint64_t before =
            ishmemi_atomic_number(op, address + (uint64_t)delta, bytes, value, cond, 1);
        ISHMEMI_COPY_BYTES(fetch, &before, bytes);
    }
    ishmemi_log_amo(ctx, ISHMEMI_WORK_ITEM, routine, began, op, object, bytes, value, pe);
}

#endif
