/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels call while somebody looks for races (translate/races.cpp).  A group's call of a routine is told
 * once: its beginning by the last work-item that comes, for which the others wait, and its end by the first that
 * leaves.
 */
#include "abi.h"
#include "run/code.h"
#include "run/run.h"
#include "run/running.h"

#include <stdatomic.h>

/* Written by who listens, read by the threads that run kernels: release, acquire. */
static _Atomic(const ishmemi_kernel_listener_t *) listener;

void zed_races_listen(const ishmemi_kernel_listener_t *who)
{
    atomic_store_explicit(&listener, who, memory_order_release);
}

const ishmemi_kernel_listener_t *zed_races_listener(void)
{
    return atomic_load_explicit(&listener, memory_order_acquire);
}

/* caller: what the compiled code returns to. */
static ishmemi_kernel_place_t place_of(const void *caller)
{
    const zed_launch_t *launch = zed_run_current->state->launch;
    return (ishmemi_kernel_place_t){.line = launch->line,
                                    .kernel = launch->kernel->name,
                                    .instruction = (uintptr_t)caller - 1,
                                    .find_line = zed_code_find_line};
}

static ishmemi_kernel_access_t access_of(const void *pointer, uint64_t bytes, uint32_t access,
                                         const void *caller)
{
    return (ishmemi_kernel_access_t){.place = place_of(caller),
                                     .address = (uintptr_t)pointer,
                                     .bytes = bytes,
                                     .writes = (access & ZED_ACCESS_WRITES) != 0,
                                     .is_atomic = (access & ZED_ACCESS_ATOMIC) != 0};
}

void zed_rt_race_access(const void *pointer, uint64_t bytes, uint32_t access)
{
    const ishmemi_kernel_listener_t *who = zed_races_listener();
    if (who && bytes > 0) {
        const ishmemi_kernel_access_t told =
            access_of(pointer, bytes, access, __builtin_return_address(0));
        who->access(&told);
    }
}

void zed_rt_race_read(const void *pointer, uint64_t bytes, uint32_t access)
{
    const ishmemi_kernel_listener_t *who = zed_races_listener();
    if (who) {
        const ishmemi_kernel_access_t told =
            access_of(pointer, bytes, access, __builtin_return_address(0));
        who->has_read(&told);
    }
}

/* Where the group that calls meets; NULL: a work-item calls for itself. */
static zed_meeting_t *meeting_of(uint32_t caller)
{
    struct zed_run *run = zed_run_current;
    if (!run->record || caller == ZED_CALLER_ITEM) {
        return NULL;
    }
    return caller == ZED_CALLER_WORK_GROUP ? &run->record->whole
                                           : &run->record->sub[run->index / ZED_SUB_GROUP_SIZE];
}

void zed_rt_race_begin(const char *routine, uint64_t *words, uint32_t count, uint32_t caller)
{
    zed_meeting_t *meeting = meeting_of(caller);
    const ishmemi_kernel_listener_t *who = zed_races_listener();
    if (meeting) {
        if (++meeting->begun < meeting->live) {
            return;
        }
        meeting->callers = meeting->begun;
        meeting->begun = 0;
    }
    if (who) {
        const ishmemi_kernel_call_t call = {.place = place_of(__builtin_return_address(0)),
                                            .routine = routine,
                                            .arguments = words,
                                            .count = count,
                                            .kept = meeting ? meeting->kept : words + count};
        who->begins(&call);
    }
}

void zed_rt_race_end(const char *routine, uint64_t *words, uint32_t count, uint32_t caller,
                     uint64_t result)
{
    zed_meeting_t *meeting = meeting_of(caller);
    const ishmemi_kernel_listener_t *who = zed_races_listener();
    if (meeting) {
        const bool is_first = meeting->ended++ == 0;
        if (meeting->ended >= meeting->callers) {
            meeting->ended = 0;
        }
        if (!is_first) {
            return;
        }
    }
    if (who) {
        const ishmemi_kernel_call_t call = {.place = place_of(__builtin_return_address(0)),
                                            .routine = routine,
                                            .arguments = words,
                                            .count = count,
                                            .kept = meeting ? meeting->kept : words + count};
        who->ends(&call, result);
    }
}

void zed_rt_race_unseen(void)
{
    const ishmemi_kernel_listener_t *who = zed_races_listener();
    if (who) {
        who->unseen(zed_run_current->state->launch->kernel->name);
    }
}
