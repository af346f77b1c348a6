/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the CPU driver tells libishmem for ISHMEM_RACES: of kernels that run, their accesses to global memory and
 * their calls of the library's routines; of command lists, what comes after what.  The function is found by its
 * name, with zeDriverGetExtensionFunctionAddress.
 *
 * Each stream of commands, of an immediate list or of a queue, is a line, with a number from 1.  Line 0 is the
 * program itself.
 */
#ifndef ISHMEMI_PROCESSOR_KERNEL_RACES_H
#define ISHMEMI_PROCESSOR_KERNEL_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a kernel is. */
typedef struct ishmemi_kernel_place {
    uint64_t line;
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
    /* A kernel begins whose accesses are not reported. */
    void (*unseen)(const char *kernel);

    /* This thread runs a command of the line from now on; returns what it did before. */
    uint64_t (*turns)(uint64_t line);
    /* Who runs on this thread tells, and learns, what was done before: by an event, by the end of a stream's
     * commands, or by the submission of a command.  *known belongs to the listener until it is freed with free(). */
    void (*tells)(void **known);
    void (*learns)(void **known);
    void (*learns_all)(void); /* from another process */
    /* This thread appends a command.  *told is NULL; what becomes of it is freed with free(). */
    void (*appends)(void **told);
    /* The command begins, and has ended.  Not if told is NULL. */
    void (*executes)(void *told);
    void (*has_executed)(void *told);
} ishmemi_kernel_listener_t;

/* Modules that are made from now on tell the listener, which is never freed; NULL: nobody. */
typedef void (*ishmemi_listen_kernels_fn)(const ishmemi_kernel_listener_t *listener);
#define ISHMEMI_LISTEN_KERNELS "zedListenLines"

#endif
