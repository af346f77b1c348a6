/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How queue-ordered operations get onto a command list.  Reachable blocks use copy commands of the
 * list itself: if the list runs kernels, these are as good as our kernels, and if it only copies,
 * there is nothing else.  Everything else is one launch of a kernel of queue_kernels.cl.
 *
 * All functions return 0, or -1 after an error message.  As in host routines, invalid arguments end
 * the job.
 */
#ifndef ISHMEMI_QUEUE_H
#define ISHMEMI_QUEUE_H

#include "check.h"
#include "job.h"
#include "shared/queue_kernels.h"

/* The called routine, and its last arguments. */
typedef struct ishmemi_queue {
    const char *routine;
    ze_command_list_handle_t list;
    ze_event_handle_t signal;
    uint32_t num_waits;
    ze_event_handle_t *waits;
} ishmemi_queue_t;

typedef enum ishmemi_queue_kernel {
    ISHMEMI_QUEUE_BLOCKS,
    ISHMEMI_QUEUE_PUT_SIGNAL,
    ISHMEMI_QUEUE_VALUE,
    ISHMEMI_QUEUE_AMO,
    ISHMEMI_QUEUE_ADD_FLOAT,
    ISHMEMI_QUEUE_ADD_DOUBLE,
    ISHMEMI_QUEUE_WAIT,
    ISHMEMI_QUEUE_SET,
    ISHMEMI_QUEUE_FENCE,
    ISHMEMI_QUEUE_QUIET,
    ISHMEMI_QUEUE_SYNC,
    ISHMEMI_QUEUE_BARRIER,
    ISHMEMI_QUEUE_COLLECTIVE,
    ISHMEMI_QUEUE_REDUCE,
    ISHMEMI_QUEUE_REDUCE_DOUBLE,
    ISHMEMI_QUEUE_GATHER_WORDS,
    ISHMEMI_QUEUE_GATHER_SLICES,
    ISHMEMI_QUEUE_BROADCAST_WORDS,
    ISHMEMI_QUEUE_BROADCAST_SLICES,
    ISHMEMI_QUEUE_REDUCE_WORDS_INTEGER,
    ISHMEMI_QUEUE_REDUCE_SLICES_INTEGER,
    ISHMEMI_QUEUE_REDUCE_WORDS_FLOAT,
    ISHMEMI_QUEUE_REDUCE_SLICES_FLOAT,
    ISHMEMI_QUEUE_REDUCE_WORDS_DOUBLE,
    ISHMEMI_QUEUE_REDUCE_SLICES_DOUBLE,
    ISHMEMI_QUEUE_KERNELS
} ishmemi_queue_kernel_t;

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The library must be initialised, and the list must belong to this PE's tile. */
int ishmemi_queue_check(const ishmemi_queue_t *queue);

/* A checked symmetric object must be in the heap, because kernels reach no static objects. */
bool ishmemi_queue_check_heap(const ishmemi_queue_t *queue, const char *argument,
                              const void *symmetric);

/* `count` elements that kernels load or store. */
bool ishmemi_queue_check_local(const ishmemi_queue_t *queue, const char *argument,
                               const void *array, size_t count, size_t alignment);

/* The address for the routine's result; NULL: not wanted. */
bool ishmemi_queue_check_ret(const ishmemi_queue_t *queue, const int *ret);

/* Whether kernels can load and store this memory of the process, a heap or other memory. */
bool ishmemi_queue_reaches(const void *memory);

static inline bool ishmemi_queue_is_reachable(int pe)
{
    return ishmemi_job.delta[pe] != ISHMEMI_UNREACHABLE;
}

static inline uint64_t ishmemi_queue_address(const void *memory)
{
    return (uint64_t)(uintptr_t)memory;
}

static inline uint64_t ishmemi_queue_state(void)
{
    return ishmemi_queue_address(ishmemi_job.default_ctx);
}

/* ---- Commands -------------------------------------------------------------------------------- */

/* Only waits for the events and signals. */
int ishmemi_queue_append_nothing(const ishmemi_queue_t *queue);
int ishmemi_queue_append_copy(const ishmemi_queue_t *queue, void *destination, const void *source,
                              size_t bytes);
/* Later commands of the list see the effects of earlier ones, on any list. */
/* Stores one aligned value of 1, 2, 4 or 8 bytes at an address of the tile. */
int ishmemi_queue_append_store(const ishmemi_queue_t *queue, void *destination, uint64_t bits,
                               size_t bytes);
int ishmemi_queue_append_barrier(const ishmemi_queue_t *queue);
/* Blocks whose starts are dst and sst bytes apart; all four numbers fit in 32 bits. */
int ishmemi_queue_append_region(const ishmemi_queue_t *queue, void *destination, const void *source,
                                size_t dst, size_t sst, size_t block, size_t nblocks);
/* `groups` work-groups of the kernel; copies its argument. */
int ishmemi_queue_append_kernel(const ishmemi_queue_t *queue, ishmemi_queue_kernel_t kernel,
                                const void *argument, size_t bytes, uint32_t groups);

/* A collective other than a sync.  The routine's arguments have been checked; append also checks
 * the queue.  ret: for the routine's result, or NULL. */
int ishmemi_queue_launch_collective(const ishmemi_queue_t *queue, const ishmemi_task_t *request,
                                    int *ret);
int ishmemi_queue_append_collective(const ishmemi_queue_t *queue, const ishmemi_task_t *request,
                                    int *ret);

/* Makes the members of the request's team compare their calls first, if checks require that. */
void ishmemi_queue_name(const ishmemi_queue_t *queue, ishmemi_task_t *request);

/* Reports that Level Zero has refused a call, and returns -1. */
int ishmemi_queue_refused(const ishmemi_queue_t *queue, const char *call, ze_result_t result);

/* How many work-groups suit a copy of this many bytes. */
uint32_t ishmemi_queue_groups_for(size_t bytes);

/* The most work-groups that share a collective. */
uint32_t ishmemi_queue_most_collective_groups(void);

/* Called by ishmem_finalize before it destroys the context: lists with operations are idle. */
void ishmemi_queue_close(void);

#endif
