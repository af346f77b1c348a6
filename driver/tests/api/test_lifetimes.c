/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Objects are destroyed in every order, before and while commands use them.  The handle is stale at
 * once, what others need stays alive, submitted work is completed, and in the end nothing is left.
 */
#include "fixture.h"

#include "object.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static test_device device;

static void *base_context;

/* The base context always exists. */
static size_t objects_left(void)
{
    size_t count = 0;
    for (int kind = 0; kind < ZED_KIND_COUNT; kind++) {
        count += zed_object_count((zed_kind_t)kind);
    }
    return count - 1;
}

/* Objects that commands used are released a moment after the last command has ended. */
static void check_nothing_left(void)
{
    for (int i = 0; i < 20000; i++) {
        if (objects_left() == 0 && direct_memory_count() == 0 && direct_module_count() == 0) {
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    fprintf(stderr, "left: %zu objects, %zu pieces of memory, %zu modules\n", objects_left(),
            direct_memory_count(), direct_module_count());
    exit(1);
}

/* ---- Parents before their children ------------------------------------------------------- */

static ze_context_handle_t new_context(void)
{
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_context_handle_t context = NULL;
    CHECK_SUCCESS(zeContextCreate(device.driver, &desc, &context));
    return context;
}

static void test_children_outlive_parents(void)
{
    const ze_result_t stale = ZE_RESULT_ERROR_INVALID_ARGUMENT;
    ze_kernel_desc_t kernel_desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "add"};
    ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC};
    ze_fence_desc_t fence_desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_list_handle_t other_list = NULL;
    ze_kernel_handle_t other_kernel = NULL;
    ze_event_handle_t other_event = NULL;
    ze_fence_handle_t fence = NULL, other_fence = NULL;
    ze_group_count_t one = {1, 1, 1};
    uint32_t value = 3;

    device.context = new_context();
    ze_module_handle_t module = fixture_module(&device, "kernels.spv");
    ze_kernel_handle_t kernel = fixture_kernel(module, "add");
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t event = fixture_event(pool, 0);
    ze_command_queue_handle_t queue = fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_DEFAULT);
    CHECK_SUCCESS(zeFenceCreate(queue, &fence_desc, &fence));
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    uint32_t *word = fixture_device_memory(&device, sizeof *word);
    *word = 4;

    CHECK_SUCCESS(zeContextDestroy(device.context));
    CHECK_SUCCESS(zeModuleDestroy(module));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeCommandQueueDestroy(queue));
    CHECK_RESULT(zeContextDestroy(device.context), stale);
    CHECK_RESULT(zeModuleDestroy(module), stale);
    CHECK_RESULT(zeCommandListCreate(device.context, device.root, &list_desc, &other_list), stale);
    CHECK_RESULT(zeKernelCreate(module, &kernel_desc, &other_kernel), stale);
    CHECK_RESULT(zeEventCreate(pool, &event_desc, &other_event), stale);
    CHECK_RESULT(zeFenceCreate(queue, &fence_desc, &other_fence), stale);
    CHECK_RESULT(zeMemFree(device.context, word), stale);

    fixture_argument(kernel, 0, sizeof word, &word);
    fixture_argument(kernel, 1, sizeof value, &value);
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(list, kernel, &one, event, 0, NULL));
    CHECK_SUCCESS(zeEventHostSynchronize(event, FOREVER));
    CHECK(*word == 7);
    CHECK_RESULT(zeFenceQueryStatus(fence), ZE_RESULT_NOT_READY);

    device.context = base_context;
    CHECK_SUCCESS(zeFenceDestroy(fence));
    CHECK_SUCCESS(zeEventDestroy(event));
    CHECK_SUCCESS(zeKernelDestroy(kernel));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeMemFree(device.context, word));
    check_nothing_left();
}

/* ---- While commands use it --------------------------------------------------------------- */

static void test_deferred_free(void)
{
    const ze_memory_free_ext_desc_t deferred = {
        .stype = ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC,
        .freePolicy = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE};
    enum { BYTES = 1 << 20 };
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    char *from = fixture_device_memory(&device, BYTES);
    char *to = fixture_device_memory(&device, BYTES);
    void *base;
    size_t bytes;

    memset(from, 5, BYTES);
    memset(to, 0, BYTES);
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, to, from, BYTES, NULL, 1, &gate));
    CHECK_SUCCESS(zeMemFreeExt(device.context, &deferred, from));
    CHECK_RESULT(zeMemFreeExt(device.context, &deferred, from), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_RESULT(zeMemFree(device.context, from), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_RESULT(zeMemGetAddressRange(device.context, from, &base, &bytes),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK(direct_memory_count() == 2);
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK(objects_left() == 3); /* the pool, the list, and the event that it waits for */
    gate = fixture_event(pool, 0);
    CHECK_SUCCESS(zeEventHostSignal(gate)); /* the same slot */
    CHECK_SUCCESS(zeCommandListAppendBarrier(list, NULL, 0, NULL));
    while (direct_memory_count() != 1) {
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    CHECK(to[0] == 5 && to[BYTES - 1] == 5);

    CHECK_SUCCESS(zeMemFreeExt(device.context, &deferred, to)); /* no command uses it now */
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    check_nothing_left();
}

/* ---- Random graphs of objects ------------------------------------------------------------ */

enum { THREADS = 4, ROUNDS = 150, OBJECTS = 60, SUBMISSIONS = 20 };

typedef enum kind {
    CONTEXT,
    QUEUE,
    LIST,
    IMMEDIATE,
    FENCE,
    POOL,
    EVENT,
    MODULE,
    KERNEL,
    MEMORY,
    OPENED_MEMORY,
    OPENED_POOL,
    KINDS
} kind_t;

typedef struct object {
    kind_t kind;
    void *handle;
    struct object *parent;
    struct object *memory; /* for a list: its kernels add to the first word */
    struct object *queue;  /* executes the regular list */
    bool used;             /* memory that commands use */
    uint32_t launches;     /* appended to the list or recorded in it */
    uint32_t expected;     /* in the first word after all work */
    _Atomic uint32_t result;
} object_t;

typedef struct world {
    uint64_t seed;
    object_t objects[OBJECTS];
    size_t count;
    ze_event_pool_handle_t gate_pool;
    ze_event_handle_t gate; /* most work waits for it */
    bool open;
} world_t;

static size_t random_below(world_t *world, size_t limit)
{
    world->seed = world->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(world->seed >> 33) % limit;
}

static object_t *pick(world_t *world, kind_t kind)
{
    for (;;) {
        object_t *object = &world->objects[random_below(world, world->count)];
        if (object->kind == kind) {
            return object;
        }
    }
}

/* Every list has its own memory. */
static object_t *pick_unused_memory(world_t *world)
{
    for (size_t i = 0; i < world->count; i++) {
        object_t *object = &world->objects[i];
        if (object->kind == MEMORY && !object->used) {
            object->used = true;
            return object;
        }
    }
    return NULL;
}

static test_device within(const object_t *context)
{
    test_device local = device;
    local.context = context->handle;
    return local;
}

static void *open_memory(const test_device *local, object_t *memory)
{
    ze_ipc_mem_handle_t handle;
    void *address = NULL;
    CHECK_SUCCESS(zeMemGetIpcHandle(local->context, memory->handle, &handle));
    CHECK_SUCCESS(zeMemOpenIpcHandle(local->context, device.tiles[0], handle, 0, &address));
    return address;
}

static void *open_pool(const test_device *local, object_t *pool)
{
    ze_ipc_event_pool_handle_t handle;
    ze_event_pool_handle_t opened = NULL;
    CHECK_SUCCESS(zeEventPoolGetIpcHandle(pool->handle, &handle));
    CHECK_SUCCESS(zeEventPoolOpenIpcHandle(local->context, handle, &opened));
    return opened;
}

static void *new_fence(object_t *queue)
{
    ze_fence_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ze_fence_handle_t fence = NULL;
    CHECK_SUCCESS(zeFenceCreate(queue->handle, &desc, &fence));
    return fence;
}

static void *new_memory(test_device *local)
{
    uint32_t *word = fixture_device_memory(local, sizeof *word);
    *word = 0;
    return word;
}

static const kind_t parents[KINDS] = {
    [QUEUE] = CONTEXT,  [LIST] = CONTEXT,         [IMMEDIATE] = CONTEXT, [FENCE] = QUEUE,
    [POOL] = CONTEXT,   [EVENT] = POOL,           [MODULE] = CONTEXT,    [KERNEL] = MODULE,
    [MEMORY] = CONTEXT, [OPENED_MEMORY] = MEMORY, [OPENED_POOL] = POOL,
};

static void *make(world_t *world, kind_t kind, object_t *parent)
{
    test_device local = kind == CONTEXT ? device : within(pick(world, CONTEXT));
    switch (kind) {
    case CONTEXT:
        return new_context();
    case QUEUE:
        return fixture_queue(&local, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    case LIST:
        return fixture_list(&local, 0);
    case IMMEDIATE:
        return fixture_immediate(&local, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    case FENCE:
        return new_fence(parent);
    case POOL:
        return fixture_pool(&local, ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_IPC, 4);
    case EVENT:
        return fixture_event(parent->handle, (uint32_t)random_below(world, 4));
    case MODULE:
        return fixture_module(&local, "kernels.spv");
    case KERNEL:
        return fixture_kernel(parent->handle, "add");
    case MEMORY:
        return new_memory(&local);
    case OPENED_MEMORY:
        return open_memory(&local, parent);
    case OPENED_POOL:
        return open_pool(&local, parent);
    case KINDS:
        break;
    }
    return NULL;
}

/* Makes one object of each kind first, so that everything has a parent. */
static void build_world(world_t *world)
{
    for (world->count = 0; world->count < OBJECTS;) {
        kind_t kind =
            world->count < KINDS ? (kind_t)world->count : (kind_t)random_below(world, KINDS);
        object_t *parent = kind == CONTEXT ? NULL : pick(world, parents[kind]);
        object_t *object = &world->objects[world->count];
        void *handle = make(world, kind, parent);
        *object = (object_t){.kind = kind, .parent = parent, .handle = handle};
        world->count++;
    }
    world->open = false;
    world->gate_pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    world->gate = fixture_event(world->gate_pool, 0);
}

static void append_work(world_t *world, object_t *list)
{
    ze_kernel_handle_t kernel = pick(world, KERNEL)->handle;
    ze_event_handle_t signal = random_below(world, 2) == 0 ? pick(world, EVENT)->handle : NULL;
    uint32_t waits = random_below(world, 4) != 0 ? 1 : 0;
    ze_group_count_t one = {1, 1, 1};
    uint32_t value = 1;

    fixture_argument(kernel, 0, sizeof(void *), &list->memory->handle);
    fixture_argument(kernel, 1, sizeof value, &value);
    CHECK_SUCCESS(
        zeCommandListAppendLaunchKernel(list->handle, kernel, &one, signal, waits, &world->gate));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list->handle, &list->result, list->memory->handle,
                                                sizeof list->result, NULL, 0, NULL));
    list->launches++;
}

static object_t *find_fence(world_t *world, const object_t *queue)
{
    object_t *fence = pick(world, FENCE);
    return fence->parent == queue ? fence : NULL;
}

/* A regular list is recorded once, and executed by one queue a random number of times. */
static void submit(world_t *world)
{
    object_t *list = pick(world, random_below(world, 2) == 0 ? LIST : IMMEDIATE);
    if (list->memory == NULL) {
        list->memory = pick_unused_memory(world);
        if (list->memory == NULL) {
            return;
        }
    }
    if (list->kind == IMMEDIATE) {
        append_work(world, list);
        list->expected = list->launches;
        return;
    }
    if (list->queue == NULL) {
        append_work(world, list);
        append_work(world, list);
        CHECK_SUCCESS(zeCommandListClose(list->handle));
        list->queue = pick(world, QUEUE);
    }
    object_t *fence = find_fence(world, list->queue);
    ze_command_list_handle_t handle = list->handle;
    CHECK_SUCCESS(zeCommandQueueExecuteCommandLists(list->queue->handle, 1, &handle,
                                                    fence != NULL ? fence->handle : NULL));
    list->expected += list->launches;
}

static void free_memory(world_t *world, object_t *memory)
{
    ze_memory_free_ext_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC,
                                      .freePolicy =
                                          world->open && random_below(world, 2) == 0
                                              ? ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE
                                              : ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE};
    if (memory->used) {
        CHECK_SUCCESS(zeMemFreeExt(base_context, &desc, memory->handle));
    } else {
        CHECK_SUCCESS(zeMemFree(base_context, memory->handle));
    }
}

static void destroy(world_t *world, object_t *object)
{
    switch (object->kind) {
    case CONTEXT:
        CHECK_SUCCESS(zeContextDestroy(object->handle));
        break;
    case QUEUE:
        CHECK_SUCCESS(zeCommandQueueDestroy(object->handle));
        break;
    case LIST:
    case IMMEDIATE:
        CHECK_SUCCESS(zeCommandListDestroy(object->handle));
        break;
    case FENCE:
        CHECK_SUCCESS(zeFenceDestroy(object->handle));
        break;
    case POOL:
        CHECK_SUCCESS(zeEventPoolDestroy(object->handle));
        break;
    case OPENED_POOL:
        CHECK_SUCCESS(zeEventPoolCloseIpcHandle(object->handle));
        break;
    case EVENT:
        CHECK_SUCCESS(zeEventDestroy(object->handle));
        break;
    case MODULE:
        CHECK_SUCCESS(zeModuleDestroy(object->handle));
        break;
    case KERNEL:
        CHECK_SUCCESS(zeKernelDestroy(object->handle));
        break;
    case MEMORY:
        free_memory(world, object);
        break;
    case OPENED_MEMORY:
        CHECK_SUCCESS(zeMemCloseIpcHandle(base_context, object->handle));
        break;
    case KINDS:
        break;
    }
}

static void open_gate(world_t *world)
{
    CHECK_SUCCESS(zeEventHostSignal(world->gate));
    CHECK_SUCCESS(zeEventPoolDestroy(world->gate_pool));
    CHECK_SUCCESS(zeEventDestroy(world->gate));
    world->open = true;
}

static void destroy_world(world_t *world)
{
    size_t order[OBJECTS];
    size_t opening = random_below(world, OBJECTS + 1);

    for (size_t i = 0; i < world->count; i++) {
        size_t place = random_below(world, i + 1);
        order[i] = order[place];
        order[place] = i;
    }
    for (size_t i = 0; i < world->count; i++) {
        if (i == opening) {
            open_gate(world);
        }
        destroy(world, &world->objects[order[i]]);
    }
    if (!world->open) {
        open_gate(world);
    }
}

/* Its results may be written until nothing is left, so the world stays. */
static void run_round(world_t *world, uint64_t seed)
{
    world->seed = seed;
    build_world(world);
    for (int i = 0; i < SUBMISSIONS; i++) {
        submit(world);
    }
    destroy_world(world);
}

static void check_results(const world_t *world)
{
    for (size_t i = 0; i < world->count; i++) {
        const object_t *object = &world->objects[i];
        CHECK(atomic_load(&object->result) == object->expected);
    }
}

typedef struct worker {
    pthread_t thread;
    uint64_t seed;
    world_t worlds[ROUNDS];
} worker_t;

static void *work(void *argument)
{
    worker_t *worker = argument;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        run_round(&worker->worlds[round], worker->seed + round);
    }
    return NULL;
}

static void test_random_graphs(void)
{
    worker_t *workers = calloc(THREADS, sizeof *workers);
    CHECK(workers != NULL);
    for (uint64_t i = 0; i < THREADS; i++) {
        workers[i].seed = 1000 * i;
        CHECK(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(workers[i].thread, NULL) == 0);
    }
    check_nothing_left();
    for (int i = 0; i < THREADS; i++) {
        for (int round = 0; round < ROUNDS; round++) {
            check_results(&workers[i].worlds[round]);
        }
    }
    free(workers);
}

int main(void)
{
    fixture_start(&device);
    direct_count_engine();
    base_context = device.context;
    test_children_outlive_parents();
    test_deferred_free();
    test_random_graphs();
    fixture_end(&device);
    return 0;
}
