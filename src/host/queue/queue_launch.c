/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Launches of the kernels of src/device/kernels/queue_*.cl.  A kernel object holds its argument until the
 * launch has been appended, so a thread needs its own kernel objects while it sets and appends.
 * Such a group of objects is a set; the number of sets grows to that of simultaneous threads.  (On
 * a synchronous list, an append lasts as long as the operation, so no thread may wait for a set.)
 *
 * Sets are made on demand and stay until close.
 *
 * word       written by                                read by     ordering
 * all        a thread that makes a set: pushes it      any thread  release, acquire
 * next       the same, before                          any thread  plain, after all
 * busy       the thread that takes the set (exchange)  any thread  acquire, release
 *            and returns it
 * kernels[]  the thread that has the set               the same    plain
 */
#include "queue.h"

#include "kernels.h"
#include "log.h"
#include "queue_device.h"
#include "queue_modules.h"
#include "tile.h"
#include <stdlib.h>

/* A GPU's work-groups are wide.  On a processor one work-item is enough, because it copies a whole
 * block. */
#define GPU_GROUP_ITEMS 256
#define CPU_BYTES_A_GROUP ((size_t)64 << 10)
#define GPU_BYTES_A_GROUP ((size_t)16 << 10)
#define CPU_GROUPS 16
#define GPU_GROUPS 512
/* A GPU's links are busy with the loads of so many groups; a processor has few threads. */
#define CPU_COLLECTIVE_GROUPS 2
#define GPU_COLLECTIVE_GROUPS 64

static const struct {
    const char *name;
    ishmemi_queue_module_t module;
    bool is_wide; /* for a work-group instead of one work-item */
} kernels[ISHMEMI_QUEUE_KERNELS] = {
    [ISHMEMI_QUEUE_BLOCKS] = {"ishmemi_queue_blocks", ISHMEMI_QUEUE_MAIN, true},
    [ISHMEMI_QUEUE_PUT_SIGNAL] = {"ishmemi_queue_put_signal", ISHMEMI_QUEUE_MAIN, true},
    [ISHMEMI_QUEUE_VALUE] = {"ishmemi_queue_value", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_AMO] = {"ishmemi_queue_amo", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_ADD_FLOAT] = {"ishmemi_queue_add_float", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_ADD_DOUBLE] = {"ishmemi_queue_add_double", ISHMEMI_QUEUE_MAIN_DOUBLE, false},
    [ISHMEMI_QUEUE_WAIT] = {"ishmemi_queue_wait", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_SET] = {"ishmemi_queue_set", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_FENCE] = {"ishmemi_queue_fence", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_QUIET] = {"ishmemi_queue_quiet", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_SYNC] = {"ishmemi_queue_sync", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_BARRIER] = {"ishmemi_queue_barrier", ISHMEMI_QUEUE_MAIN, false},
    [ISHMEMI_QUEUE_COLLECTIVE] = {"ishmemi_queue_collective", ISHMEMI_QUEUE_COLLECTIVES, true},
    [ISHMEMI_QUEUE_REDUCE] = {"ishmemi_queue_reduce", ISHMEMI_QUEUE_REDUCTIONS, true},
    [ISHMEMI_QUEUE_REDUCE_DOUBLE] = {"ishmemi_queue_reduce_double", ISHMEMI_QUEUE_REDUCTIONS_DOUBLE,
                                     true},
    [ISHMEMI_QUEUE_GATHER_WORDS] = {"ishmemi_queue_gather_words", ISHMEMI_QUEUE_QUICK, true},
    [ISHMEMI_QUEUE_GATHER_SLICES] = {"ishmemi_queue_gather_slices", ISHMEMI_QUEUE_QUICK, true},
    [ISHMEMI_QUEUE_BROADCAST_WORDS] = {"ishmemi_queue_broadcast_words", ISHMEMI_QUEUE_QUICK, true},
    [ISHMEMI_QUEUE_BROADCAST_SLICES] = {"ishmemi_queue_broadcast_slices", ISHMEMI_QUEUE_QUICK,
                                        true},
    [ISHMEMI_QUEUE_REDUCE_WORDS_INTEGER] = {"ishmemi_queue_reduce_words_integer",
                                            ISHMEMI_QUEUE_QUICK_REDUCTIONS, true},
    [ISHMEMI_QUEUE_REDUCE_SLICES_INTEGER] = {"ishmemi_queue_reduce_slices_integer",
                                             ISHMEMI_QUEUE_QUICK_REDUCTIONS, true},
    [ISHMEMI_QUEUE_REDUCE_WORDS_FLOAT] = {"ishmemi_queue_reduce_words_float",
                                          ISHMEMI_QUEUE_QUICK_REDUCTIONS, true},
    [ISHMEMI_QUEUE_REDUCE_SLICES_FLOAT] = {"ishmemi_queue_reduce_slices_float",
                                           ISHMEMI_QUEUE_QUICK_REDUCTIONS, true},
    [ISHMEMI_QUEUE_REDUCE_WORDS_DOUBLE] = {"ishmemi_queue_reduce_words_double",
                                           ISHMEMI_QUEUE_QUICK_REDUCTIONS_DOUBLE, true},
    [ISHMEMI_QUEUE_REDUCE_SLICES_DOUBLE] = {"ishmemi_queue_reduce_slices_double",
                                            ISHMEMI_QUEUE_QUICK_REDUCTIONS_DOUBLE, true},
};

typedef struct set {
    _Alignas(64) bool busy;
    struct set *next;
    ze_kernel_handle_t kernels[ISHMEMI_QUEUE_KERNELS];
} set_t;

static set_t *all;

static bool take_if_idle(set_t *set)
{
    return !__atomic_load_n(&set->busy, __ATOMIC_RELAXED) &&
           !__atomic_exchange_n(&set->busy, true, __ATOMIC_ACQUIRE);
}

static void give_back(set_t *set)
{
    __atomic_store_n(&set->busy, false, __ATOMIC_RELEASE);
}

/* A set for the caller until it is returned; NULL if there is no memory. */
static set_t *take(void)
{
    set_t *first = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
    for (set_t *set = first; set; set = set->next) {
        if (take_if_idle(set)) {
            return set;
        }
    }
    set_t *const made = aligned_alloc(_Alignof(set_t), sizeof *made);
    if (made) {
        *made = (set_t){.busy = true, .next = first};
        while (!__atomic_compare_exchange_n(&all, &made->next, made, true, __ATOMIC_RELEASE,
                                            __ATOMIC_RELAXED)) {
        }
    }
    return made;
}

static bool make_kernel(ishmemi_queue_kernel_t kernel, ze_kernel_handle_t *made)
{
    const ishmemi_queue_module_t which = kernels[kernel].module;
    const bool is_wide = kernels[kernel].is_wide && !ishmemi_tile_is_cpu();
    const ze_module_handle_t module = ishmemi_queue_module(which);
    return module &&
           ishmemi_kernels_make(ishmemi_queue_module_purpose(which), module, kernels[kernel].name,
                                is_wide ? GPU_GROUP_ITEMS : 1, made);
}

static int launch(const ishmemi_queue_t *queue, ze_kernel_handle_t kernel, const void *argument,
                  size_t bytes, uint32_t groups)
{
    const ze_group_count_t count = {groups, 1, 1};
    ze_result_t result = zeKernelSetArgumentValue(kernel, 0, bytes, argument);
    if (result != ZE_RESULT_SUCCESS) {
        return ishmemi_queue_refused(queue, "zeKernelSetArgumentValue", result);
    }
    result = zeCommandListAppendLaunchKernel(queue->list, kernel, &count, queue->signal,
                                             queue->num_waits, queue->waits);
    return result == ZE_RESULT_SUCCESS
               ? 0
               : ishmemi_queue_refused(queue, "zeCommandListAppendLaunchKernel", result);
}

int ishmemi_queue_append_kernel(const ishmemi_queue_t *queue, ishmemi_queue_kernel_t kernel,
                                const void *argument, size_t bytes, uint32_t groups)
{
    set_t *const set = take();
    if (!set) {
        ishmemi_error("%s: no host memory for a launch", queue->routine);
        return -1;
    }
    int result = set->kernels[kernel] || make_kernel(kernel, &set->kernels[kernel]) ? 0 : -1;
    if (result == 0) {
        result = launch(queue, set->kernels[kernel], argument, bytes, groups);
    }
    give_back(set);
    return result;
}

uint32_t ishmemi_queue_groups_for(size_t bytes)
{
    const bool is_cpu = ishmemi_tile_is_cpu();
    const size_t groups = bytes / (is_cpu ? CPU_BYTES_A_GROUP : GPU_BYTES_A_GROUP) + 1;
    const size_t most = is_cpu ? CPU_GROUPS : GPU_GROUPS;
    return (uint32_t)(groups < most ? groups : most);
}

uint32_t ishmemi_queue_most_collective_groups(void)
{
    /* Those of all PEs that share a GPU have to run at the same time, because they wait for each other. */
    const uint32_t of_gpu = GPU_COLLECTIVE_GROUPS / (uint32_t)ishmemi_tile_pes();
    return ishmemi_tile_is_cpu() ? CPU_COLLECTIVE_GROUPS : of_gpu > 1 ? of_gpu : 1;
}

void ishmemi_queue_close(void)
{
    for (set_t *set = all; set;) {
        set_t *const next = set->next;
        for (int i = 0; i < ISHMEMI_QUEUE_KERNELS; i++) {
            if (set->kernels[i]) {
                zeKernelDestroy(set->kernels[i]);
            }
        }
        free(set);
        set = next;
    }
    all = NULL;
    ishmemi_queue_modules_close();
    ishmemi_queue_device_forget();
}
