/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A pool entry is what a call needs to use the tile: a synchronous immediate list, its own kernel
 * objects (their arguments are state), and host memory for results and for blocks that lie strides
 * apart, which are packed there.  A thread takes an entry for the length of a call, so that a wait
 * blocks no other thread's entry.
 */
#ifndef ISHMEMI_TILE_POOL_H
#define ISHMEMI_TILE_POOL_H

#include <level_zero/ze_api.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_TILE_STAGE_BYTES ((size_t)64 << 10)

typedef enum ishmemi_tile_kernel {
    ISHMEMI_TILE_AMO,
    ISHMEMI_TILE_LOAD,
    ISHMEMI_TILE_COPY_BLOCKS,
    ISHMEMI_TILE_WAIT,
    ISHMEMI_TILE_SYNC,
    ISHMEMI_TILE_EXCHANGE,
    ISHMEMI_TILE_KERNELS
} ishmemi_tile_kernel_t;

typedef struct ishmemi_tile_entry {
    struct ishmemi_tile_entry *next; /* in the list of idle entries */
    struct ishmemi_tile_entry *next_of_all;
    uint32_t queue; /* number in the queue group */
    ze_command_list_handle_t list;
    /* Only made if a thread drives the transport while a kernel waits; else NULL. */
    ze_command_list_handle_t driven; /* an asynchronous list */
    ze_event_pool_handle_t pool;
    ze_event_handle_t ended; /* signalled when the kernel on that list has ended */
    ze_kernel_handle_t kernels[ISHMEMI_TILE_KERNELS];
    volatile uint64_t
        *result; /* ISHMEMI_TILE_STAGE_BYTES that the host and the tile load and store */
} ishmemi_tile_entry_t;

/* Makes the first entry at once, so that an error shows at the start.  0, or -1 after an error
 * message. */
int ishmemi_tile_pool_open(void);
void ishmemi_tile_pool_close(void);

/* Ends the job if no more entries can be made. */
ishmemi_tile_entry_t *ishmemi_tile_entry_take(void);
void ishmemi_tile_pool_return(ishmemi_tile_entry_t *entry);

/* Runs a kernel to its end.  All its arguments are 64-bit numbers. */
void ishmemi_tile_pool_run(const ishmemi_tile_entry_t *entry, ishmemi_tile_kernel_t kernel,
                           const uint64_t *arguments, uint32_t count);
/* The same for a kernel that waits for other PEs.  Meanwhile this thread drives the transport
 * unless another one does. */
void ishmemi_tile_pool_run_waiting(ishmemi_tile_entry_t *entry, ishmemi_tile_kernel_t kernel,
                                   const uint64_t *arguments, uint32_t count);
/* Returns the list for such kernels.  Stores the event that the last one must signal, or NULL. */
ze_command_list_handle_t ishmemi_tile_pool_begin_waiting(ishmemi_tile_entry_t *entry,
                                                         ze_event_handle_t *ended);
/* Returns when the kernel has signalled it. */
void ishmemi_tile_pool_end_waiting(ze_event_handle_t ended);
void ishmemi_tile_pool_copy(const ishmemi_tile_entry_t *entry, void *destination,
                            const void *source, size_t bytes);
/* Stores one aligned value of 1, 2, 4 or 8 bytes. */
void ishmemi_tile_pool_store(const ishmemi_tile_entry_t *entry, void *destination, uint64_t bits,
                             size_t bytes);
/* Ends this process if the job has ended while it waits in `routine`. */
void ishmemi_tile_pool_check_job(const ishmemi_tile_entry_t *entry, const char *routine);

static inline uint64_t ishmemi_tile_address(const volatile void *object)
{
    return (uint64_t)(uintptr_t)object;
}

#endif
