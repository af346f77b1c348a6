/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each call is one launch that repeats the operation inside the kernel, so that the launch is a
 * small part of the measured time.
 */
#include "device.h"

#include "collectives.h"
#include "host.h"
#include "kernel.h"
#include "launch.h"
#include "measure.h"
#include "reductions.h"
#include "types.h"
#include <stdio.h>

/* The kernel in which callers of the scope call the routine. */
static ze_kernel_handle_t scope_kernel(const perf_job_t *job, const char *module,
                                       const char *routine)
{
    static const char *const scopes[] = {"work_item", "sub_group", "work_group"};
    char name[48];
    snprintf(name, sizeof name, "perf_%s_%s", routine, scopes[job->options->scope]);
    return perf_kernel(module, name, job->options->items);
}

static ze_kernel_handle_t routine_kernel(const perf_job_t *job, int routine)
{
#define KERNEL_NAME(ROUTINE, NAME) #NAME,
    static const char *const routines[PERF_KERNEL_COUNT] = {PERF_KERNELS(KERNEL_NAME)};
    return scope_kernel(job, "kernel", routines[routine]);
}

static void run_turns(perf_job_t *job, int routine, uint64_t *word, uint64_t turn, unsigned groups,
                      size_t bytes, size_t count)
{
    const ze_kernel_handle_t kernel = routine_kernel(job, routine);
    const uint64_t bytes64 = bytes;
    const uint64_t count64 = count;
    const int serves = job->me == 0;
    PERF_KERNEL_SET(kernel, 0, job->dest);
    PERF_KERNEL_SET(kernel, 1, job->source);
    PERF_KERNEL_SET(kernel, 2, word);
    PERF_KERNEL_SET(kernel, 3, bytes64);
    PERF_KERNEL_SET(kernel, 4, job->peer);
    PERF_KERNEL_SET(kernel, 5, count64);
    PERF_KERNEL_SET(kernel, 6, turn);
    PERF_KERNEL_SET(kernel, 7, serves);
    perf_launch(kernel, groups);
}

/* Only one caller per PE takes turns. */
static void run(perf_job_t *job, int routine, size_t bytes, size_t count)
{
    const bool turns = routine >= PERF_KERNEL_PUT_PING_PONG;
    run_turns(job, routine, job->word, job->turn, turns ? 1 : job->options->groups, bytes, count);
    job->turn += turns ? count : 0;
}

void perf_device_line(perf_job_t *job, size_t bytes, size_t count)
{
    run_turns(job, PERF_KERNEL_LINE, job->word + PERF_WORD_LINE, job->line_turn, 1, bytes, count);
    job->line_turn += count;
}

#define DEFINE(NAME, ROUTINE)                                            \
    void perf_device_##NAME(perf_job_t *job, size_t bytes, size_t count) \
    {                                                                    \
        run(job, PERF_KERNEL_##ROUTINE, bytes, count);                   \
    }
PERF_DEVICE_OPERATIONS(DEFINE)

/* ---- Beside work ----------------------------------------------------------------------------- */

/* How many steps of work a kernel does per second, once it is loaded. */
static double steps_a_second(perf_job_t *job)
{
    static double rate;
    const ze_kernel_handle_t kernel = perf_kernel("beside", "perf_work", job->options->items);
    const uint64_t steps = UINT64_C(1) << 21;
    PERF_KERNEL_SET(kernel, 0, job->word);
    PERF_KERNEL_SET(kernel, 1, steps);
    for (int i = 0; rate == 0.0 && i < 2; i++) {
        const double start = perf_now();
        perf_launch(kernel, 1);
        rate = i == 0 ? 0.0 : (double)steps / (perf_now() - start);
    }
    return rate;
}

static void beside(perf_job_t *job, int gets, double seconds, size_t bytes, size_t count)
{
    const uint64_t steps = seconds > 0.0 ? (uint64_t)(seconds * steps_a_second(job)) : 0;
    const ze_kernel_handle_t kernel = perf_kernel("beside", "perf_beside", job->options->items);
    const int scope = (int)job->options->scope;
    const uint64_t bytes64 = bytes;
    const uint64_t count64 = count;
    PERF_KERNEL_SET(kernel, 0, gets);
    PERF_KERNEL_SET(kernel, 1, scope);
    PERF_KERNEL_SET(kernel, 2, job->dest);
    PERF_KERNEL_SET(kernel, 3, job->source);
    PERF_KERNEL_SET(kernel, 4, job->word);
    PERF_KERNEL_SET(kernel, 5, bytes64);
    PERF_KERNEL_SET(kernel, 6, job->peer);
    PERF_KERNEL_SET(kernel, 7, count64);
    PERF_KERNEL_SET(kernel, 8, steps);
    perf_launch(kernel, job->options->groups);
}

#define DEFINE_OVERLAP(NAME, GETS)                                                 \
    void perf_device_##NAME##_overlap(perf_job_t *job, size_t bytes, size_t count) \
    {                                                                              \
        beside(job, GETS, job->alone, bytes, count);                               \
    }                                                                              \
    void perf_device_##NAME##_alone(perf_job_t *job, size_t bytes, size_t count)   \
    {                                                                              \
        beside(job, GETS, 0.0, bytes, count);                                      \
    }
DEFINE_OVERLAP(put, 0)
DEFINE_OVERLAP(get, 1)

/* ---- Atomics --------------------------------------------------------------------------------- */

static int atomic_operation(const perf_job_t *job)
{
    return perf_operation_find(perf_atomic_operations, job->options->operation);
}

/* prefix: of the kernel's name, before that of the operation. */
static ze_kernel_handle_t atomic_kernel(const perf_job_t *job, const char *prefix)
{
    char name[48];
    snprintf(name, sizeof name, "%s_%s_%zu", prefix, perf_atomic_operations[atomic_operation(job)],
             8 * perf_type_find(job->options->type)->bytes);
    return perf_kernel("atomic", name, job->options->items);
}

static void run_atomic(perf_job_t *job, int each_quiet, size_t count)
{
    const ze_kernel_handle_t kernel = atomic_kernel(job, "perf");
    uint64_t *const fetched = job->word + PERF_WORD_FETCHED;
    const uint64_t count64 = count;
    PERF_KERNEL_SET(kernel, 0, job->dest);
    PERF_KERNEL_SET(kernel, 1, fetched);
    PERF_KERNEL_SET(kernel, 2, job->peer);
    PERF_KERNEL_SET(kernel, 3, count64);
    PERF_KERNEL_SET(kernel, 4, each_quiet);
    perf_launch(kernel, job->options->groups);
}

void perf_device_atomic(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    run_atomic(job, 0, count);
}

void perf_device_atomic_quiet(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    run_atomic(job, 1, count);
}

void perf_device_atomic_ping_pong(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    const ze_kernel_handle_t kernel = atomic_kernel(job, "perf_ping_pong");
    uint64_t *const word = job->word + PERF_WORD_ATOMIC;
    uint64_t *const fetched = job->word + PERF_WORD_FETCHED;
    const uint64_t count64 = count;
    const uint64_t idle = perf_atomic_idle(atomic_operation(job));
    const int serves = job->me == 0;
    perf_atomic_ping_pong_begin(job, idle);
    PERF_KERNEL_SET(kernel, 0, word);
    PERF_KERNEL_SET(kernel, 1, fetched);
    PERF_KERNEL_SET(kernel, 2, job->peer);
    PERF_KERNEL_SET(kernel, 3, count64);
    PERF_KERNEL_SET(kernel, 4, idle);
    PERF_KERNEL_SET(kernel, 5, serves);
    perf_launch(kernel, 1);
}

/* ---- A launch -------------------------------------------------------------------------------- */

void perf_device_launch(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    const ze_kernel_handle_t kernel = perf_kernel("raw", "perf_nothing", job->options->items);
    for (size_t i = 0; i < count; i++) {
        perf_launch(kernel, job->options->groups);
    }
}

/* ---- Collectives: one caller a PE ------------------------------------------------------------ */

/* count: how many elements the routine takes; calls: how often it is called. */
static void call_collective(perf_job_t *job, ze_kernel_handle_t kernel, size_t count, size_t calls)
{
    const uint64_t count64 = count;
    const uint64_t calls64 = calls;
    PERF_KERNEL_SET(kernel, 0, job->dest);
    PERF_KERNEL_SET(kernel, 1, job->source);
    PERF_KERNEL_SET(kernel, 2, count64);
    PERF_KERNEL_SET(kernel, 3, calls64);
    perf_launch(kernel, 1);
}

#define DEFINE_COLLECTIVE(NAME)                                                     \
    void perf_device_##NAME(perf_job_t *job, size_t bytes, size_t count)            \
    {                                                                               \
        call_collective(job, scope_kernel(job, "collective", #NAME), bytes, count); \
    }
DEFINE_COLLECTIVE(barrier)
DEFINE_COLLECTIVE(sync)
DEFINE_COLLECTIVE(broadcast)
DEFINE_COLLECTIVE(fcollect)
DEFINE_COLLECTIVE(collect)
DEFINE_COLLECTIVE(alltoall)

/* A type's reductions are a module of their own. */
static void reduce(perf_job_t *job, const char *routine, size_t bytes, size_t count)
{
    const perf_options_t *const options = job->options;
    const perf_type_t *const type = perf_type_find(options->type);
    const int operation = perf_operation_find(perf_reduce_operations, options->operation);
    char module[32];
    char name[32];
    snprintf(module, sizeof module, "%s/reduce", type->kind);
    snprintf(name, sizeof name, "%s_%s", perf_reduce_operations[operation], routine);
    call_collective(job, scope_kernel(job, module, name), bytes / type->bytes, count);
}

#define DEFINE_REDUCTION(NAME)                                           \
    void perf_device_##NAME(perf_job_t *job, size_t bytes, size_t count) \
    {                                                                    \
        reduce(job, #NAME, bytes, count);                                \
    }
DEFINE_REDUCTION(reduce)
DEFINE_REDUCTION(reduce_scatter)
DEFINE_REDUCTION(inscan)
DEFINE_REDUCTION(exscan)
