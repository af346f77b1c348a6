/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* sched_getaffinity */
#include "layer.h"

#include "values.h"
#include <sched.h>
#include <stdlib.h>
#include <time.h>

enum { GPU_GROUP_ITEMS = 1024, EXPERTS_GROUP_ITEMS = 256 };

/* ---- Memory --------------------------------------------------------------------------------- */

static uint32_t first_expert(const moe_sizes_t *sizes, uint32_t pe)
{
    return MOE_FIRST_EXPERT(sizes->experts, sizes->pes, pe);
}

static void allocate_all(layer_t *layer)
{
    const moe_sizes_t *sizes = &layer->sizes;
    const size_t pes = sizes->pes;
    const size_t slots = pes * sizes->tokens;
    /* The most that a PE has, as all PEs allocate the same. */
    const size_t experts = (sizes->experts + pes - 1) / pes;
    const struct {
        void **memory;
        size_t count;
        size_t bytes;
    } objects[] = {
        {&layer->rows, sizes->tokens, sizes->row_bytes},
        {&layer->inbox, slots, sizes->row_bytes},
        {&layer->returns, slots, sizes->value_bytes},
        {&layer->output, sizes->tokens, sizes->value_bytes},
        {&layer->slots, slots, sizeof(uint32_t)},
        {&layer->taken, pes, sizeof(uint32_t)},
        {&layer->sent, pes, sizeof(uint32_t)},
        {&layer->received, pes, sizeof(uint32_t)},
        {&layer->arrived, pes, sizeof(uint64_t)},
        {&layer->combined, pes, sizeof(uint64_t)},
        {&layer->progress, 1, sizeof(moe_progress_t)},
        {&layer->matrices, experts, MOE_BLOCK * MOE_BLOCK * sizeof(uint16_t)},
    };
    size_t total = 0;
    bool complete = true;

    for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
        *objects[i].memory = ishmem_calloc(objects[i].count, objects[i].bytes);
        total += objects[i].count * objects[i].bytes;
        complete &= *objects[i].memory != NULL;
    }
    if (!complete)
        launch_fail("%u tokens of %u values need %zu MiB in the symmetric heap of each of %u PEs: "
                    "set ISHMEM_SYMMETRIC_SIZE",
                    sizes->tokens, sizes->hidden, (total >> 20) + 1, sizes->pes);
}

static void fill_matrices(const layer_t *layer, uint32_t seed)
{
    const uint32_t me = (uint32_t)ishmem_my_pe();
    const uint32_t first = first_expert(&layer->sizes, me);
    const uint32_t end = first_expert(&layer->sizes, me + 1);
    uint16_t matrix[MOE_BLOCK][MOE_BLOCK];

    for (uint32_t expert = first; expert < end; expert++) {
        for (uint32_t column = 0; column < MOE_BLOCK; column++) {
            for (uint32_t row = 0; row < MOE_BLOCK; row++)
                matrix[column][row] =
                    values_to_bfloat16(values_of_expert(seed, expert, row, column));
        }
        ishmem_putmem((char *)layer->matrices + (expert - first) * sizeof(matrix), matrix,
                      sizeof(matrix), (int)me);
    }
}

void layer_fill(const layer_t *layer, uint64_t filling, const moe_choice_t *choices)
{
    const moe_sizes_t *sizes = &layer->sizes;
    const int me = ishmem_my_pe();
    char *row = calloc(1, sizes->row_bytes);
    char *nothing = calloc(1, sizes->value_bytes);

    if (row == NULL || nothing == NULL)
        launch_fail("out of memory");
    for (uint32_t token = 0; token < sizes->tokens; token++) {
        uint16_t *values = (uint16_t *)(void *)(row + sizes->header_bytes);
        memcpy(row, choices + (size_t)token * sizes->top_k, sizes->top_k * sizeof(moe_choice_t));
        for (uint32_t i = 0; i < sizes->hidden; i++)
            values[i] = values_to_bfloat16(values_of_token(filling, token, i));
        ishmem_putmem((char *)layer->rows + (size_t)token * sizes->row_bytes, row, sizes->row_bytes,
                      me);
        ishmem_putmem((char *)layer->output + (size_t)token * sizes->value_bytes, nothing,
                      sizes->value_bytes, me);
    }
    free(nothing);
    free(row);
}

/* ---- Kernels -------------------------------------------------------------------------------- */

static bool is_cpu(void)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};

    launch_check(zeDeviceGetProperties(ishmemx_ze_device(), &properties), "querying the tile");
    return properties.type == ZE_DEVICE_TYPE_CPU;
}

/* A CPU's work-groups: one for each processor that is this PE's share. */
static uint32_t cpu_groups(const layer_t *layer)
{
    cpu_set_t set;
    uint32_t neighbours = 0;

    for (uint32_t pe = 0; pe < layer->sizes.pes; pe++)
        neighbours += ishmem_ptr(layer->inbox, (int)pe) != NULL;
    if (sched_getaffinity(0, sizeof(set), &set) != 0)
        return 1;
    return (uint32_t)CPU_COUNT(&set) / (neighbours > 0 ? neighbours : 1);
}

/* A GPU's work-groups are wide, so that each moves a row quickly.  Where each has many rows, there are
 * twice as many of half the width: some send while others wait for their slots. */
static uint32_t gpu_items(const layer_t *layer, layer_step_t step)
{
    if (step == LAYER_EXPERTS)
        return EXPERTS_GROUP_ITEMS;
    const ze_kernel_handle_t kernel = layer->kernels[step];
    const uint32_t widest = launch_widen_groups(kernel, GPU_GROUP_ITEMS);
    const bool has_many_rows = step != LAYER_PLAIN_PUT && step != LAYER_NOTHING &&
                               layer->sizes.tokens > launch_max_resident_groups(kernel);
    return has_many_rows && widest > 1 ? widest / 2 : widest;
}

/* A CPU gets one work-item a work-group, which copies whole rows; a GPU as many work-groups as stay
 * resident. */
static void choose_shape(layer_t *layer, layer_step_t step, const options_t *options)
{
    const bool cpu = is_cpu();
    uint32_t items = cpu ? 1 : gpu_items(layer, step);
    uint32_t groups = cpu ? cpu_groups(layer) : layer->sizes.pes * layer->sizes.tokens;

    if (options->items != 0)
        items = options->items;
    if (options->groups != 0)
        groups = options->groups;
    layer->items[step] = launch_widen_groups(layer->kernels[step], items);
    const uint32_t resident = launch_max_resident_groups(layer->kernels[step]);
    if (groups > resident)
        groups = resident;
    layer->groups[step] = groups > 0 ? groups : 1;
}

static void create_kernel(layer_t *layer, layer_step_t step, const options_t *options,
                          const char *name, uint32_t count, const launch_argument_t *arguments)
{
    launch_kernel_create(&layer->program, name, 1, count, arguments, &layer->kernels[step]);
    choose_shape(layer, step, options);
}

#define CREATE_KERNEL(layer, step, options, name, ...)                                      \
    do {                                                                                    \
        const launch_argument_t arguments[] = {__VA_ARGS__};                                \
        create_kernel(layer, step, options, name, sizeof(arguments) / sizeof(arguments[0]), \
                      arguments);                                                           \
    } while (0)

static void create_kernels(layer_t *layer, const options_t *options)
{
    const launch_argument_t sizes = LAUNCH_ARGUMENT(layer->sizes);
    const launch_argument_t rows = LAUNCH_ARGUMENT(layer->rows);
    const launch_argument_t inbox = LAUNCH_ARGUMENT(layer->inbox);
    const launch_argument_t returns = LAUNCH_ARGUMENT(layer->returns);
    const launch_argument_t output = LAUNCH_ARGUMENT(layer->output);
    const launch_argument_t slots = LAUNCH_ARGUMENT(layer->slots);
    const launch_argument_t taken = LAUNCH_ARGUMENT(layer->taken);
    const launch_argument_t sent = LAUNCH_ARGUMENT(layer->sent);
    const launch_argument_t received = LAUNCH_ARGUMENT(layer->received);
    const launch_argument_t arrived = LAUNCH_ARGUMENT(layer->arrived);
    const launch_argument_t combined = LAUNCH_ARGUMENT(layer->combined);
    const launch_argument_t progress = LAUNCH_ARGUMENT(layer->progress);
    const launch_argument_t matrices = LAUNCH_ARGUMENT(layer->matrices);

    CREATE_KERNEL(layer, LAYER_DISPATCH, options, "moe_dispatch", sizes, rows, inbox, slots, taken,
                  sent, received, arrived, progress);
    CREATE_KERNEL(layer, LAYER_EXPERTS, options, "moe_experts", sizes, inbox, received, matrices);
    CREATE_KERNEL(layer, LAYER_COMBINE, options, "moe_combine", sizes, inbox, returns, received,
                  slots, output, combined, progress);
    CREATE_KERNEL(layer, LAYER_PLAIN_PUT, options, "moe_plain_put", sizes, rows, inbox, sent);
    CREATE_KERNEL(layer, LAYER_NOTHING, options, "moe_nothing", sizes);
}

void layer_create(const moe_sizes_t *sizes, const options_t *options, layer_t *layer)
{
    layer->sizes = *sizes;
    allocate_all(layer);
    fill_matrices(layer, options->seed);
    launch_open("moe.spv", &layer->program);
    create_kernels(layer, options);
}

void layer_destroy(layer_t *layer)
{
    void *const objects[] = {layer->matrices, layer->progress, layer->combined, layer->arrived,
                             layer->received, layer->sent,     layer->taken,    layer->slots,
                             layer->output,   layer->returns,  layer->inbox,    layer->rows};

    for (int step = 0; step < LAYER_STEPS; step++)
        launch_kernel_destroy(layer->kernels[step]);
    launch_close(&layer->program);
    for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
        ishmem_free(objects[i]);
}

/* ---- Launches ------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double layer_run(const layer_t *layer, layer_step_t step)
{
    ishmem_barrier_all();
    const double start = now();
    launch_start(&layer->program, layer->kernels[step], layer->groups[step], step == LAYER_COMBINE);
    launch_wait(&layer->program);
    return now() - start;
}

layer_traffic_t layer_traffic(const layer_t *layer)
{
    const uint32_t me = (uint32_t)ishmem_my_pe();
    layer_traffic_t traffic = {0};

    for (uint32_t pe = 0; pe < layer->sizes.pes; pe++) {
        const uint64_t sent = ishmem_uint32_g((uint32_t *)layer->sent + pe, (int)me);
        const uint64_t received = ishmem_uint32_g((uint32_t *)layer->received + pe, (int)me);
        traffic.sent += sent;
        traffic.sent_away += pe != me ? sent : 0;
        traffic.received_away += pe != me ? received : 0;
    }
    return traffic;
}
