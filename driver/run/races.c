/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels call while there is a listener (translate/races.cpp).  A group's call of a routine
 * is reported once: its beginning by the last work-item that arrives, for which the others wait,
 * and its end by the first that leaves.
 *
 * word        written by            read by                     ordering
 * listener    zed_races_listen()    threads that run kernels    release, acquire
 */
#include "engine/abi.h"
#include "run/code.h"
#include "run/run.h"
#include "run/running.h"

#include <stdatomic.h>

static _Atomic(const ze_cpu_kernel_listener_t *) listener;

void zed_races_listen(const ze_cpu_kernel_listener_t *new_listener)
{
    atomic_store_explicit(&listener, new_listener, memory_order_release);
}

const ze_cpu_kernel_listener_t *zed_races_listener(void)
{
    return atomic_load_explicit(&listener, memory_order_acquire);
}

/* caller: the return address in the compiled code. */
static ze_cpu_kernel_location_t location_of(const void *caller)
{
    const zed_launch_t *launch = zed_run_current->state->launch;
    return (ze_cpu_kernel_location_t){.stream = launch->stream,
                                      .kernel = launch->kernel->name,
                                      .instruction = (uintptr_t)caller - 1,
                                      .find_line = zed_code_find_line};
}

static ze_cpu_kernel_access_t access_of(const void *pointer, uint64_t bytes, uint32_t access,
                                        const void *caller)
{
    return (ze_cpu_kernel_access_t){.location = location_of(caller),
                                    .address = (uintptr_t)pointer,
                                    .bytes = bytes,
                                    .writes = (access & ZED_ACCESS_WRITES) != 0,
                                    .is_atomic = (access & ZED_ACCESS_ATOMIC) != 0};
}

void zed_rt_race_access(const void *pointer, uint64_t bytes, uint32_t access)
{
    const ze_cpu_kernel_listener_t *to = zed_races_listener();
    if (to && bytes > 0) {
        const ze_cpu_kernel_access_t made =
            access_of(pointer, bytes, access, __builtin_return_address(0));
        to->on_access(&made);
    }
}

void zed_rt_race_read(const void *pointer, uint64_t bytes, uint32_t access)
{
    const ze_cpu_kernel_listener_t *to = zed_races_listener();
    if (to) {
        const ze_cpu_kernel_access_t made =
            access_of(pointer, bytes, access, __builtin_return_address(0));
        to->on_atomic_read(&made);
    }
}

/* The meeting of the group that calls; NULL: a work-item calls for itself. */
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
    const ze_cpu_kernel_listener_t *to = zed_races_listener();
    if (meeting) {
        if (++meeting->begun < meeting->live) {
            return;
        }
        meeting->callers = meeting->begun;
        meeting->begun = 0;
    }
    if (to) {
        const ze_cpu_kernel_call_t call = {.location = location_of(__builtin_return_address(0)),
                                           .routine = routine,
                                           .arguments = words,
                                           .count = count,
                                           .words = meeting ? meeting->words : words + count};
        to->on_call_begin(&call);
    }
}

void zed_rt_race_end(const char *routine, uint64_t *words, uint32_t count, uint32_t caller,
                     uint64_t result)
{
    zed_meeting_t *meeting = meeting_of(caller);
    const ze_cpu_kernel_listener_t *to = zed_races_listener();
    if (meeting) {
        const bool is_first = meeting->ended++ == 0;
        if (meeting->ended >= meeting->callers) {
            meeting->ended = 0;
        }
        if (!is_first) {
            return;
        }
    }
    if (to) {
        const ze_cpu_kernel_call_t call = {.location = location_of(__builtin_return_address(0)),
                                           .routine = routine,
                                           .arguments = words,
                                           .count = count,
                                           .words = meeting ? meeting->words : words + count};
        to->on_call_end(&call, result);
    }
}

void zed_rt_race_unseen(void)
{
    const ze_cpu_kernel_listener_t *to = zed_races_listener();
    if (to) {
        to->on_unlisted_kernel(zed_run_current->state->launch->kernel->name);
    }
}
