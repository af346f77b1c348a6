/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * body/language.h in SYCL, for the pass of DPC++ that makes device code
 * (cmake/IshmemHeaders.cmake).  Besides SYCL 2020 it uses the attribute of global memory and the
 * extension that finds a work-item's groups.
 */
#ifndef ISHMEMI_DEVICE_SYCL_LANGUAGE_H
#define ISHMEMI_DEVICE_SYCL_LANGUAGE_H

#include "ishmem/type_lists.h"
#include <sycl/sycl.hpp>

#define ISHMEMI_GLOBAL __attribute__((opencl_global))

typedef const char *ishmemi_string_t;

/* Bodies are in every program's own code, where the compiler decides what it inlines. */
#define ISHMEMI_BODY inline
#define ISHMEMI_APART inline __attribute__((noinline))
#define ISHMEMI_LOOP ISHMEMI_APART
#define ISHMEMI_COLD inline __attribute__((noinline, cold))
#define ISHMEMI_INLINE static inline __attribute__((always_inline))

#define ISHMEMI_COPY_BYTES(destination, source, bytes) \
    __builtin_memcpy((destination), (source), (bytes))
#define ISHMEMI_BITS_AS(value, TYPE) __builtin_bit_cast(TYPE, value)

#define ISHMEMI_ADDRESS(pointer) ((uint64_t)(const ISHMEMI_GLOBAL char *)(pointer))
#define ISHMEMI_IS_GLOBAL(pointer) \
    (__spirv_GenericCastToPtrExplicit_ToGlobal(const_cast<void *>((const void *)(pointer)), 5) != 0)

/* ---- Atomics ------------------------------------------------------------------------ */

#define ISHMEMI_RELAXED sycl::memory_order::relaxed
#define ISHMEMI_ACQUIRE sycl::memory_order::acquire
#define ISHMEMI_RELEASE sycl::memory_order::release

template <typename T>
using ishmemi_sycl_word =
    sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::system,
                     sycl::access::address_space::global_space>;
/* address: a number or a pointer. */
#define ISHMEMI_WORD(TYPE, address) \
    ishmemi_sycl_word<TYPE>(*(TYPE *)(ISHMEMI_GLOBAL TYPE *)(address))

#define ISHMEMI_ATOMIC_LOAD(TYPE, address, order) ISHMEMI_WORD(TYPE, address).load(order)
#define ISHMEMI_ATOMIC_STORE(TYPE, address, value, order) \
    ISHMEMI_WORD(TYPE, address).store((TYPE)(value), order)
#define ISHMEMI_ATOMIC_ADD(TYPE, address, value, order) \
    ISHMEMI_WORD(TYPE, address).fetch_add((TYPE)(value), order)
#define ISHMEMI_ATOMIC_AND(TYPE, address, value, order) \
    ISHMEMI_WORD(TYPE, address).fetch_and((TYPE)(value), order)
#define ISHMEMI_ATOMIC_OR(TYPE, address, value, order) \
    ISHMEMI_WORD(TYPE, address).fetch_or((TYPE)(value), order)
#define ISHMEMI_ATOMIC_XOR(TYPE, address, value, order) \
    ISHMEMI_WORD(TYPE, address).fetch_xor((TYPE)(value), order)
#define ISHMEMI_ATOMIC_SWAP(TYPE, address, value, order) \
    ISHMEMI_WORD(TYPE, address).exchange((TYPE)(value), order)
#define ISHMEMI_ATOMIC_COMPARE_SWAP(TYPE, address, cond, value, order) \
    ishmemi_compare_swap<TYPE>((uint64_t)(address), (TYPE)(cond), (TYPE)(value), order)

/* Returns the previous value. */
template <typename T>
ISHMEMI_INLINE T ishmemi_compare_swap(uint64_t address, T cond, T value, sycl::memory_order order)
{
    ISHMEMI_WORD(T, address)
        .compare_exchange_strong(cond, value, order, sycl::memory_order::relaxed);
    return cond;
}

#define ISHMEMI_FENCE_ACQUIRE() \
    sycl::atomic_fence(sycl::memory_order::acquire, sycl::memory_scope::system)
#define ISHMEMI_FENCE_RELEASE() \
    sycl::atomic_fence(sycl::memory_order::release, sycl::memory_scope::system)
#define ISHMEMI_FENCE_ORDER() \
    sycl::atomic_fence(sycl::memory_order::acq_rel, sycl::memory_scope::system)
#define ISHMEMI_FENCE_COMPLETE() \
    sycl::atomic_fence(sycl::memory_order::seq_cst, sycl::memory_scope::system)

/* ---- Groups ------------------------------------------------------------------------- */

typedef enum ishmemi_group {
    ISHMEMI_WORK_ITEM,
    ISHMEMI_SUB_GROUP,
    ISHMEMI_WORK_GROUP
} ishmemi_group_t;

/* Always with three dimensions.  A kernel with fewer uses the last ones. */
ISHMEMI_INLINE sycl::group<3> ishmemi_work_group(void)
{
    return sycl::ext::oneapi::this_work_item::get_work_group<3>();
}

ISHMEMI_INLINE sycl::sub_group ishmemi_sub_group(void)
{
    return sycl::ext::oneapi::this_work_item::get_sub_group();
}

ISHMEMI_INLINE uint32_t ishmemi_group_number(uint32_t dimension)
{
    return (uint32_t)ishmemi_work_group().get_group_id(2 - (int)dimension);
}

ISHMEMI_INLINE size_t ishmemi_group_lane(ishmemi_group_t group)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return ishmemi_work_group().get_local_linear_id();
    case ISHMEMI_SUB_GROUP:
        return ishmemi_sub_group().get_local_linear_id();
    default:
        return 0;
    }
}

ISHMEMI_INLINE int ishmemi_is_first_sub_group()
{
    return ishmemi_sub_group().get_group_id()[0] == 0;
}

ISHMEMI_INLINE size_t ishmemi_group_lanes(ishmemi_group_t group)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return ishmemi_work_group().get_local_linear_range();
    case ISHMEMI_SUB_GROUP:
        return ishmemi_sub_group().get_local_linear_range();
    default:
        return 1;
    }
}

ISHMEMI_INLINE void ishmemi_group_barrier(ishmemi_group_t group)
{
    if (group == ISHMEMI_WORK_GROUP) {
        sycl::group_barrier(ishmemi_work_group());
    } else if (group == ISHMEMI_SUB_GROUP) {
        sycl::group_barrier(ishmemi_sub_group());
    }
}

ISHMEMI_INLINE uint64_t ishmemi_group_broadcast(ishmemi_group_t group, uint64_t value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return sycl::group_broadcast(ishmemi_work_group(), value);
    case ISHMEMI_SUB_GROUP:
        return sycl::group_broadcast(ishmemi_sub_group(), value);
    default:
        return value;
    }
}

ISHMEMI_INLINE int ishmemi_group_any(ishmemi_group_t group, int value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return sycl::any_of_group(ishmemi_work_group(), value != 0);
    case ISHMEMI_SUB_GROUP:
        return sycl::any_of_group(ishmemi_sub_group(), value != 0);
    default:
        return value != 0;
    }
}

ISHMEMI_INLINE uint64_t ishmemi_group_min(ishmemi_group_t group, uint64_t value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return sycl::reduce_over_group(ishmemi_work_group(), value, sycl::minimum<uint64_t>());
    case ISHMEMI_SUB_GROUP:
        return sycl::reduce_over_group(ishmemi_sub_group(), value, sycl::minimum<uint64_t>());
    default:
        return value;
    }
}

ISHMEMI_INLINE uint64_t ishmemi_group_sum(ishmemi_group_t group, uint64_t value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return sycl::reduce_over_group(ishmemi_work_group(), value, sycl::plus<uint64_t>());
    case ISHMEMI_SUB_GROUP:
        return sycl::reduce_over_group(ishmemi_sub_group(), value, sycl::plus<uint64_t>());
    default:
        return value;
    }
}

ISHMEMI_INLINE uint64_t ishmemi_group_sum_before(ishmemi_group_t group, uint64_t value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return sycl::exclusive_scan_over_group(ishmemi_work_group(), value, sycl::plus<uint64_t>());
    case ISHMEMI_SUB_GROUP:
        return sycl::exclusive_scan_over_group(ishmemi_sub_group(), value, sycl::plus<uint64_t>());
    default:
        return 0;
    }
}

#endif
