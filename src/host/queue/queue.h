/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered operations: how they get onto a command list.  Reachable blocks go by copy commands
 * of the list itself, which are as good a kernel as ours where a list runs kernels, and all that
 * there is where it only copies; everything else is one launch of a kernel of queue_kernels.cl.
 *
 * All return 0, or -1 having said why; arguments that a host routine would not take end the job, as
 * there.
 */
#ifndef ISHMEMI_QUEUE_H
#define ISHMEMI_QUEUE_H

#include "check.h"
#include "job.h"
#include "shared/queue_kernels.h"

/* Who is called, and with which last arguments. */
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
    ISHMEMI_QUEUE_REDUCE, /* plus an ishmemi_kind_t */
    ISHMEMI_QUEUE_KERNELS = ISHMEMI_QUEUE_REDUCE + ISHMEMI_KIND_DOUBLE + 1
} ishmemi_queue_kernel_t;

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The library is initialised, and the list is one of this PE's tile. */
int ishmemi_queue_check(const ishmemi_queue_t *queue);

/* A symmetric object that has passed its checks is in the heap: kernels reach no static objects. */
bool ishmemi_queue_check_heap(const ishmemi_queue_t *queue, const char *argument,
                              const void *symmetric);

/* `count` elements that kernels load or store. */
bool ishmemi_queue_check_local(const ishmemi_queue_t *queue, const char *argument,
                               const void *array, size_t count, size_t alignment);

/* Where a routine stores what it returns; NULL where nobody asks. */
bool ishmemi_queue_check_ret(const ishmemi_queue_t *queue, const int *ret);

/* Whether kernels can load and store memory of this process, a heap or other. */
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

/* Nothing to do but to wait for the events and to signal. */
int ishmemi_queue_append_nothing(const ishmemi_queue_t *queue);
int ishmemi_queue_append_copy(const ishmemi_queue_t *queue, void *destination, const void *source,
                              size_t bytes);
/* What comes next on the list sees what came before, on any list. */
int ishmemi_queue_append_barrier(const ishmemi_queue_t *queue);
/* Blocks whose starts are dst and sst bytes apart; all four numbers fit 32 bits. */
int ishmemi_queue_append_region(const ishmemi_queue_t *queue, void *destination, const void *source,
                                size_t dst, size_t sst, size_t block, size_t nblocks);
/* `groups` work-groups of the kernel; its argument is copied. */
int ishmemi_queue_append_kernel(const ishmemi_queue_t *queue, ishmemi_queue_kernel_t kernel,
                                const void *argument, size_t bytes, uint32_t groups);

/* A collective that is no sync; the arguments of the routine have been checked, and with append the
 * queue is, too.  ret: for what the routine returns, or NULL. */
int ishmemi_queue_launch_collective(const ishmemi_queue_t *queue, const ishmemi_task_t *request,
                                    int *ret);
int ishmemi_queue_append_collective(const ishmemi_queue_t *queue, const ishmemi_task_t *request,
                                    int *ret);

/* Has the members of the request's team compare their calls before it, where checks ask for that. */
void ishmemi_queue_name(const ishmemi_queue_t *queue, ishmemi_task_t *request);

/* Level Zero has refused; says so and returns -1. */
int ishmemi_queue_refused(const ishmemi_queue_t *queue, const char *call, ze_result_t result);

/* How many work-groups suit a copy of so many bytes. */
uint32_t ishmemi_queue_groups_for(size_t bytes);

/*
 * Called by ishmem_init.  NVIDIA's driver loads code only when no kernel runs on the GPU, and would wait
 * for one that waits for another PE, which may wait for the operation that needs the code.  There, all
 * modules are loaded before the program's first kernel.  What cannot be loaded is said, and said again by
 * the operation that needs it.
 */
void ishmemi_queue_prepare(void);

/* Called by ishmem_finalize before the context goes: lists that hold operations are idle. */
void ishmemi_queue_close(void);

#endif
