/* SPDX-License-Identifier: BSD-3-Clause */
/* The cache of runs, and the thread's current run. */
#include "run/run.h"

#include <pthread.h>
#include <stdlib.h>

_Thread_local struct zed_run *zed_run_current;

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static struct zed_run *cache; /* under cache_lock; last in, first out */

struct zed_run *zed_run_acquire(void)
{
    pthread_mutex_lock(&cache_lock);
    struct zed_run *run = cache;
    if (run) {
        cache = run->next;
    }
    pthread_mutex_unlock(&cache_lock);
    return run ? run : calloc(1, sizeof(*run));
}

void zed_run_release(struct zed_run *run)
{
    zed_stack_cache_trim(&run->stacks);
    for (zed_group_record_t *record = run->free_records; record; record = record->next) {
        zed_group_trim(record);
    }
    pthread_mutex_lock(&cache_lock);
    run->next = cache;
    cache = run;
    pthread_mutex_unlock(&cache_lock);
}

/* Never inlined, so that no caller can keep the address of a thread-local variable. */
__attribute__((noinline)) zed_item_t *zed_rt_item(void)
{
    const struct zed_run *run = zed_run_current;
    return !run || !run->record ? NULL : &run->record->item[run->index];
}

uint32_t zed_rt_space(zed_item_t *item, const void *address)
{
    const struct zed_run *run = zed_run_current;
    const zed_group_record_t *record = run->record;
    const uintptr_t at = (uintptr_t)address;
    (void)item;
    if (at - (uintptr_t)record->group.local < run->state->launch->local_bytes) {
        return ZED_SPACE_LOCAL;
    }
    if (at - (uintptr_t)record->item[run->index].frame < record->frame_stride) {
        return ZED_SPACE_PRIVATE;
    }
    const zed_stack_t *stack = record->stack[run->index];
    size_t bytes = 0;
    const void *low = zed_stack_low(stack ? stack : run->stack, &bytes);
    return at - (uintptr_t)low < bytes ? ZED_SPACE_PRIVATE : ZED_SPACE_GLOBAL;
}
