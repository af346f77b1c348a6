/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libishmem's whole call sequence with one PE on a driver that accepts every call and executes
 * nothing: memory keeps its contents and events complete at once, so that no result is checked,
 * and every wait is for what holds of any value.  Checked are: the tile, what routines return, and
 * that no Level Zero object outlives ishmem_finalize.
 */
#include "launch.h"
#include "live_objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1024, LINE_BYTES = 512, ROUNDS = 2, CYCLES = 2, LAPS = 1, GROUP_ITEMS = 32 };

static void check_tile(void)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};

    launch_check(zeDeviceGetProperties(ishmemx_ze_device(), &properties), "querying the tile");
    if (properties.type != ZE_DEVICE_TYPE_GPU)
        launch_fail("error: the tile is of type %d, not a GPU", (int)properties.type);
    if (!(properties.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE))
        launch_fail("error: the PE has a whole device, not a tile of it");
    printf("tile %u of %s\n", properties.subdeviceId, properties.name);
}

static void *expect_memory(void *address, const char *routine)
{
    if (address == NULL)
        launch_fail("error: %s returned NULL", routine);
    return address;
}

static void memory_management(void)
{
    void *block = expect_memory(ishmem_malloc(4096), "ishmem_malloc");

    if (ishmem_ptr(block, 0) != block)
        launch_fail("error: ishmem_ptr on the own PE is another address");
    block = expect_memory(ishmem_realloc(block, 65536), "ishmem_realloc");
    ishmem_free(block);
    ishmem_free(expect_memory(ishmem_align(4096, 100), "ishmem_align"));
    ishmem_free(expect_memory(ishmem_malloc_with_hints(64, ISHMEM_MALLOC_SIGNAL_REMOTE),
                              "ishmem_malloc_with_hints"));
}

static void host_routines(uint64_t *words, uint64_t *signal)
{
    static uint64_t buffer[WORDS];

    ishmem_uint64_put(words, buffer, WORDS, 0);
    ishmem_uint64_get(buffer, words, WORDS, 0);
    ishmem_putmem(words, buffer, 1, 0);
    ishmem_getmem(buffer, words, sizeof(buffer), 0);
    ishmem_uint64_p(words, 1, 0);
    (void)ishmem_uint64_g(words, 0);
    ishmem_uint64_put_signal(words, buffer, WORDS, signal, 1, ISHMEM_SIGNAL_SET, 0);
    ishmem_putmem_signal(words, buffer, 3, signal, 1, ISHMEM_SIGNAL_ADD, 0);
    (void)ishmem_signal_fetch(signal);
    (void)ishmem_signal_wait_until(signal, ISHMEM_CMP_GE, 0);
    ishmem_uint64_wait_until(words, ISHMEM_CMP_GE, 0);
    ishmem_uint64_atomic_set(words, 1, 0);
    ishmem_uint64_atomic_add(words, 1, 0);
    (void)ishmem_uint64_atomic_fetch(words, 0);
    (void)ishmem_uint64_atomic_fetch_add(words, 1, 0);
    (void)ishmem_uint64_atomic_compare_swap(words, 1, 2, 0);
    (void)ishmem_int_atomic_fetch_add((int *)words, 1, 0);
    ishmem_float_atomic_set((float *)words, 1.0f, 0);
    ishmem_fence();
    ishmem_quiet();
    ishmem_sync_all();
    ishmem_barrier_all();
}

static void check_appended(int result, const char *routine)
{
    if (result != 0)
        launch_fail("error: %s returned %d", routine, result);
}
#define APPEND(ROUTINE, ...) check_appended(ROUTINE(__VA_ARGS__, list, NULL, 0, NULL), #ROUTINE)

/* Operations of every kind, with local memory that kernels reach and that they do not. */
static void append_operations(ze_command_list_handle_t list, uint64_t *words, uint64_t *signal,
                              uint64_t *shared)
{
    static uint64_t buffer[WORDS];
    int *flag = (int *)shared;

    APPEND(ishmemx_uint64_put_on_queue, words, buffer, WORDS, 0);
    APPEND(ishmemx_getmem_nbi_on_queue, shared, words, WORDS, 0);
    APPEND(ishmemx_uint64_iput_on_queue, words, buffer, 2, 1, WORDS / 2, 0);
    APPEND(ishmemx_uint64_iput_on_queue, words, shared, 2, 1, WORDS / 2, 0);
    APPEND(ishmemx_ibget32_on_queue, shared, words, 4, 3, 2, WORDS / 8, 0);
    APPEND(ishmemx_putmem_signal_on_queue, words, buffer, 3, signal, 1, ISHMEM_SIGNAL_ADD, 0);
    APPEND(ishmemx_putmem_signal_on_queue, words, shared, 3, signal, 1, ISHMEM_SIGNAL_ADD, 0);
    APPEND(ishmemx_uint16_p_on_queue, (uint16_t *)words, 1, 0);
    APPEND(ishmemx_uint64_g_on_queue, words, 0, shared);
    APPEND(ishmemx_uint64_atomic_fetch_add_on_queue, words, 1, 0, shared);
    APPEND(ishmemx_float_atomic_add_on_queue, (float *)words, 1.0f, 0);
    APPEND(ishmemx_double_atomic_add_on_queue, (double *)words, 1.0, 0);
    APPEND(ishmemx_signal_set_on_queue, signal, 1, 0);
    APPEND(ishmemx_signal_wait_until_on_queue, signal, ISHMEM_CMP_GE, 0, shared);
    APPEND(ishmemx_int_test_on_queue, (int *)words, ISHMEM_CMP_EQ, 0, flag);
    APPEND(ishmemx_uint64_wait_until_any_on_queue, words, 4, NULL, ISHMEM_CMP_GE, 0, shared);
    check_appended(ishmemx_fence_on_queue(list, NULL, 0, NULL), "ishmemx_fence_on_queue");
    check_appended(ishmemx_quiet_on_queue(list, NULL, 0, NULL), "ishmemx_quiet_on_queue");
    check_appended(ishmemx_sync_all_on_queue(list, NULL, 0, NULL), "ishmemx_sync_all_on_queue");
    check_appended(ishmemx_barrier_all_on_queue(list, NULL, 0, NULL),
                   "ishmemx_barrier_all_on_queue");
}

/* Once on an immediate list, and on a regular one that is executed. */
static void queued_routines(uint64_t *words, uint64_t *signal)
{
    const ze_context_handle_t context = ishmemx_ze_context();
    const ze_device_handle_t device = ishmemx_ze_device();
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    const ze_host_mem_alloc_desc_t host_desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    ze_command_list_handle_t immediate;
    ze_command_list_handle_t recorded;
    ze_command_queue_handle_t queue;
    void *shared;

    launch_check(zeMemAllocHost(context, &host_desc, WORDS * sizeof(uint64_t), 64, &shared),
                 "allocating host memory");
    launch_list_create(&immediate);
    append_operations(immediate, words, signal, shared);
    launch_list_destroy(immediate);
    launch_check(zeCommandQueueCreate(context, device, &queue_desc, &queue), "creating a queue");
    launch_check(zeCommandListCreate(context, device, &list_desc, &recorded), "creating a list");
    append_operations(recorded, words, signal, shared);
    launch_check(zeCommandListClose(recorded), "closing a list");
    for (int round = 0; round < ROUNDS; round++)
        launch_check(zeCommandQueueExecuteCommandLists(queue, 1, &recorded, NULL),
                     "executing a list");
    launch_check(zeCommandQueueSynchronize(queue, UINT64_MAX), "waiting for a queue");
    launch_list_destroy(recorded);
    launch_check(zeCommandQueueDestroy(queue), "destroying a queue");
    launch_check(zeMemFree(context, shared), "freeing host memory");
}

static void launches(uint64_t *words, char *lines)
{
    const uint64_t bytes = LINE_BYTES;
    const uint32_t laps = LAPS;
    const char *line = lines + LINE_BYTES;
    uint64_t *incoming = words + 2;
    uint64_t *arrived = words + 4;
    uint64_t *log = words + 8;
    const launch_argument_t hello_arguments[] = {LAUNCH_ARGUMENT(lines), LAUNCH_ARGUMENT(line),
                                                 LAUNCH_ARGUMENT(bytes)};
    const launch_argument_t ring_arguments[] = {LAUNCH_ARGUMENT(words), LAUNCH_ARGUMENT(incoming),
                                                LAUNCH_ARGUMENT(arrived), LAUNCH_ARGUMENT(log),
                                                LAUNCH_ARGUMENT(laps)};
    launch_program_t hello;
    launch_program_t ring;
    launch_program_t jacobi;
    ze_kernel_handle_t hello_kernel;
    ze_kernel_handle_t ring_kernel;
    ze_kernel_handle_t jacobi_kernel;

    launch_open("hello.spv", &hello);
    launch_open("ring.spv", &ring);
    launch_kernel_create(&hello, "hello", GROUP_ITEMS, 3, hello_arguments, &hello_kernel);
    launch_kernel_create(&ring, "ring", 1, 5, ring_arguments, &ring_kernel);
    launch_open("jacobi.spv", &jacobi);
    launch_kernel_create(&jacobi, "jacobi", 256, 0, NULL, &jacobi_kernel);
    if (launch_max_resident_groups(jacobi_kernel) == 0)
        launch_fail("error: no work-group of kernel jacobi can be resident");
    for (int round = 0; round < ROUNDS; round++) {
        launch_start(&hello, hello_kernel, 1, false);
        launch_wait(&hello);
        launch_start(&ring, ring_kernel, 1, true);
        launch_wait(&ring);
    }
    launch_kernel_destroy(jacobi_kernel);
    launch_close(&jacobi);
    launch_kernel_destroy(ring_kernel);
    launch_kernel_destroy(hello_kernel);
    launch_close(&ring);
    launch_close(&hello);
}

static void one_job(void)
{
    int initialized = 0;

    ishmem_init();
    ishmemx_query_initialized(&initialized);
    if (!initialized || ishmem_my_pe() != 0 || ishmem_n_pes() != 1)
        launch_fail("error: the job is not PE 0 of 1");
    check_tile();
    memory_management();

    uint64_t *words = expect_memory(ishmem_calloc(WORDS, sizeof(uint64_t)), "ishmem_calloc");
    uint64_t *signal = expect_memory(ishmem_calloc(1, sizeof(uint64_t)), "ishmem_calloc");
    char *lines = expect_memory(ishmem_calloc(2, LINE_BYTES), "ishmem_calloc");
    host_routines(words, signal);
    queued_routines(words, signal);
    launches(words, lines);
    ishmem_free(lines);
    ishmem_free(signal);
    ishmem_free(words);
    ishmem_finalize();
}

int main(void)
{
    /* The tracing layer exists only after zeInit. */
    if (zeInit(0) != ZE_RESULT_SUCCESS) {
        fprintf(stderr, "error: zeInit finds no driver\n");
        return EXIT_FAILURE;
    }
    if (live_objects_watch() != 0)
        return EXIT_FAILURE;
    for (int cycle = 0; cycle < CYCLES; cycle++)
        one_job();
    if (live_objects_kinds_seen() < 5) {
        fprintf(stderr, "error: the tracing layer saw only %d kinds of objects\n",
                live_objects_kinds_seen());
        return EXIT_FAILURE;
    }
    if (live_objects_report() != 0)
        return EXIT_FAILURE;
    printf("capture: PASS\n");
    return EXIT_SUCCESS;
}
