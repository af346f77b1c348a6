/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A refused call changes nothing.  Every entry point is called with random arguments, at least one
 * of which is wrong.  The call must be refused, its outputs must be as before, no object may have
 * changed, and none may be left over.  Now and then the objects are used, and must give the same
 * results as at first.
 */
#include "fixture.h"

#include "kernel.h"
#include "list_object.h"

#include <string.h>

enum { CALLS = 60000, CALLS_PER_USE = 2000, ARGUMENTS = 12, BADS = 5, OUTPUT_BYTES = 1024 };

static test_device device;
static uint64_t seed = 1;

static size_t random_below(size_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed >> 33) % limit;
}

/* ---- The objects ------------------------------------------------------------------------- */

static ze_context_handle_t other_context;
static ze_command_queue_handle_t queue, other_queue;
static ze_command_list_handle_t list, closed, closed_copies, immediate;
static ze_fence_handle_t fence, other_fence;
static ze_event_pool_handle_t pool, shared_pool, timed_pool, opened_pool;
static ze_event_handle_t event, timed, signalled;
static ze_module_handle_t module;
static ze_module_build_log_handle_t build_log;
static ze_kernel_handle_t kernel, unset_kernel;
static uint64_t *memory, *opened_memory;
static uint64_t first_results[3];
static uint64_t stale[ZED_KIND_COUNT]; /* a destroyed handle of each kind; 0: none */

static uint64_t word_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static ze_fence_handle_t new_fence(ze_command_queue_handle_t of)
{
    ze_fence_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ze_fence_handle_t made = NULL;
    CHECK_SUCCESS(zeFenceCreate(of, &desc, &made));
    return made;
}

static ze_context_handle_t new_context(void)
{
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_context_handle_t made = NULL;
    CHECK_SUCCESS(zeContextCreate(device.driver, &desc, &made));
    return made;
}

static ze_module_build_log_handle_t new_build_log(void)
{
    ze_linkage_inspection_ext_desc_t desc = {.stype =
                                                 ZE_STRUCTURE_TYPE_LINKAGE_INSPECTION_EXT_DESC};
    ze_module_build_log_handle_t made = NULL;
    CHECK_SUCCESS(zeModuleInspectLinkageExt(&desc, 1, &module, &made));
    return made;
}

static void open_shared(void)
{
    ze_ipc_mem_handle_t memory_handle;
    ze_ipc_event_pool_handle_t pool_handle;
    void *address = NULL;
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, memory, &memory_handle));
    CHECK_SUCCESS(zeMemOpenIpcHandle(device.context, device.tiles[0], memory_handle, 0, &address));
    opened_memory = address;
    CHECK_SUCCESS(zeEventPoolGetIpcHandle(shared_pool, &pool_handle));
    CHECK_SUCCESS(zeEventPoolOpenIpcHandle(device.context, pool_handle, &opened_pool));
}

static void set_arguments(void)
{
    kernel = fixture_kernel(module, "locals");
    unset_kernel = fixture_kernel(module, "locals");
    fixture_argument(kernel, 0, sizeof memory, &memory);
    fixture_argument(kernel, 1, 100, NULL);
    fixture_argument(kernel, 2, 200, NULL);
}

static void record_lists(void)
{
    ze_group_count_t one = {1, 1, 1};
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(closed, kernel, &one, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListClose(closed));
    CHECK_SUCCESS(zeCommandListClose(closed_copies));
    CHECK_SUCCESS(zeCommandListAppendBarrier(list, NULL, 0, NULL));
}

static void make_objects(void)
{
    other_context = new_context();
    queue = fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    other_queue = fixture_queue(&device, 1, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    list = fixture_list(&device, 0);
    closed = fixture_list(&device, 0);
    closed_copies = fixture_list(&device, 1);
    immediate = fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    fence = new_fence(queue);
    other_fence = new_fence(other_queue);
    pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 2);
    shared_pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_IPC, 2);
    timed_pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, 2);
    event = fixture_event(pool, 0);
    timed = fixture_event(timed_pool, 0);
    signalled = fixture_event(timed_pool, 1);
    CHECK_SUCCESS(zeEventHostSignal(signalled));
    memory = fixture_device_memory(&device, 64 * sizeof *memory);
    memset(memory, 0, 64 * sizeof *memory);
    module = fixture_module(&device, "kernels.spv");
    build_log = new_build_log();
    set_arguments();
    open_shared();
    record_lists();
}

/* Made after the others, so that nothing takes their slots. */
static void make_stale_handles(void)
{
    ze_event_pool_handle_t old_pool = fixture_pool(&device, 0, 1);
    ze_module_handle_t old_module = fixture_module(&device, "kernels.spv");
    stale[ZED_KIND_CONTEXT] = word_of(new_context());
    stale[ZED_KIND_QUEUE] = word_of(fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS));
    stale[ZED_KIND_LIST] = word_of(fixture_list(&device, 0));
    stale[ZED_KIND_FENCE] = word_of(new_fence(queue));
    stale[ZED_KIND_EVENT_POOL] = word_of(old_pool);
    stale[ZED_KIND_EVENT] = word_of(fixture_event(old_pool, 0));
    stale[ZED_KIND_MODULE] = word_of(old_module);
    stale[ZED_KIND_BUILD_LOG] = word_of(new_build_log());
    stale[ZED_KIND_KERNEL] = word_of(fixture_kernel(old_module, "nothing"));
    for (int kind = ZED_KIND_CONTEXT; kind < ZED_KIND_COUNT; kind++) {
        CHECK_SUCCESS(zed_object_retire((void *)(uintptr_t)stale[kind], (zed_kind_t)kind));
    }
}

static void destroy_objects(void)
{
    void *const objects[] = {queue,       other_queue, list,         closed,        closed_copies,
                             immediate,   fence,       pool,         shared_pool,   timed_pool,
                             opened_pool, event,       timed,        signalled,     module,
                             build_log,   kernel,      unset_kernel, other_context, other_fence};
    CHECK_SUCCESS(zeMemCloseIpcHandle(device.context, opened_memory));
    CHECK_SUCCESS(zeMemFree(device.context, memory));
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        CHECK_SUCCESS(zed_object_retire(objects[i], ((zed_object_t *)objects[i])->class->kind));
    }
}

/* ---- What a refused call must leave as it is --------------------------------------------- */

enum { REGIONS = 64, REGION_BYTES = 512 };

typedef struct region {
    const void *place;
    size_t bytes;
    unsigned char before[REGION_BYTES];
} region_t;

static region_t regions[REGIONS];
static size_t region_count;
static size_t counts[ZED_KIND_COUNT];
static size_t memory_count, module_count;
static unsigned char outputs[ARGUMENTS][OUTPUT_BYTES];

static void watch(const void *place, size_t bytes)
{
    CHECK(region_count < REGIONS && bytes <= REGION_BYTES);
    regions[region_count++] = (region_t){.place = place, .bytes = bytes};
}

static void watch_object(const void *object)
{
    const zed_class_t *class = ((const zed_object_t *)object)->class;
    /* Records that wait for their next use are at the end. */
    watch(object, class->kind == ZED_KIND_LIST ? offsetof(zed_list_t, pool) : class->bytes);
}

static void watch_kernel(const zed_kernel_object_t *object)
{
    const zed_kernel_t *record = object->kernel;
    watch_object(object);
    watch(object->block, record->argument_block_bytes);
    watch(object->local_argument_bytes,
          record->argument_count * sizeof *object->local_argument_bytes);
    watch(object->is_set, record->argument_count * sizeof *object->is_set);
}

static void watch_everything(void)
{
    const void *objects[] = {device.context, other_context, queue,      other_queue, list,
                             closed,         closed_copies, immediate,  fence,       other_fence,
                             pool,           shared_pool,   timed_pool, opened_pool, event,
                             timed,          signalled,     module,     build_log};
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        watch_object(objects[i]);
    }
    watch_kernel((const zed_kernel_object_t *)kernel);
    watch_kernel((const zed_kernel_object_t *)unset_kernel);
    watch(((zed_event_t *)event)->slot, sizeof(zed_event_slot_t));
    watch(((zed_event_t *)timed)->slot, sizeof(zed_event_slot_t));
    watch(((zed_event_t *)signalled)->slot, sizeof(zed_event_slot_t));
    watch(memory, 64 * sizeof *memory);
    for (int kind = 0; kind < ZED_KIND_COUNT; kind++) {
        counts[kind] = zed_object_count((zed_kind_t)kind);
    }
    memory_count = direct_memory_count();
    module_count = direct_module_count();
}

static void note_state(void)
{
    for (size_t i = 0; i < region_count; i++) {
        memcpy(regions[i].before, regions[i].place, regions[i].bytes);
    }
    memset(outputs, 0xa5, sizeof outputs);
}

static bool state_is_as_noted(void)
{
    const unsigned char *bytes = &outputs[0][0];
    bool same = bytes[0] == 0xa5 && memcmp(bytes, bytes + 1, sizeof outputs - 1) == 0;
    for (size_t i = 0; i < region_count; i++) {
        same = same && memcmp(regions[i].before, regions[i].place, regions[i].bytes) == 0;
    }
    for (int kind = 0; kind < ZED_KIND_COUNT; kind++) {
        same = same && counts[kind] == zed_object_count((zed_kind_t)kind);
    }
    return same && memory_count == direct_memory_count() && module_count == direct_module_count();
}

/* ---- Arguments --------------------------------------------------------------------------- */

typedef struct argument {
    uint64_t good[2]; /* the second may be 0: there is only one */
    uint64_t bad[BADS];
    size_t bads;
    bool output;
} argument_t;

typedef void (*function)(void);

typedef struct entry {
    const char *name;
    function call;
    size_t count;
    argument_t arguments[ARGUMENTS];
} entry_t;

static uint64_t handle_of_other_kind(zed_kind_t kind)
{
    return kind == ZED_KIND_CONTEXT ? word_of(module) : word_of(device.context);
}

static argument_t handle(const void *good, zed_kind_t kind)
{
    return (argument_t){.good = {word_of(good)},
                        .bad = {0, stale[kind], handle_of_other_kind(kind), 20},
                        .bads = 4};
}

/* A handle for which one more living object is wrong. */
static argument_t handle_but(const void *good, zed_kind_t kind, const void *bad)
{
    argument_t made = handle(good, kind);
    made.bad[made.bads++] = word_of(bad);
    return made;
}

static argument_t open_list(void)
{
    argument_t made = handle_but(list, ZED_KIND_LIST, closed);
    made.good[1] = word_of(immediate);
    return made;
}

static argument_t optional(const void *good, zed_kind_t kind)
{
    return (argument_t){
        .good = {word_of(good)}, .bad = {stale[kind], handle_of_other_kind(kind), 20}, .bads = 3};
}

static argument_t any(uint64_t good)
{
    return (argument_t){.good = {good}};
}

/* As argument number i it points to outputs[i]. */
static argument_t output(void)
{
    return (argument_t){.bad = {0}, .bads = 1, .output = true};
}

static argument_t optional_output(void)
{
    return (argument_t){.output = true};
}

#define WORDS(...) ((const uint64_t[]){__VA_ARGS__})
#define ONE_OF(good, ...) \
    one_of((uint64_t)(good), sizeof WORDS(__VA_ARGS__) / sizeof(uint64_t), WORDS(__VA_ARGS__))

static argument_t one_of(uint64_t good, size_t bads, const uint64_t *bad)
{
    argument_t made = {.good = {good}, .bads = bads};
    CHECK(bads <= BADS);
    memcpy(made.bad, bad, bads * sizeof *bad);
    return made;
}

#define P(pointer) word_of(pointer)
#define POINTER(...) ONE_OF(__VA_ARGS__, 0)

/* ---- Entry points ------------------------------------------------------------------------ */

/* A handle that is passed by value is passed by pointer here. */
static ze_result_t mem_open(ze_context_handle_t context, ze_device_handle_t tile,
                            const ze_ipc_mem_handle_t *ipc, ze_ipc_memory_flags_t flags,
                            void **address)
{
    return zeMemOpenIpcHandle(context, tile, *ipc, flags, address);
}

static ze_result_t mem_put(ze_context_handle_t context, const ze_ipc_mem_handle_t *ipc)
{
    return zed_mem_put_ipc_handle(context, *ipc);
}

static ze_result_t mem_descriptor(ze_context_handle_t context, const ze_ipc_mem_handle_t *ipc,
                                  uint64_t *descriptor)
{
    return zed_mem_get_file_descriptor_from_ipc_handle_exp(context, *ipc, descriptor);
}

static ze_result_t pool_open(ze_context_handle_t context, const ze_ipc_event_pool_handle_t *ipc,
                             ze_event_pool_handle_t *opened)
{
    return zeEventPoolOpenIpcHandle(context, *ipc, opened);
}

static ze_result_t pool_put(ze_context_handle_t context, const ze_ipc_event_pool_handle_t *ipc)
{
    return zed_event_pool_put_ipc_handle(context, *ipc);
}

static entry_t entries[160];
static size_t entry_count;

static void add(const char *name, function call, size_t count, const argument_t *arguments)
{
    entry_t *made = &entries[entry_count++];
    CHECK(entry_count <= sizeof entries / sizeof entries[0] && count <= ARGUMENTS);
    *made = (entry_t){.name = name, .call = call, .count = count};
    memcpy(made->arguments, arguments, count * sizeof *arguments);
}

#define ARGUMENT_LIST(...) ((const argument_t[]){__VA_ARGS__})
#define ADD_CALL(name, call, ...)                                                        \
    add(#name, (function)(call), sizeof ARGUMENT_LIST(__VA_ARGS__) / sizeof(argument_t), \
        ARGUMENT_LIST(__VA_ARGS__))
#define ADD(name, ...) ADD_CALL(name, name, __VA_ARGS__)

#define CONTEXT handle(device.context, ZED_KIND_CONTEXT)
#define DRIVER handle(device.driver, ZED_KIND_DRIVER)
#define DEVICE handle(device.tiles[0], ZED_KIND_DEVICE)
#define QUEUE handle(queue, ZED_KIND_QUEUE)
#define FENCE handle(fence, ZED_KIND_FENCE)
#define POOL handle(pool, ZED_KIND_EVENT_POOL)
#define EVENT handle(event, ZED_KIND_EVENT)
#define MODULE handle(module, ZED_KIND_MODULE)
#define KERNEL handle(kernel, ZED_KIND_KERNEL)
#define BUILD_LOG handle(build_log, ZED_KIND_BUILD_LOG)
#define LIST open_list()
#define ANY_LIST handle(list, ZED_KIND_LIST)
#define SYNC \
    optional(event, ZED_KIND_EVENT), any(1), POINTER(P(&event), P(&stale[ZED_KIND_EVENT]), P(&list))

static uint32_t number;
static const void *address_value;
static ze_ipc_mem_handle_t ipc_memory, ipc_garbage;
static ze_ipc_event_pool_handle_t ipc_pool, ipc_no_pool;

static void add_driver(void)
{
    static struct zed_init_driver_type_desc gpu = {.flags = 1}, npu = {.flags = 2}, no_type;

    ADD(zeInit, ONE_OF(0, 2, 8));
    ADD_CALL(zeInitDrivers, zed_init_drivers, output(), optional_output(),
             POINTER(P(&gpu), P(&npu), P(&no_type)));
    ADD(zeDriverGet, output(), optional_output());
    ADD(zeDriverGetApiVersion, DRIVER, output());
    ADD(zeDriverGetProperties, DRIVER, output());
    ADD(zeDriverGetIpcProperties, DRIVER, output());
    ADD(zeDriverGetExtensionProperties, DRIVER, output(), optional_output());
    ADD(zeDriverGetExtensionFunctionAddress, DRIVER, POINTER(P("zeInit"), P("zeNothing")),
        output());
    ADD_CALL(zeDriverGetLastErrorDescription, zed_driver_get_last_error_description, DRIVER,
             output());
}

static void add_devices(void)
{
    ADD(zeDeviceGet, DRIVER, output(), optional_output());
    ADD(zeDeviceGetSubDevices, DEVICE, output(), optional_output());
    ADD(zeDeviceGetProperties, DEVICE, output());
    ADD(zeDeviceGetComputeProperties, DEVICE, output());
    ADD(zeDeviceGetModuleProperties, DEVICE, output());
    ADD(zeDeviceGetCommandQueueGroupProperties, DEVICE, output(), optional_output());
    ADD(zeDeviceGetMemoryProperties, DEVICE, output(), optional_output());
    ADD(zeDeviceGetMemoryAccessProperties, DEVICE, output());
    ADD(zeDeviceGetCacheProperties, DEVICE, output(), optional_output());
    ADD(zeDeviceGetImageProperties, DEVICE, output());
    ADD(zeDeviceGetExternalMemoryProperties, DEVICE, output());
    ADD(zeDevicePciGetPropertiesExt, DEVICE, output());
    ADD(zeDeviceGetP2PProperties, DEVICE, DEVICE, output());
    ADD(zeDeviceCanAccessPeer, DEVICE, DEVICE, output());
    ADD(zeDeviceGetStatus, DEVICE);
    ADD(zeDeviceGetGlobalTimestamps, DEVICE, output(), output());
    ADD_CALL(zeDeviceGetVectorWidthPropertiesExt, zed_device_get_vector_width_properties_ext,
             DEVICE, output(), optional_output());
    ADD_CALL(zeDeviceGetRootDevice, zed_device_get_root_device, DEVICE, output());
}

static void add_contexts(void)
{
    static const ze_context_desc_t good = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    static const ze_context_desc_t flags = {.flags = 0x80};

    ADD(zeContextCreate, DRIVER, POINTER(P(&good), P(&flags)), output());
    ADD(zeContextCreateEx, DRIVER, POINTER(P(&good), P(&flags)), any(1),
        POINTER(P(device.tiles), P(&queue)), output());
    ADD(zeContextDestroy, CONTEXT);
    ADD(zeContextGetStatus, CONTEXT);
    ADD(zeContextSystemBarrier, CONTEXT, DEVICE);
    ADD(zeContextMakeMemoryResident, CONTEXT, DEVICE, POINTER(P(memory)), ONE_OF(8, 0));
    ADD(zeContextEvictMemory, CONTEXT, DEVICE, POINTER(P(memory)), ONE_OF(8, 0));
}

static void add_queues(void)
{
    static const ze_command_queue_desc_t good = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    static const ze_command_queue_desc_t group = {.ordinal = 9}, mode = {.mode = 17},
                                         flags = {.flags = 0x80}, rank = {.priority = 17};
    static const ze_command_list_desc_t list_good = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    static const ze_command_list_desc_t list_group = {.commandQueueGroupOrdinal = 9},
                                        list_flags = {.flags = 0x80};
    static const ze_fence_desc_t fence_good = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    static const ze_fence_desc_t fence_flags = {.flags = 0x80};
    argument_t queue_desc = POINTER(P(&good), P(&group), P(&mode), P(&flags), P(&rank));
    argument_t its_fence = optional(fence, ZED_KIND_FENCE);

    its_fence.bad[its_fence.bads++] = word_of(other_fence);
    ADD(zeCommandQueueCreate, CONTEXT, DEVICE, queue_desc, output());
    ADD(zeCommandQueueDestroy, QUEUE);
    ADD(zeCommandQueueExecuteCommandLists, QUEUE, ONE_OF(1, 0),
        POINTER(P(&closed), P(&list), P(&closed_copies), P(&immediate), P(&stale[ZED_KIND_LIST])),
        its_fence);
    ADD(zeCommandQueueSynchronize, QUEUE, any(0));
    ADD_CALL(zeCommandQueueGetOrdinal, zed_command_queue_get_ordinal, QUEUE, output());
    ADD_CALL(zeCommandQueueGetIndex, zed_command_queue_get_index, QUEUE, output());
    ADD(zeFenceCreate, QUEUE, POINTER(P(&fence_good), P(&fence_flags)), output());
    ADD(zeFenceDestroy, FENCE);
    ADD(zeFenceHostSynchronize, FENCE, any(0));
    ADD(zeFenceQueryStatus, FENCE);
    ADD(zeFenceReset, FENCE);

    ADD(zeCommandListCreate, CONTEXT, DEVICE,
        POINTER(P(&list_good), P(&list_group), P(&list_flags)), output());
    ADD(zeCommandListCreateImmediate, CONTEXT, DEVICE, queue_desc, output());
    ADD(zeCommandListDestroy, ANY_LIST);
    ADD(zeCommandListClose, ANY_LIST);
    ADD(zeCommandListReset, ANY_LIST);
    ADD_CALL(zeCommandListHostSynchronize, zed_command_list_host_synchronize,
             handle_but(immediate, ZED_KIND_LIST, list), any(0));
    ADD_CALL(zeCommandListGetDeviceHandle, zed_command_list_get_device_handle, ANY_LIST, output());
    ADD_CALL(zeCommandListGetContextHandle, zed_command_list_get_context_handle, ANY_LIST,
             output());
    ADD_CALL(zeCommandListGetOrdinal, zed_command_list_get_ordinal, ANY_LIST, output());
    ADD_CALL(zeCommandListImmediateGetIndex, zed_command_list_immediate_get_index,
             handle_but(immediate, ZED_KIND_LIST, list), output());
    ADD_CALL(zeCommandListIsImmediate, zed_command_list_is_immediate, ANY_LIST, output());
}

static void add_appends(void)
{
    static const size_t bytes[] = {8};
    static const void *ranges[1];
    static const ze_copy_region_t region = {.width = 8, .height = 4, .depth = 1};
    static const ze_copy_region_t higher = {.width = 8, .height = 5, .depth = 1};
    static const ze_copy_region_t deeper = {.width = 8, .height = 4, .depth = 2};
    static const uint32_t pattern = 7;

    ranges[0] = memory;
    ADD(zeCommandListAppendWriteGlobalTimestamp, LIST, POINTER(P(memory)), SYNC);
    ADD(zeCommandListAppendBarrier, LIST, SYNC);
    ADD(zeCommandListAppendMemoryRangesBarrier, LIST, any(1), POINTER(P(bytes)), POINTER(P(ranges)),
        SYNC);
    ADD(zeCommandListAppendMemoryCopy, LIST, POINTER(P(memory)), POINTER(P(memory + 8)), any(8),
        SYNC);
    ADD(zeCommandListAppendMemoryFill, LIST, POINTER(P(memory)), POINTER(P(&pattern)),
        ONE_OF(4, 0, 3, 256), any(8), SYNC);
    ADD(zeCommandListAppendMemoryCopyRegion, LIST, POINTER(P(memory)),
        POINTER(P(&region), P(&higher)), ONE_OF(32, 4), any(0), POINTER(P(memory + 32)),
        POINTER(P(&region), P(&deeper)), ONE_OF(32, 4), any(0), SYNC);
    ADD(zeCommandListAppendMemoryCopyFromContext, LIST, POINTER(P(memory)), CONTEXT,
        POINTER(P(memory + 8)), any(8), SYNC);
    ADD(zeCommandListAppendMemoryPrefetch, ANY_LIST, POINTER(P(memory)), any(8));
    ADD(zeCommandListAppendMemAdvise, ANY_LIST, DEVICE, POINTER(P(memory)), any(8), ONE_OF(0, 99));
    ADD(zeCommandListAppendSignalEvent, LIST, EVENT);
    ADD(zeCommandListAppendWaitOnEvents, LIST, any(1),
        POINTER(P(&event), P(&stale[ZED_KIND_EVENT]), P(&list)));
    ADD(zeCommandListAppendEventReset, LIST, EVENT);
    ADD_CALL(zeCommandListImmediateAppendCommandListsExp, zed_append_command_lists,
             handle_but(immediate, ZED_KIND_LIST, list), ONE_OF(1, 0),
             POINTER(P(&closed), P(&list), P(&closed_copies), P(&immediate)), SYNC);
    ADD_CALL(zeCommandListAppendHostFunction, zed_append_host_function, LIST, POINTER(P(&number)),
             any(0), any(0), SYNC);
    ADD(zeCommandListAppendQueryKernelTimestamps, LIST, any(1),
        POINTER(P(&signalled), P(&event), P(&stale[ZED_KIND_EVENT])), POINTER(P(memory)), any(0),
        SYNC);
}

static void add_launches(void)
{
    static const ze_group_count_t counts_[2] = {{1, 1, 1}, {1, 1, 1}};
    static const ze_group_count_t many = {1000, 1000, 1};
    static const uint32_t limit = 2;
    static ze_kernel_handle_t two[2], second_stale[2], second_unset[2];
    argument_t launched = handle_but(kernel, ZED_KIND_KERNEL, unset_kernel);

    two[0] = two[1] = second_stale[0] = second_unset[0] = kernel;
    second_stale[1] = (ze_kernel_handle_t)(uintptr_t)stale[ZED_KIND_KERNEL];
    second_unset[1] = unset_kernel;
    ADD(zeCommandListAppendLaunchKernel, LIST, launched, POINTER(P(counts_)), SYNC);
    ADD(zeCommandListAppendLaunchCooperativeKernel, LIST, launched, POINTER(P(counts_), P(&many)),
        SYNC);
    ADD(zeCommandListAppendLaunchKernelIndirect, LIST, launched, POINTER(P(counts_)), SYNC);
    ADD(zeCommandListAppendLaunchMultipleKernelsIndirect, LIST, any(2),
        POINTER(P(two), P(second_stale), P(second_unset)), POINTER(P(&limit)), POINTER(P(counts_)),
        SYNC);
}

static void add_events(void)
{
    static const ze_event_pool_desc_t good = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                              .count = 1};
    static const ze_event_pool_desc_t none = {.count = 0}, flags = {.count = 1, .flags = 0x100},
                                      both = {.count = 1, .flags = 0xc};
    static const ze_event_desc_t event_good = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC};
    static const ze_event_desc_t index = {.index = 5}, scope = {.signal = 0x80};
    argument_t stamped = handle_but(signalled, ZED_KIND_EVENT, event);

    static const struct zed_event_counter_desc counter = {.flags = 1},
                                               counter_flags = {.flags = 0x80},
                                               counter_scope = {.wait = 0x80},
                                               counter_ipc = {.flags = 8};
    ADD_CALL(zeEventCounterBasedCreate, zed_event_counter_based_create, CONTEXT, DEVICE,
             POINTER(P(&counter), P(&counter_flags), P(&counter_scope), P(&counter_ipc)), output());
    ADD_CALL(zeEventGetCounterBasedFlags, zed_event_get_counter_based_flags, EVENT, output());
    ADD(zeEventPoolCreate, CONTEXT, POINTER(P(&good), P(&none), P(&flags), P(&both)), any(1),
        POINTER(P(device.tiles), P(&queue)), output());
    ADD(zeEventPoolDestroy, handle_but(pool, ZED_KIND_EVENT_POOL, opened_pool));
    ADD(zeEventPoolGetIpcHandle, handle_but(shared_pool, ZED_KIND_EVENT_POOL, pool), output());
    ADD_CALL(zeEventPoolOpenIpcHandle, pool_open, CONTEXT,
             ONE_OF(P(&ipc_pool), P(&ipc_garbage), P(&ipc_no_pool)), output());
    ADD(zeEventPoolCloseIpcHandle, handle_but(opened_pool, ZED_KIND_EVENT_POOL, pool));
    ADD_CALL(zeEventPoolPutIpcHandle, pool_put, CONTEXT, any(P(&ipc_pool)));
    ADD_CALL(zeEventPoolGetContextHandle, zed_event_pool_get_context_handle, POOL, output());
    ADD_CALL(zeEventPoolGetFlags, zed_event_pool_get_flags, POOL, output());
    ADD(zeEventCreate, POOL, POINTER(P(&event_good), P(&index), P(&scope)), output());
    ADD(zeEventDestroy, EVENT);
    ADD(zeEventHostSignal, EVENT);
    ADD(zeEventHostSynchronize, EVENT, any(0));
    ADD(zeEventQueryStatus, EVENT);
    ADD(zeEventHostReset, EVENT);
    ADD(zeEventQueryKernelTimestamp, stamped, output());
    ADD_CALL(zeEventQueryKernelTimestampsExt, zed_event_query_kernel_timestamps_ext,
             ONE_OF(P(signalled), P(event), P(timed), stale[ZED_KIND_EVENT], P(device.context), 0),
             DEVICE, output(), optional_output());
    ADD_CALL(zeEventGetEventPool, zed_event_get_event_pool, EVENT, output());
    ADD_CALL(zeEventGetSignalScope, zed_event_get_signal_scope, EVENT, output());
    ADD_CALL(zeEventGetWaitScope, zed_event_get_wait_scope, EVENT, output());
    ADD(zeEventQueryTimestampsExp, stamped, DEVICE, output(), optional_output());
    ADD(zeEventQueryTimestampsExp, ONE_OF(P(signalled), P(timed)), DEVICE, output(),
        optional_output());
}

static void add_modules(void)
{
    static const uint32_t spirv[] = {0x07230203, 0x00010000, 0, 1, 0}, text[] = {1, 2, 3};
    static const ze_module_desc_t good = {.format = ZE_MODULE_FORMAT_IL_SPIRV,
                                          .inputSize = sizeof spirv,
                                          .pInputModule = (const uint8_t *)spirv};
    static const ze_module_desc_t wrong = {.format = ZE_MODULE_FORMAT_IL_SPIRV,
                                           .inputSize = sizeof text,
                                           .pInputModule = (const uint8_t *)text};
    static const ze_module_desc_t empty = {.format = ZE_MODULE_FORMAT_IL_SPIRV,
                                           .pInputModule = (const uint8_t *)spirv};
    static const ze_module_desc_t nothing = {.format = ZE_MODULE_FORMAT_IL_SPIRV,
                                             .inputSize = sizeof spirv};
    static const ze_linkage_inspection_ext_desc_t look = {.flags = 1}, flags = {.flags = 0x80};

    /* A log would say why a module could not be built, so none is requested. */
    ADD(zeModuleCreate, CONTEXT, DEVICE, POINTER(P(&good), P(&wrong), P(&empty), P(&nothing)),
        output(), any(0));
    ADD(zeModuleDestroy, MODULE);
    ADD(zeModuleDynamicLink, any(1), POINTER(P(&module), P(&stale[ZED_KIND_MODULE]), P(&kernel)),
        any(0));
    ADD(zeModuleGetGlobalPointer, MODULE, POINTER(P("no variable")), optional_output(),
        optional_output());
    ADD(zeModuleGetKernelNames, MODULE, output(), optional_output());
    ADD(zeModuleGetProperties, MODULE, output());
    ADD(zeModuleGetNativeBinary, MODULE, output(), any(0));
    ADD(zeModuleGetFunctionPointer, MODULE, POINTER(P("nothing"), P("nowhere")), output());
    ADD(zeModuleInspectLinkageExt, POINTER(P(&look), P(&flags)), any(1),
        POINTER(P(&module), P(&stale[ZED_KIND_MODULE]), P(&kernel)), output());
    ADD(zeModuleBuildLogDestroy, BUILD_LOG);
    ADD(zeModuleBuildLogGetString, BUILD_LOG, output(), optional_output());
}

static void add_kernels(void)
{
    static const ze_kernel_desc_t good = {.pKernelName = "locals"}, no_name = {0},
                                  unknown = {.pKernelName = "no such kernel"},
                                  flags = {.pKernelName = "locals", .flags = 0x80};
    argument_t edge = ONE_OF(1, 0, UINT32_MAX);
    uint64_t most = zed_driver_info()->max_local_bytes;

    ADD(zeKernelCreate, MODULE, POINTER(P(&good), P(&no_name), P(&unknown), P(&flags)), output());
    ADD(zeKernelDestroy, KERNEL);
    ADD(zeKernelSetCacheConfig, KERNEL, ONE_OF(0, 0x80));
    ADD(zeKernelSetGroupSize, KERNEL, edge, edge, edge);
    ADD(zeKernelSuggestGroupSize, KERNEL, ONE_OF(64, 0), ONE_OF(64, 0), ONE_OF(1, 0), output(),
        output(), output());
    ADD(zeKernelSuggestMaxCooperativeGroupCount, KERNEL, output());
    ADD(zeKernelSetArgumentValue, KERNEL, ONE_OF(0, 3, UINT32_MAX), ONE_OF(8, 0, 4, 9),
        any(P(&address_value)));
    ADD(zeKernelSetArgumentValue, KERNEL, ONE_OF(1, 3), ONE_OF(64, 0, most, most + 1, SIZE_MAX),
        ONE_OF(0, P(&address_value)));
    ADD(zeKernelSetArgumentValue, KERNEL, ONE_OF(2, 3), ONE_OF(64, 0, most, most + 1, SIZE_MAX),
        ONE_OF(0, P(&address_value)));
    ADD(zeKernelSetIndirectAccess, KERNEL, ONE_OF(0, 0x80));
    ADD(zeKernelGetIndirectAccess, KERNEL, output());
    ADD(zeKernelGetSourceAttributes, KERNEL, output(), any(0));
    ADD(zeKernelGetProperties, KERNEL, output());
    ADD(zeKernelGetName, KERNEL, output(), optional_output());
    ADD(zeKernelSetGlobalOffsetExp, KERNEL, any(1), any(2), any(3));
}

/* The descriptor at the beginning of a handle. */
static uint64_t first_word(const ze_ipc_mem_handle_t *ipc)
{
    uint32_t descriptor;
    memcpy(&descriptor, ipc, sizeof descriptor);
    return descriptor;
}

static void add_memory(void)
{
    static const ze_device_mem_alloc_desc_t good = {0}, flags = {.flags = 0x80},
                                            ordinal = {.ordinal = 5};
    static const ze_host_mem_alloc_desc_t host = {0}, host_flags = {.flags = 0x80};
    static const ze_memory_free_ext_desc_t
        deferred = {.freePolicy = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE},
        unknown = {.freePolicy = 0x10};
    argument_t bytes = ONE_OF(64, 0, SIZE_MAX / 2);
    argument_t alignment = ONE_OF(0, 3, 96);
    argument_t device_desc = POINTER(P(&good), P(&flags), P(&ordinal));
    argument_t host_desc = POINTER(P(&host), P(&host_flags));
    argument_t known = POINTER(P(memory), P(&number));
    argument_t begin = POINTER(P(memory), P(memory + 1), P(&number), P(opened_memory));

    ADD(zeMemAllocShared, CONTEXT, POINTER(P(&good), P(&flags)), host_desc, bytes, alignment,
        optional(device.tiles[0], ZED_KIND_CONTEXT), output());
    ADD(zeMemAllocDevice, CONTEXT, device_desc, bytes, alignment, DEVICE, output());
    ADD(zeMemAllocHost, CONTEXT, host_desc, bytes, alignment, output());
    ADD(zeMemFree, CONTEXT, begin);
    ADD(zeMemFreeExt, CONTEXT, POINTER(P(&deferred), P(&unknown)), begin);
    ADD(zeMemGetAllocProperties, CONTEXT, POINTER(P(memory)), output(), optional_output());
    ADD(zeMemGetAddressRange, CONTEXT, known, optional_output(), optional_output());
    ADD(zeMemGetIpcHandle, CONTEXT, known, output());
    ADD_CALL(zeMemOpenIpcHandle, mem_open, CONTEXT, DEVICE, ONE_OF(P(&ipc_memory), P(&ipc_garbage)),
             ONE_OF(0, 0x80), output());
    ADD(zeMemCloseIpcHandle, CONTEXT,
        POINTER(P(opened_memory), P(opened_memory + 1), P(memory), P(&number)));
    ADD_CALL(zeMemPutIpcHandle, mem_put, CONTEXT, any(P(&ipc_memory)));
    ADD_CALL(zeMemGetFileDescriptorFromIpcHandleExp, mem_descriptor, CONTEXT,
             ONE_OF(P(&ipc_memory), P(&ipc_garbage)), output());
    ADD_CALL(zeMemGetIpcHandleFromFileDescriptorExp,
             zed_mem_get_ipc_handle_from_file_descriptor_exp, CONTEXT,
             ONE_OF(first_word(&ipc_memory), UINT64_MAX, 0), output());
}

static void add_entries(void)
{
    memset(&ipc_garbage, 0x5a, sizeof ipc_garbage);
    CHECK_SUCCESS(zeMemGetIpcHandle(device.context, memory, &ipc_memory));
    memcpy(&ipc_no_pool, &ipc_memory, sizeof ipc_no_pool);
    CHECK_SUCCESS(zeEventPoolGetIpcHandle(shared_pool, &ipc_pool));
    address_value = memory;
    add_driver();
    add_devices();
    add_contexts();
    add_queues();
    add_appends();
    add_launches();
    add_events();
    add_modules();
    add_kernels();
    add_memory();
}

/* A new entry point of the driver must be added above. */
static void check_complete(void)
{
#define NAMED(since, public, private) #public,
#define UNNAMED(since, count)
#define NAMES(table, list) list(NAMED, NAMED, UNNAMED)
    static const char *const names[] = {ZED_TABLES(NAMES)};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool found = false;
        for (size_t j = 0; j < entry_count; j++) {
            found = found || strcmp(names[i], entries[j].name) == 0;
        }
        if (!found) {
            fprintf(stderr, "%s is not tested\n", names[i]);
        }
        CHECK(found);
    }
}

/* ---- Calls ------------------------------------------------------------------------------- */

/* Every argument has a whole register or place on the stack, and a narrow argument ignores the
 * remaining bits.  The caller removes arguments that a function does not have. */
static ze_result_t call(const entry_t *entry, const uint64_t *words)
{
    typedef ze_result_t (*with_words)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                      uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
    return ((with_words)entry->call)(words[0], words[1], words[2], words[3], words[4], words[5],
                                     words[6], words[7], words[8], words[9], words[10], words[11]);
}

static uint64_t good_word(const argument_t *argument, size_t place)
{
    if (argument->output) {
        return word_of(outputs[place]);
    }
    return argument->good[argument->good[1] != 0 ? random_below(2) : 0];
}

static void refuse(const entry_t *entry)
{
    uint64_t words[ARGUMENTS] = {0};
    size_t wrong;

    do {
        wrong = random_below(entry->count);
    } while (entry->arguments[wrong].bads == 0);
    for (size_t i = 0; i < entry->count; i++) {
        const argument_t *argument = &entry->arguments[i];
        bool bad = i == wrong || (argument->bads > 0 && random_below(16) == 0);
        words[i] = bad ? argument->bad[random_below(argument->bads)] : good_word(argument, i);
    }
    note_state();
    ze_result_t result = call(entry, words);
    if (result == ZE_RESULT_SUCCESS || !state_is_as_noted()) {
        fprintf(stderr, "%s gave 0x%x%s; argument %zu was wrong:", entry->name, (unsigned)result,
                state_is_as_noted() ? "" : " and changed something", wrong);
        for (size_t i = 0; i < entry->count; i++) {
            fprintf(stderr, " 0x%llx", (unsigned long long)words[i]);
        }
        fputc('\n', stderr);
        exit(1);
    }
}

/* The kernel stores the addresses of its local arguments. */
static void use_objects(uint64_t results[3])
{
    ze_group_count_t one = {1, 1, 1};

    memset(memory, 0, 3 * sizeof *memory);
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(immediate, kernel, &one, signalled, 0, NULL));
    uint64_t distance = memory[1] - memory[0];
    CHECK_SUCCESS(zeEventQueryStatus(signalled));
    CHECK_SUCCESS(zeCommandQueueExecuteCommandLists(queue, 1, &closed, fence));
    CHECK_SUCCESS(zeFenceHostSynchronize(fence, FOREVER));
    CHECK_SUCCESS(zeFenceReset(fence));
    CHECK_RESULT(zeEventQueryStatus(event), ZE_RESULT_NOT_READY);
    results[0] = distance;
    results[1] = memory[1] - memory[0];
    results[2] = memory[2];
}

int main(void)
{
    uint64_t results[3];

    fixture_start(&device);
    direct_count_engine();
    make_objects();
    make_stale_handles();
    add_entries();
    check_complete();
    watch_everything();
    use_objects(first_results);
    CHECK(first_results[0] == 128 && first_results[1] == 128 && first_results[2] == 3);
    for (int i = 1; i <= CALLS; i++) {
        refuse(&entries[random_below(entry_count)]);
        if (i % CALLS_PER_USE == 0) {
            use_objects(results);
            CHECK(memcmp(results, first_results, sizeof results) == 0);
        }
    }
    destroy_objects();
    fixture_end(&device);
    return 0;
}
