/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the CPU driver tells libishmem of kernels that run, for ISHMEM_RACES: accesses to global memory, and
 * calls of the library's routines.  The function is found by its name, with zeDriverGetExtensionFunctionAddress.
 */
#ifndef ISHMEMI_PROCESSOR_KERNEL_RACES_H
#define ISHMEMI_PROCESSOR_KERNEL_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a kernel is. */
typedef struct ishmemi_kernel_place {
    const char *kernel; /* as long as its module */
    uintptr_t instruction;
    /* The instruction's line; false: it is not known. */
    bool (*find_line)(uintptr_t instruction, const char **file, uint32_t *line);
} ishmemi_kernel_place_t;

typedef struct ishmemi_kernel_access {
    ishmemi_kernel_place_t place;
    uintptr_t address;
    uint64_t bytes;
    bool writes;
    bool is_atomic;
} ishmemi_kernel_access_t;

/* A call of a routine, by a work-item or, once, by a group. */
#define ISHMEMI_KERNEL_CALL_KEPT 4
typedef struct ishmemi_kernel_call {
    ishmemi_kernel_place_t place;
    const char *routine;       /* its name, as long as the module */
    const uint64_t *arguments; /* numbers and addresses; 0 for others */
    uint32_t count;
    uint64_t *kept; /* [ISHMEMI_KERNEL_CALL_KEPT], from the beginning to the end of the call */
} ishmemi_kernel_call_t;

/* All are called by the thread that runs the kernel, which has some 16 KiB of stack left. */
typedef struct ishmemi_kernel_listener {
    void (*access)(const ishmemi_kernel_access_t *access); /* it is about to happen */
    /* An atomic operation that reads has been carried out. */
    void (*has_read)(const ishmemi_kernel_access_t *access);
    void (*begins)(const ishmemi_kernel_call_t *call);
    void (*ends)(const ishmemi_kernel_call_t *call, uint64_t result);
    /* A kernel begins of which nothing is told. */
    void (*unseen)(const char *kernel);
} ishmemi_kernel_listener_t;

/* Modules that are made from now on tell the listener, which is never freed; NULL: nobody. */
typedef void (*ishmemi_listen_kernels_fn)(const ishmemi_kernel_listener_t *listener);
#define ISHMEMI_LISTEN_KERNELS "zedListenKernels"

#endif
