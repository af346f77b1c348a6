/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The solve that is one kernel launch a PE.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "solve.h"
#include "launch.h"

#include <sched.h>
#include <string.h>
#include <time.h>

enum { MAX_GROUPS = 65536, GPU_GROUP_ITEMS = 256 };

/* PEs whose heap this PE reaches by load and store: on a CPU device these share the processors. */
static uint32_t neighbouring_pes(const layout_t *layout)
{
    uint32_t count = 0;

    for (int pe = 0; pe < layout->n_pes; pe++)
        count += ishmem_ptr(layout->field, pe) != NULL;
    return count > 0 ? count : 1;
}

/*
 * A CPU gets one work-item a work-group, which runs over whole rows,
 * and a work-group for each processor that is this PE's share; a GPU gets wide work-groups and as
 * many as stay resident.
 */
void solve_choose_shape(const layout_t *layout, const options_t *options, outcome_t *outcome)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    cpu_set_t set;

    launch_check(zeDeviceGetProperties(ishmemx_ze_device(), &properties), "querying the tile");
    if (properties.type == ZE_DEVICE_TYPE_CPU) {
        const int processors = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
        outcome->items = 1;
        outcome->groups = (uint32_t)processors / neighbouring_pes(layout);
    } else {
        outcome->items = GPU_GROUP_ITEMS;
        outcome->groups = MAX_GROUPS;
    }
    if (options->items != 0)
        outcome->items = options->items;
    if (options->groups != 0)
        outcome->groups = options->groups;
}

/* Every work-group needs a row, and all must run at the same time. */
static void limit_groups(const layout_t *layout, ze_kernel_handle_t kernel, outcome_t *outcome)
{
    const uint32_t rows = layout_rows_of(layout, ishmem_my_pe());
    const uint32_t resident = launch_max_resident_groups(kernel);

    if (outcome->groups > rows)
        outcome->groups = rows;
    if (outcome->groups > resident)
        outcome->groups = resident;
    if (outcome->groups < 1)
        outcome->groups = 1;
}

double solve_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void solve_in_one_launch(const layout_t *layout, const options_t *options, outcome_t *outcome)
{
    const int me = ishmem_my_pe();
    const uint64_t buffer_floats = layout->buffer_floats;
    const uint64_t pitch = layout->pitch;
    const uint32_t rows = layout_rows_of(layout, me);
    const uint32_t rows_above = me > 0 ? layout_rows_of(layout, me - 1) : 0;
    const uint32_t has_below = me + 1 < layout->n_pes;
    void *shared = layout->groups;
    const launch_argument_t arguments[] = {
        LAUNCH_ARGUMENT(layout->field),       LAUNCH_ARGUMENT(buffer_floats),
        LAUNCH_ARGUMENT(layout->fixed),       LAUNCH_ARGUMENT(pitch),
        LAUNCH_ARGUMENT(layout->columns),     LAUNCH_ARGUMENT(rows),
        LAUNCH_ARGUMENT(rows_above),          LAUNCH_ARGUMENT(has_below),
        LAUNCH_ARGUMENT(options->iterations), LAUNCH_ARGUMENT(options->check_every),
        LAUNCH_ARGUMENT(options->tolerance),  LAUNCH_ARGUMENT(layout->signals),
        LAUNCH_ARGUMENT(layout->partials),    LAUNCH_ARGUMENT(shared),
    };
    const uint32_t argument_count = sizeof(arguments) / sizeof(arguments[0]);
    launch_program_t program;
    ze_kernel_handle_t kernel;
    jacobi_groups_t groups;

    solve_choose_shape(layout, options, outcome);
    launch_open("jacobi.spv", &program);
    launch_kernel_create(&program, "jacobi", outcome->items, argument_count, arguments, &kernel);
    limit_groups(layout, kernel, outcome);

    ishmem_barrier_all();
    const double start = solve_now();
    launch_start(&program, kernel, outcome->groups, true);
    launch_wait(&program);
    ishmem_barrier_all();
    outcome->seconds = solve_now() - start;

    ishmem_getmem(&groups, layout->groups, sizeof(groups), me);
    outcome->iterations = groups.iterations;
    memcpy(&outcome->residual, &groups.residual, sizeof(float));
    launch_kernel_destroy(kernel);
    launch_close(&program);
}
