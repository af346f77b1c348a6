/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libishmem tells the CPU driver of the symmetric heaps when the driver checks kernels' accesses
 * (ZECPU_SANITIZE=1): a heap is one allocation of the driver, and an object has the same place in each.  The
 * struct is found by its name, with zeDriverGetExtensionFunctionAddress, and only where it is wanted.
 */
#ifndef ISHMEMI_PROCESSOR_HEAP_OBJECTS_H
#define ISHMEMI_PROCESSOR_HEAP_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

/* Any thread may call. */
typedef struct ishmemi_heap_objects {
    /* Objects lie in these bytes: this PE's heap, or that of another PE as it is mapped here. */
    void (*heap)(const void *start, size_t bytes);
    /* There is an object from now on, or it has another size. */
    void (*object)(uint64_t offset, size_t bytes);
    void (*freed)(uint64_t offset);
    /* There are neither heaps nor objects. */
    void (*end)(void);
} ishmemi_heap_objects_t;

#define ISHMEMI_HEAP_OBJECTS "zedHeapObjects"

#endif
