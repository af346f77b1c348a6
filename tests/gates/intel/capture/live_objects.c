/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See live_objects.h.  Counters are atomic: callbacks come from any thread.
 */
#include "live_objects.h"

#include <level_zero/layers/zel_tracing_api.h>
#include <level_zero/ze_api.h>
#include <stdatomic.h>
#include <stdio.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): types and members go without. */

/* X(kind, function table, callback that creates, its parameters, callback that destroys, its
 * parameters) */
#define OBJECT_KINDS(X)                                                                           \
    X(context, Context, pfnCreateCb, ze_context_create_params_t, pfnDestroyCb,                    \
      ze_context_destroy_params_t)                                                                \
    X(command_queue, CommandQueue, pfnCreateCb, ze_command_queue_create_params_t, pfnDestroyCb,   \
      ze_command_queue_destroy_params_t)                                                          \
    X(command_list, CommandList, pfnCreateCb, ze_command_list_create_params_t, pfnDestroyCb,      \
      ze_command_list_destroy_params_t)                                                           \
    X(fence, Fence, pfnCreateCb, ze_fence_create_params_t, pfnDestroyCb,                          \
      ze_fence_destroy_params_t)                                                                  \
    X(event_pool, EventPool, pfnCreateCb, ze_event_pool_create_params_t, pfnDestroyCb,            \
      ze_event_pool_destroy_params_t)                                                             \
    X(event, Event, pfnCreateCb, ze_event_create_params_t, pfnDestroyCb,                          \
      ze_event_destroy_params_t)                                                                  \
    X(module, Module, pfnCreateCb, ze_module_create_params_t, pfnDestroyCb,                       \
      ze_module_destroy_params_t)                                                                 \
    X(kernel, Kernel, pfnCreateCb, ze_kernel_create_params_t, pfnDestroyCb,                       \
      ze_kernel_destroy_params_t)                                                                 \
    X(memory, Mem, pfnAllocDeviceCb, ze_mem_alloc_device_params_t, pfnFreeCb,                     \
      ze_mem_free_params_t)                                                                       \
    X(ipc_mapping, Mem, pfnOpenIpcHandleCb, ze_mem_open_ipc_handle_params_t, pfnCloseIpcHandleCb, \
      ze_mem_close_ipc_handle_params_t)

/* More ways to create some of them: X(kind, function table, callback, parameters) */
#define OTHER_CREATORS(X)                                                                         \
    X(command_list, CommandList, pfnCreateImmediateCb, ze_command_list_create_immediate_params_t) \
    X(memory, Mem, pfnAllocHostCb, ze_mem_alloc_host_params_t)                                    \
    X(memory, Mem, pfnAllocSharedCb, ze_mem_alloc_shared_params_t)

#define DEFINE_CALLBACK(NAME, COUNTER, AMOUNT, PARAMETERS)                                     \
    static void ZE_APICALL NAME(PARAMETERS *parameters, ze_result_t result, void *tracer_data, \
                                void **instance_data)                                          \
    {                                                                                          \
        (void)parameters;                                                                      \
        (void)tracer_data;                                                                     \
        (void)instance_data;                                                                   \
        if (result == ZE_RESULT_SUCCESS)                                                       \
            atomic_fetch_add(&COUNTER, AMOUNT);                                                \
    }

#define DEFINE_KIND(KIND, TABLE, CREATE, CREATE_PARAMETERS, DESTROY, DESTROY_PARAMETERS) \
    static atomic_long KIND##_created;                                                   \
    static atomic_long KIND##_destroyed;                                                 \
    DEFINE_CALLBACK(on_##KIND##_##CREATE, KIND##_created, 1, CREATE_PARAMETERS)          \
    DEFINE_CALLBACK(on_##KIND##_##DESTROY, KIND##_destroyed, 1, DESTROY_PARAMETERS)
OBJECT_KINDS(DEFINE_KIND)

#define DEFINE_CREATOR(KIND, TABLE, CREATE, PARAMETERS) \
    DEFINE_CALLBACK(on_##KIND##_##CREATE, KIND##_created, 1, PARAMETERS)
OTHER_CREATORS(DEFINE_CREATOR)

/* NOLINTEND(bugprone-macro-parentheses) */

typedef struct object_kind {
    const char *name;
    atomic_long *created;
    atomic_long *destroyed;
} object_kind_t;

#define KIND_ENTRY(KIND, TABLE, CREATE, CREATE_PARAMETERS, DESTROY, DESTROY_PARAMETERS) \
    {#KIND, &KIND##_created, &KIND##_destroyed},
static const object_kind_t object_kinds[] = {OBJECT_KINDS(KIND_ENTRY)};

enum { OBJECT_KIND_COUNT = sizeof(object_kinds) / sizeof(object_kinds[0]) };

int live_objects_watch(void)
{
    const zel_tracer_desc_t desc = {.stype = ZEL_STRUCTURE_TYPE_TRACER_DESC};
    zel_core_callbacks_t callbacks = {
#define KIND_CALLBACKS(KIND, TABLE, CREATE, CREATE_PARAMETERS, DESTROY, DESTROY_PARAMETERS) \
    .TABLE.CREATE = on_##KIND##_##CREATE, .TABLE.DESTROY = on_##KIND##_##DESTROY,
        OBJECT_KINDS(KIND_CALLBACKS)
#define CREATOR_CALLBACK(KIND, TABLE, CREATE, PARAMETERS) .TABLE.CREATE = on_##KIND##_##CREATE,
            OTHER_CREATORS(CREATOR_CALLBACK)};
    zel_tracer_handle_t tracer;

    ze_result_t result = zelTracerCreate(&desc, &tracer);
    if (result == ZE_RESULT_SUCCESS)
        result = zelTracerSetEpilogues(tracer, &callbacks);
    if (result == ZE_RESULT_SUCCESS)
        result = zelTracerSetEnabled(tracer, 1);
    if (result != ZE_RESULT_SUCCESS) {
        fprintf(stderr, "error: the loader's tracing layer does not work: Level Zero result 0x%x\n",
                (unsigned)result);
        return -1;
    }
    return 0;
}

int live_objects_report(void)
{
    int kinds = 0;

    for (int i = 0; i < OBJECT_KIND_COUNT; i++) {
        const object_kind_t *kind = &object_kinds[i];
        const long created = atomic_load(kind->created);
        const long destroyed = atomic_load(kind->destroyed);
        if (created != destroyed) {
            fprintf(stderr, "error: %s: %ld created, %ld destroyed\n", kind->name, created,
                    destroyed);
            kinds++;
        }
    }
    return kinds;
}

int live_objects_kinds_seen(void)
{
    int seen = 0;

    for (int i = 0; i < OBJECT_KIND_COUNT; i++)
        seen += atomic_load(object_kinds[i].created) > 0;
    return seen;
}
