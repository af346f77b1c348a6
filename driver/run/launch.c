/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernel launches.  The calling thread could always do all the work.  It asks for helpers only if
 * the groups are worth it, judging by the cost of earlier groups of the same kernel.
 *
 * word     meaning                                      written by   read by      ordering
 * costs[]  nanoseconds per group, by a kernel's code    any launch   any launch   relaxed
 *
 * Two kernels that share an entry, or an inconsistent pair of words, only cost a wrong guess about
 * helpers.
 */
#include "run/launch.h"
#include "engine/abi.h"
#include "machine/clock.h"
#include "machine/delay.h"
#include "run/context_switch.h"
#include "run/fault.h"
#include "run/pool.h"
#include "run/run.h"
#include "run/running.h"
#include "util/align.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COST_ENTRIES 256
#define HELP_WORTH_NS UINT64_C(15000) /* what is left for each thread must outweigh waking it */
#define CHUNKS_A_THREAD 16
#define LOCAL_ALIGNMENT 4096
/* The guarantee of engine.h.  The executor keeps twice as many resident (resident.c). */
#define RESIDENT_LEAST 32
#define THREAD_STACK ((uint32_t)32 << 10) /* what kernels may use of a thread's own stack */

typedef struct cost_entry {
    _Atomic uintptr_t code;
    _Atomic uint64_t group_ns;
} cost_entry_t;

static cost_entry_t costs[COST_ENTRIES];

static cost_entry_t *cost_find(const zed_kernel_code_t *code)
{
    const uint64_t hash = (uint64_t)(uintptr_t)code * UINT64_C(0x9e3779b97f4a7c15);
    return &costs[hash >> 56];
}

static void cost_note(const zed_kernel_code_t *code, uint64_t group_ns)
{
    cost_entry_t *entry = cost_find(code);
    if (atomic_load_explicit(&entry->code, memory_order_relaxed) != (uintptr_t)code) {
        atomic_store_explicit(&entry->code, (uintptr_t)code, memory_order_relaxed);
    } else {
        const uint64_t before = atomic_load_explicit(&entry->group_ns, memory_order_relaxed);
        group_ns = (before * 3 + group_ns) / 4;
    }
    atomic_store_explicit(&entry->group_ns, group_ns, memory_order_relaxed);
}

/* How many helpers the launch should have.  A new kernel gets all of them. */
static uint32_t helpers_wanted(const zed_launch_state_t *state)
{
    if (state->groups < 2) {
        return 0;
    }
    const cost_entry_t *entry = cost_find(state->code);
    uint64_t worth = state->groups - 1;
    if (atomic_load_explicit(&entry->code, memory_order_relaxed) == (uintptr_t)state->code) {
        const uint64_t cost = atomic_load_explicit(&entry->group_ns, memory_order_relaxed);
        const uint64_t shares = (cost * state->groups) / HELP_WORTH_NS;
        if (shares < 2) {
            return 0;
        }
        worth = shares - 1 < worth ? shares - 1 : worth;
    }
    const uint32_t free = zed_pool_free();
    return worth < free ? (uint32_t)worth : free;
}

/* ---- Kernels that never wait --------------------------------------------------------------- */

static bool local_reserve(struct zed_run *run, uint32_t bytes)
{
    if (bytes <= run->local_bytes) {
        return true;
    }
    const size_t rounded = ishmemi_align_up(bytes, LOCAL_ALIGNMENT);
    char *local = aligned_alloc(LOCAL_ALIGNMENT, rounded);
    if (!local) {
        return false;
    }
    free(run->local);
    run->local = local;
    run->local_bytes = rounded;
    return true;
}

/* Stores in `*ran` how many groups this thread ran.  false: no memory for any. */
static bool groups_loop(struct zed_run *run, uint64_t *ran)
{
    zed_launch_state_t *state = run->state;
    const zed_launch_t *launch = state->launch;
    const zed_group_code_t code = state->code->group;
    zed_group_t group = {.run = run};

    *ran = 0;
    if (!local_reserve(run, launch->local_bytes)) {
        return false;
    }
    group.local = run->local;
    run->group = &group;
    for (uint32_t i = 0; i < 3; i++) {
        group.group_count[i] = launch->group_count[i];
        group.group_size[i] = launch->group_size[i];
        group.global_offset[i] = launch->global_offset[i];
    }
    for (;;) {
        uint64_t linear =
            atomic_fetch_add_explicit(&state->next, state->chunk, memory_order_relaxed);
        if (linear >= state->groups) {
            run->group = NULL;
            return true;
        }
        const uint64_t end =
            state->groups - linear < state->chunk ? state->groups : linear + state->chunk;
        *ran += end - linear;
        group.group_id[0] = linear % launch->group_count[0];
        group.group_id[1] = linear / launch->group_count[0] % launch->group_count[1];
        group.group_id[2] = linear / launch->group_count[0] / launch->group_count[1];
        for (; linear < end; linear++) {
            zed_delay();
            code(&group, launch->arguments);
            if (++group.group_id[0] == launch->group_count[0]) {
                group.group_id[0] = 0;
                if (++group.group_id[1] == launch->group_count[1]) {
                    group.group_id[1] = 0;
                    group.group_id[2]++;
                }
            }
        }
    }
}

typedef struct groups_call {
    struct zed_run *run;
    uint64_t ran;
    bool joined;
} groups_call_t;

static _Noreturn void groups_main(void *argument)
{
    groups_call_t *call = argument;
    struct zed_run *run = call->run;
    zed_sanitizer_arrive(&run->stack->sanitizer, &run->root_sanitizer);
    call->joined = groups_loop(run, &call->ran);
    zed_sanitizer_leave(NULL, &run->root_sanitizer);
    zed_context_switch(&run->dropped, run->root);
    __builtin_unreachable();
}

/* The same on a stack that is large enough for the kernel. */
static bool groups_loop_on_stack(struct zed_run *run, uint64_t *ran)
{
    groups_call_t call = {.run = run};
    zed_stack_t *stack = zed_stack_take(&run->stacks, run->state->stack_class);
    if (!stack) {
        return false;
    }
    run->stack = stack;
    size_t bytes = 0;
    const void *low = zed_stack_low(stack, &bytes);
    zed_sanitizer_stack(&stack->sanitizer, low, bytes);
    zed_sanitizer_root(&run->root_sanitizer);
    zed_sanitizer_leave(&run->root_sanitizer, &stack->sanitizer);
    zed_context_start(&run->root, stack, groups_main, &call);
    zed_sanitizer_arrive(&run->root_sanitizer, NULL);
    run->stack = NULL;
    zed_stack_put(&run->stacks, stack);
    *ran = call.ran;
    return call.joined;
}

/* ---- Both kinds ---------------------------------------------------------------------------- */

/* One thread's part of a launch.  false: no memory to take part. */
static bool launch_join(zed_launch_state_t *state, uint64_t *ran)
{
    struct zed_run *run = zed_run_acquire();
    if (!run) {
        return false;
    }
    zed_fault_watch();
    run->state = state;
    run->record = NULL;
    run->group = NULL;
    run->stack = NULL;
    zed_run_current = run;
    bool joined = true;
    if (state->code->group) {
        joined = state->launch->kernel->stack_bytes > THREAD_STACK ? groups_loop_on_stack(run, ran)
                                                                   : groups_loop(run, ran);
    } else {
        *ran = zed_schedule_items(run);
    }
    zed_run_current = NULL;
    zed_run_release(run);
    return joined;
}

static void helper_join(void *argument)
{
    uint64_t ran = 0;
    launch_join(argument, &ran);
}

/* Half of the machine's memory. */
static uint64_t private_most(void)
{
    return (uint64_t)sysconf(_SC_PHYS_PAGES) / 2 * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Whether there are stacks for the kernel and memory for the work-items of a group.  If the kernel
 * waits, each item keeps its memory while the others run. */
static bool memory_suffices(const zed_launch_t *launch, uint64_t items, uint32_t stack_class)
{
    const zed_kernel_t *kernel = launch->kernel;
    const uint64_t together = ((const zed_kernel_code_t *)kernel->code)->group ? 1 : items;
    if (stack_class == ZED_STACK_CLASSES) {
        fprintf(stderr,
                "zed: kernel %s: a work-item needs %" PRIu32 " bytes of private memory, "
                "%" PRIu32 " of them on its stack; a stack has at most %zu\n",
                kernel->name, kernel->private_bytes, kernel->stack_bytes, zed_stack_most());
        return false;
    }
    if (kernel->private_bytes > THREAD_STACK && together * kernel->private_bytes > private_most()) {
        fprintf(stderr,
                "zed: kernel %s: the %" PRIu64 " work-items of a group need %" PRIu32
                " bytes of private memory each; a group can have at most %" PRIu64 "\n",
                kernel->name, together, kernel->private_bytes, private_most());
        return false;
    }
    return true;
}

static ze_result_t state_make(const zed_launch_t *launch, zed_launch_state_t *state)
{
    const zed_kernel_t *kernel = launch->kernel;
    const uint64_t items =
        (uint64_t)launch->group_size[0] * launch->group_size[1] * launch->group_size[2];
    if (items == 0 || items > ZED_GROUP_ITEMS_MAX) {
        fprintf(stderr,
                "zed: kernel %s: a work-group of %" PRIu64 " work-items; expected 1 to %d\n",
                kernel->name, items, ZED_GROUP_ITEMS_MAX);
        return ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION;
    }
    state->launch = launch;
    state->code = kernel->code;
    state->groups =
        (uint64_t)launch->group_count[0] * launch->group_count[1] * launch->group_count[2];
    state->chunk = 1;
    state->stack_class = zed_stack_class(kernel->stack_bytes);
    if (!memory_suffices(launch, items, state->stack_class)) {
        return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    atomic_init(&state->next, 0);
    atomic_init(&state->result, ZE_RESULT_SUCCESS);
    return ZE_RESULT_SUCCESS;
}

uint32_t zed_launch_resident(const zed_kernel_t *kernel, uint32_t group_items, uint32_t local_bytes)
{
    (void)kernel;
    (void)group_items;
    (void)local_bytes;
    return RESIDENT_LEAST;
}

/* libishmem's own kernels only do what the host has reported. */
static void report_unlisted(const zed_launch_state_t *state)
{
    const ze_cpu_kernel_listener_t *listener = zed_races_listener();
    const char *kernel = state->launch->kernel->name;
    if (listener && !state->code->reports && strncmp(kernel, "ishmemi_", 8) != 0) {
        listener->on_unlisted_kernel(kernel);
    }
}

ze_result_t zed_launch_run(const zed_launch_t *launch)
{
    zed_launch_state_t state;
    const ze_result_t made = state_make(launch, &state);
    if (made != ZE_RESULT_SUCCESS) {
        return made;
    }
    zed_delay();
    zed_job_t job = {.run = helper_join, .argument = &state};
    const uint32_t helpers = helpers_wanted(&state);
    if (state.code->group) {
        const uint64_t chunk = state.groups / ((uint64_t)(helpers + 1) * CHUNKS_A_THREAD);
        state.chunk = helpers == 0 ? state.groups : chunk == 0 ? 1 : chunk;
    }
    if (helpers != 0) {
        zed_pool_publish(&job, helpers);
    }
    const uint64_t start = zed_clock_now();
    zed_running_t *const running = zed_running_begin(launch->kernel->name, state.groups, start);
    const uint64_t began = zed_running_began();
    report_unlisted(&state);
    uint64_t ran = 0;
    const bool joined = launch_join(&state, &ran);
    zed_running_end(running);
    zed_running_ended(launch->kernel->name, state.groups, began);
    if (ran != 0) {
        cost_note(state.code, (zed_clock_now() - start) / ran);
    }
    if (helpers != 0) {
        zed_pool_retire(&job);
    }
    if (!joined) {
        fprintf(stderr, "zed: kernel %s: no memory to run it\n", launch->kernel->name);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    return (ze_result_t)atomic_load_explicit(&state.result, memory_order_relaxed);
}
