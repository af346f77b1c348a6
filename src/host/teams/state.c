/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Builds the default context's state: one allocation on the tile, with the struct, the table of
 * collectives' algorithms and the heap's objects.  The table of deltas is the world's.
 */
#include "state.h"

#include "choices.h"
#include "env.h"
#include "host_team.h"
#include "job.h"
#include "kernel_log.h"
#include "log.h"
#include "ring_open.h"
#include "tile.h"
#include "tile_copy.h"
#include "ze_cpu_ext.h"
#include "ze_error.h"
#include <string.h>

typedef struct state_image {
    ishmemi_state_t state;
    ishmemi_choices_t choices;
    ishmemi_objects_t objects; /* written by object_table.c */
} state_image_t;

static ishmemi_state_t state;

const ishmemi_state_t *ishmemi_state_default(void)
{
    return &state;
}

_Static_assert(ZE_CPU_MODULE_STATE_OFFSET + sizeof state <= ZE_CPU_MODULE_VARIABLE_MAX,
               "the state has to fit in a module's variable");

size_t ishmemi_state_variable(char *value)
{
    const uint64_t address = (uintptr_t)ishmemi_job.default_ctx;
    memset(value, 0, ZE_CPU_MODULE_STATE_OFFSET);
    memcpy(value, &address, sizeof address);
    memcpy(value + ZE_CPU_MODULE_STATE_OFFSET, &state, sizeof state);
    return ZE_CPU_MODULE_STATE_OFFSET + sizeof state;
}

void ishmemi_state_set_deltas(ishmemi_state_t *of, const int64_t *deltas)
{
    const int count = of->n_pes < ISHMEMI_FIRST_DELTAS ? of->n_pes : ISHMEMI_FIRST_DELTAS;
    memcpy(of->first_deltas, deltas, (size_t)count * sizeof *deltas);
}

int ishmemi_state_open(void)
{
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *memory = NULL;
    const ze_result_t result =
        zeMemAllocDevice(ishmemi_job.context, &desc, sizeof(state_image_t),
                         sizeof(ishmemi_counter_t), ishmemi_job.device, &memory);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("no device memory for the state: 0x%x, %s", (unsigned)result,
                      ishmemi_ze_error(result));
        return -1;
    }
    uint64_t kernel_log = 0;
    if (ishmemi_kernel_log_open(&kernel_log) != 0) {
        zeMemFree(ishmemi_job.context, memory);
        return -1;
    }
    const ishmemi_ring_host_t *const ring = ishmemi_ring_get();
    state_image_t *const image = memory;
    const uint32_t reports =
        (ishmemi_env.checks == ISHMEMI_CHECKS_KERNELS ? ISHMEMI_STATE_CHECKS : 0) |
        (kernel_log != 0 ? ISHMEMI_STATE_LOG : 0);
    state = (ishmemi_state_t){
        .layout = ISHMEMI_STATE_LAYOUT,
        .flags =
            ISHMEMI_STATE_MAIL | (ishmemi_tile_is_cpu() ? ISHMEMI_STATE_CPU : 0) | reports |
            (reports != 0 || ring || ishmemi_job.n_pes > ISHMEMI_FIRST_DELTAS ? ISHMEMI_STATE_SLOW
                                                                              : 0),
        .my_pe = ishmemi_job.my_pe,
        .n_pes = ishmemi_job.n_pes,
        .heap = (uintptr_t)ishmemi_job.heap,
        .heap_bytes = ishmemi_job.heap_bytes,
        .delta = ishmemi_team_world->kernels.delta,
        .head = (uintptr_t)ishmemi_job.heap,
        .ring = ring ? (uintptr_t)ring->ring : 0,
        .teams = ishmemi_job.teams,
        .choices = (uintptr_t)&image->choices,
        .objects = ishmemi_env.checks == ISHMEMI_CHECKS_KERNELS ? (uintptr_t)&image->objects : 0,
        .log = kernel_log,
        .world = ishmemi_team_world->device,
        .world_flag = ishmemi_team_world->kernels.first_flag,
        .world_block = ishmemi_team_world->kernels.block,
    };
    ishmemi_state_set_deltas(&state, ishmemi_job.delta);
    if (ishmemi_tile_copy(&image->state, &state, sizeof state) != 0 ||
        ishmemi_tile_copy(&image->choices, &ishmemi_choices, sizeof ishmemi_choices) != 0) {
        zeMemFree(ishmemi_job.context, memory);
        return -1;
    }
    ishmemi_job.default_ctx = (ishmem_ctx_t)memory;
    return 0;
}

void ishmemi_state_close(void)
{
    zeMemFree(ishmemi_job.context, ishmemi_job.default_ctx);
    ishmemi_job.default_ctx = NULL;
    ishmemi_kernel_log_close();
}
