/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This PE's calls of a step.  Those of its tile are put on an asynchronous list first, each after
 * the one before: operations of the list, and launches of the interpreting kernel with as many
 * commands as follow each other in the plan.  Then the host makes its own.
 */
#include "chance.h"
#include "harness.h"
#include "level_zero.h"
#include "memory.h"
#include "plan.h"
#include <stdio.h>
#include <string.h>

#define MAX_GROUPS 4

static const char *const module_names[MODULE_COUNT] = {"rma", "amo", "wait", "moves", "reduce"};
static ze_module_handle_t modules[MODULE_COUNT];
static ze_kernel_handle_t kernels[MODULE_COUNT];
static ze_command_list_handle_t list;
static ze_event_pool_handle_t pool;
static ze_event_handle_t done;

/* Shared with the tile: by the number of the call, and the bounds of launches. */
static scratch_t *scratches;
static command_t *commands;
static uint32_t *bounds;
static int bound_count;

/* The launch that is being gathered: commands from `first` on. */
static int command_count;
static int first;
static unsigned module; /* MODULE_COUNT: any */

static void load(unsigned which, const char *directory)
{
    char path[4096];
    char file[64];
    snprintf(file, sizeof file, "random_%s.spv", module_names[which]);
    test_path(path, sizeof path, directory, file);
    if (ishmemx_module_load(path, &modules[which]) != 0) {
        test_fatal("%s cannot be loaded", path);
    }
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC,
                                   .pKernelName = "interpret"};
    require_ze(zeKernelCreate(modules[which], &desc, &kernels[which]), "zeKernelCreate");
    require_ze(zeKernelSetIndirectAccess(kernels[which], ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST |
                                                             ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE |
                                                             ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED),
               "zeKernelSetIndirectAccess");
}

void execute_open(const char *directory)
{
    list = level_zero_list(NULL, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    done = level_zero_event(NULL, &pool);
    scratches = memory_allocate_shared(MAX_CALLS * sizeof *scratches);
    commands = memory_allocate_shared(MAX_CALLS * sizeof *commands);
    bounds = memory_allocate_shared(MAX_CALLS * (MAX_GROUPS + 1) * sizeof *bounds);
    for (unsigned which = 0; (modes_wanted & MODE_KERNEL) && which < MODULE_COUNT; which++) {
        load(which, directory);
    }
}

void execute_close(void)
{
    memory_free_shared(bounds);
    memory_free_shared(commands);
    memory_free_shared(scratches);
    for (unsigned which = 0; (modes_wanted & MODE_KERNEL) && which < MODULE_COUNT; which++) {
        require_ze(zeKernelDestroy(kernels[which]), "zeKernelDestroy");
        require_ze(zeModuleDestroy(modules[which]), "zeModuleDestroy");
    }
    require_ze(zeEventDestroy(done), "zeEventDestroy");
    require_ze(zeEventPoolDestroy(pool), "zeEventPoolDestroy");
    require_ze(zeCommandListDestroy(list), "zeCommandListDestroy");
}

const scratch_t *execute_scratch(const call_t *call)
{
    return &scratches[call - plan.calls];
}

/* ---- Commands -------------------------------------------------------------------------------- */

static uint64_t address_of(const void *address)
{
    return (uint64_t)(uintptr_t)address;
}

/* The plan's call with this PE's addresses and handles. */
static command_t command_of(const call_t *call)
{
    command_t command = call->command;
    scratch_t *const scratch = &scratches[call - plan.calls];
    const context_t *const context = &contexts[call->context];
    memset(scratch, 0, sizeof *scratch);
    memcpy(scratch->cmp_values, call->cmp_values, sizeof scratch->cmp_values);
    const kind_t kind = routines[call->number].kind;
    if (kind == KIND_set_vector || kind == KIND_some_vector) {
        const size_t size = routines[call->number].size;
        for (size_t i = 0; i < SET_ELEMENTS; i++) {
            memcpy((char *)scratch->cmp_values + i * size, &call->cmp_values[i], size);
        }
    }
    memcpy(scratch->status, call->status, sizeof scratch->status);
    if (call->dest.object) {
        command.dest = address_of(place_address(call->dest));
    }
    command.source = address_of(place_address(call->source));
    command.fetch = address_of(place_address(call->fetch));
    command.sig_addr = address_of(place_address(call->signal_at));
    command.result = address_of(&scratch->result);
    command.indices = address_of(scratch->indices);
    command.cmp_values = address_of(scratch->cmp_values);
    command.status = call->has_status ? address_of(scratch->status) : 0;
    command.pe = call->target;
    if (call->context != 0) {
        command.context = address_of(context->handle);
        command.pe = team_number(&teams[context->team], call->target);
    }
    if (call->team >= 0) {
        command.team = teams[call->team].handle;
    }
    return command;
}

/* ---- The tile -------------------------------------------------------------------------------- */

static void barrier(void)
{
    require_ze(zeCommandListAppendBarrier(list, NULL, 0, NULL), "zeCommandListAppendBarrier");
}

/* Work-groups take items in turn where no call waits for another. */
static uint32_t divide(const uint32_t *items)
{
    const uint32_t count = (uint32_t)(command_count - first);
    const uint32_t wanted = plan.waits ? 1 : (uint32_t)(1 + plan.step % MAX_GROUPS);
    uint32_t *const begin = bounds + bound_count;
    uint32_t groups = 0;
    begin[0] = 0;
    for (uint32_t i = 1; i < count && groups + 1 < wanted; i++) {
        if (items[i] != items[i - 1] && i * wanted >= count * (groups + 1)) {
            begin[++groups] = i;
        }
    }
    begin[++groups] = count;
    return groups;
}

static void launch(const uint32_t *items)
{
    if (command_count == first) {
        return;
    }
    const unsigned which = module == MODULE_COUNT ? MODULE_RMA : module;
    const command_t *const begun = commands + first;
    const uint32_t *const begin = bounds + bound_count;
    const uint32_t groups = divide(items + first);
    const uint32_t lanes[] = {1, 8, 16, 20, 33};
    const ze_group_count_t count = {groups, 1, 1};
    require_ze(zeKernelSetGroupSize(kernels[which], lanes[(plan.step + (unsigned)first) % 5], 1, 1),
               "zeKernelSetGroupSize");
    require_ze(zeKernelSetArgumentValue(kernels[which], 0, sizeof begun, &begun), "argument 0");
    require_ze(zeKernelSetArgumentValue(kernels[which], 1, sizeof begin, &begin), "argument 1");
    require_ze(zeCommandListAppendLaunchKernel(list, kernels[which], &count, NULL, 0, NULL),
               "zeCommandListAppendLaunchKernel");
    barrier();
    bound_count += MAX_GROUPS + 1;
    first = command_count;
    module = MODULE_COUNT;
}

static void start_tile(void)
{
    static uint32_t items[MAX_CALLS];
    bound_count = command_count = first = 0;
    module = MODULE_COUNT;
    for (int i = 0; i < plan.count; i++) {
        const call_t *const call = &plan.calls[i];
        const routine_t *const routine = &routines[call->number];
        if (call->pe != test_me || call->mode == MODE_HOST) {
            continue;
        }
        const unsigned own = routine->kind == KIND_untyped ? MODULE_COUNT : routine->module;
        if (call->mode == MODE_QUEUE ||
            (own != MODULE_COUNT && module != MODULE_COUNT && own != module)) {
            launch(items);
        }
        const command_t command = command_of(call);
        if (call->mode == MODE_QUEUE) {
            if (routine->queue(&command, list) != 0) {
                test_fatal("%s on a queue was refused", routine->name);
            }
            barrier();
            continue;
        }
        module = own == MODULE_COUNT ? module : own;
        items[command_count] = call->item;
        commands[command_count++] = command;
    }
    launch(items);
    require_ze(zeCommandListAppendSignalEvent(list, done), "zeCommandListAppendSignalEvent");
}

/* ---- Both ------------------------------------------------------------------------------------ */

void execute(void)
{
    start_tile();
    for (int i = 0; i < plan.count; i++) {
        const call_t *const call = &plan.calls[i];
        if (call->pe == test_me && call->mode == MODE_HOST) {
            const command_t command = command_of(call);
            routines[call->number].host(&command);
        }
    }
    level_zero_wait(done);
    require_ze(zeEventHostReset(done), "zeEventHostReset");
    for (int i = 1; i < MAX_CONTEXTS; i++) {
        if (contexts[i].live && contexts[i].handle) {
            ishmem_ctx_quiet(contexts[i].handle);
        }
    }
}
