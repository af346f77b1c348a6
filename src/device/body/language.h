/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the device bodies need from the language in which they are compiled: address spaces,
 * atomics, fences and groups, for OpenCL C 2.0.  device/sycl/language.h has the same names in SYCL.
 * Everything else in this directory is common to OpenCL C and C++17.
 *
 * Atomics act on integer addresses of global memory, at the scope of all devices and the host.
 * They are SPIR-V's own instructions rather than OpenCL's functions, because the latter take
 * generic pointers, and a GPU's compiler would have to find out their address spaces again.
 */
#ifndef ISHMEM_DEVICE_LANGUAGE_H
#define ISHMEM_DEVICE_LANGUAGE_H

#include "ishmem/type_lists.h"

#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ >= 200

#define ISHMEMI_GLOBAL __global

/* A string of the program, such as a routine's name. */
typedef __constant const char *ishmemi_string_t;

/* ISHMEMI_BODY: a body that stays a function of its own, once in the device library.  It is weak so
 * that it is not inlined here, where it would exist hundreds of times; a kernel's compiler may
 * still inline it.  In the library's own kernels, with which nothing is linked, it is static: they
 * hold only what they call, for the arguments that they pass.  ISHMEMI_INLINE: a body that must be
 * inlined, so that the arguments that say how many bytes or which group become constants. */
#ifdef ISHMEMI_HOST_KERNELS
#define ISHMEMI_BODY static __attribute__((unused))
#else
#define ISHMEMI_BODY __attribute__((weak))
#endif
/* A body that is rarely called, and must not slow down the loop that calls it. */
#define ISHMEMI_COLD ISHMEMI_BODY __attribute__((noinline, cold))
/* A body that calls several others, while each call needs only one of them. */
#define ISHMEMI_APART ISHMEMI_BODY __attribute__((noinline))
#define ISHMEMI_INLINE static inline __attribute__((always_inline))
/* A loop that moves or combines data: a function, except in a kernel that does nothing else. */
#ifdef ISHMEMI_LOOPS_INSIDE
#define ISHMEMI_LOOP ISHMEMI_INLINE
#else
#define ISHMEMI_LOOP ISHMEMI_APART
#endif

#define ISHMEMI_COPY_BYTES(destination, source, bytes) \
    __builtin_memcpy((destination), (source), (bytes))
/* A value's bits as one of another type of the same size. */
#define ISHMEMI_BITS_AS(value, TYPE) __builtin_astype(value, TYPE)

/* The integer address of an object in global memory. */
#define ISHMEMI_ADDRESS(pointer) ((ulong)(const __global char *)(pointer))
/* Whether an object is in global memory, and not in a work-item's or a work-group's own. */
#define ISHMEMI_IS_GLOBAL(pointer) (to_global(pointer) != 0)

/* ---- Atomics ------------------------------------------------------------------------ */

/* Memory semantics of SPIR-V, for global memory. */
#define ISHMEMI_RELAXED 0x200
#define ISHMEMI_ACQUIRE 0x202
#define ISHMEMI_RELEASE 0x204

#define ISHMEMI_SYSTEM 0 /* SPIR-V's scope CrossDevice */

#define ISHMEMI_SPIRV_ATOMICS(TYPE)                                                             \
    TYPE __attribute__((overloadable)) __spirv_AtomicLoad(__global TYPE *, int, int);           \
    void __attribute__((overloadable)) __spirv_AtomicStore(__global TYPE *, int, int, TYPE);    \
    TYPE __attribute__((overloadable)) __spirv_AtomicIAdd(__global TYPE *, int, int, TYPE);     \
    TYPE __attribute__((overloadable)) __spirv_AtomicAnd(__global TYPE *, int, int, TYPE);      \
    TYPE __attribute__((overloadable)) __spirv_AtomicOr(__global TYPE *, int, int, TYPE);       \
    TYPE __attribute__((overloadable)) __spirv_AtomicXor(__global TYPE *, int, int, TYPE);      \
    TYPE __attribute__((overloadable)) __spirv_AtomicExchange(__global TYPE *, int, int, TYPE); \
    TYPE __attribute__((overloadable))                                                          \
    __spirv_AtomicCompareExchange(__global TYPE *, int, int, int, TYPE, TYPE);
ISHMEMI_SPIRV_ATOMICS(uint)
ISHMEMI_SPIRV_ATOMICS(ulong)
#undef ISHMEMI_SPIRV_ATOMICS

#define ISHMEMI_ATOMIC_LOAD(TYPE, address, order) \
    __spirv_AtomicLoad((__global TYPE *)(address), ISHMEMI_SYSTEM, order)
#define ISHMEMI_ATOMIC_STORE(TYPE, address, value, order) \
    __spirv_AtomicStore((__global TYPE *)(address), ISHMEMI_SYSTEM, order, value)
#define ISHMEMI_ATOMIC_ADD(TYPE, address, value, order) \
    __spirv_AtomicIAdd((__global TYPE *)(address), ISHMEMI_SYSTEM, order, value)
#define ISHMEMI_ATOMIC_AND(TYPE, address, value, order) \
    __spirv_AtomicAnd((__global TYPE *)(address), ISHMEMI_SYSTEM, order, value)
#define ISHMEMI_ATOMIC_OR(TYPE, address, value, order) \
    __spirv_AtomicOr((__global TYPE *)(address), ISHMEMI_SYSTEM, order, value)
#define ISHMEMI_ATOMIC_XOR(TYPE, address, value, order) \
    __spirv_AtomicXor((__global TYPE *)(address), ISHMEMI_SYSTEM, order, value)
#define ISHMEMI_ATOMIC_SWAP(TYPE, address, value, order) \
    __spirv_AtomicExchange((__global TYPE *)(address), ISHMEMI_SYSTEM, order, value)
#define ISHMEMI_ATOMIC_COMPARE_SWAP(TYPE, address, cond, value, order)                             \
    __spirv_AtomicCompareExchange((__global TYPE *)(address), ISHMEMI_SYSTEM, order, order, value, \
                                  cond)

#define ISHMEMI_FENCE_ACQUIRE() \
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_all_svm_devices)
#define ISHMEMI_FENCE_RELEASE() \
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_all_svm_devices)
#define ISHMEMI_FENCE_ORDER() \
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_all_svm_devices)
#define ISHMEMI_FENCE_COMPLETE() \
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_all_svm_devices)

/* ---- Groups ------------------------------------------------------------------------- */

/* The work-items that carry out a routine together.  One work-item is a group, too: of one lane,
 * without barriers.  The group is always a constant, so only its own case is compiled. */
typedef enum ishmemi_group {
    ISHMEMI_WORK_ITEM,
    ISHMEMI_SUB_GROUP,
    ISHMEMI_WORK_GROUP
} ishmemi_group_t;

/* The work-group's number in a dimension. */
ISHMEMI_INLINE uint32_t ishmemi_group_number(uint32_t dimension)
{
    return (uint32_t)get_group_id(dimension);
}

ISHMEMI_INLINE size_t ishmemi_group_lane(ishmemi_group_t group)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return get_local_linear_id();
    case ISHMEMI_SUB_GROUP:
        return get_sub_group_local_id();
    default:
        return 0;
    }
}

/* Whether the work-item is in the first sub-group. */
ISHMEMI_INLINE int ishmemi_is_first_sub_group(void)
{
    return get_sub_group_id() == 0;
}

ISHMEMI_INLINE size_t ishmemi_group_lanes(ishmemi_group_t group)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return get_local_size(0) * get_local_size(1) * get_local_size(2);
    case ISHMEMI_SUB_GROUP:
        return get_sub_group_size();
    default:
        return 1;
    }
}

/*
 * Orders the memory accesses of the group's lanes among these lanes.  That is enough if lane 0 then
 * releases to others, or has acquired from others, because the order continues through the barrier:
 * lane 0's release covers the stores of all lanes, and all lanes see what it acquired.  A fence of
 * each lane at the scope of all devices would take a GPU longer than all the rest.
 */
ISHMEMI_INLINE void ishmemi_group_barrier(ishmemi_group_t group)
{
    const cl_mem_fence_flags memory = CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE;
    if (group == ISHMEMI_WORK_GROUP) {
        work_group_barrier(memory, memory_scope_work_group);
    } else if (group == ISHMEMI_SUB_GROUP) {
        sub_group_barrier(memory, memory_scope_sub_group);
    }
}

/* Lane 0's value, on every lane. */
ISHMEMI_INLINE ulong ishmemi_group_broadcast(ishmemi_group_t group, ulong value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return work_group_broadcast(value, 0, 0, 0);
    case ISHMEMI_SUB_GROUP:
        return sub_group_broadcast(value, 0);
    default:
        return value;
    }
}

/* Whether a lane's value is not 0, on every lane. */
ISHMEMI_INLINE int ishmemi_group_any(ishmemi_group_t group, int value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return work_group_any(value) != 0;
    case ISHMEMI_SUB_GROUP:
        return sub_group_any(value) != 0;
    default:
        return value != 0;
    }
}

/* The least of all lanes' values, on every lane. */
ISHMEMI_INLINE ulong ishmemi_group_min(ishmemi_group_t group, ulong value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return work_group_reduce_min(value);
    case ISHMEMI_SUB_GROUP:
        return sub_group_reduce_min(value);
    default:
        return value;
    }
}

/* The sum of all lanes' values, on every lane; below, the sum of the values of the lanes before. */
ISHMEMI_INLINE ulong ishmemi_group_sum(ishmemi_group_t group, ulong value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return work_group_reduce_add(value);
    case ISHMEMI_SUB_GROUP:
        return sub_group_reduce_add(value);
    default:
        return value;
    }
}

ISHMEMI_INLINE ulong ishmemi_group_sum_before(ishmemi_group_t group, ulong value)
{
    switch (group) {
    case ISHMEMI_WORK_GROUP:
        return work_group_scan_exclusive_add(value);
    case ISHMEMI_SUB_GROUP:
        return sub_group_scan_exclusive_add(value);
    default:
        return 0;
    }
}

#else
#error "libishmem: kernels are written in OpenCL C 2.0 (-cl-std=CL2.0)"
#endif

#endif
