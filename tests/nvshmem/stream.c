/* SPDX-License-Identifier: BSD-3-Clause */
/* Every routine that is put on a command list; stream_cxx.cpp is the same in C++. */
#include "harness.h"

#include <ishmem/nvshmem/lists.h>
#include <string.h>

static ze_command_list_handle_t list;
static ze_event_pool_handle_t pool;
static ze_event_handle_t done;

static void need(ze_result_t result, const char *what)
{
    if (result != ZE_RESULT_SUCCESS) {
        fprintf(stderr, "%s failed: 0x%x\n", what, (unsigned)result);
        nvshmem_global_exit(1);
    }
}
#define NEED(FUNCTION, ...) need(FUNCTION(__VA_ARGS__), #FUNCTION)

static void create_list(void)
{
    ze_command_queue_desc_t queue;
    ze_event_pool_desc_t events;
    ze_event_desc_t event;
    memset(&queue, 0, sizeof queue);
    memset(&events, 0, sizeof events);
    memset(&event, 0, sizeof event);
    queue.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    queue.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    events.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC;
    events.flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE;
    events.count = 1;
    event.stype = ZE_STRUCTURE_TYPE_EVENT_DESC;
    NEED(zeCommandListCreateImmediate, ishmemx_ze_context(), ishmemx_ze_device(), &queue, &list);
    NEED(zeEventPoolCreate, ishmemx_ze_context(), &events, 0, NULL, &pool);
    NEED(zeEventCreate, pool, &event, &done);
}

static void destroy_list(void)
{
    NEED(zeEventDestroy, done);
    NEED(zeEventPoolDestroy, pool);
    NEED(zeCommandListDestroy, list);
}

/* Until all that is on the list has ended. */
static void settle(void)
{
    NEED(zeCommandListAppendBarrier, list, done, 0, NULL);
    NEED(zeEventHostSynchronize, done, UINT64_MAX);
    NEED(zeEventHostReset, done);
}

static void quiet(void)
{
    settle();
    nvshmemx_quiet_on_stream(list);
    settle();
}

static void barrier(void)
{
    settle();
    nvshmemx_barrier_all_on_stream(list);
    settle();
}

#define REPORT long
#define BODY(NAME) static void NAME(char *area, long *report)
#define CALL(NAME) nvshmemx_##NAME##_on_stream
#define LAST , list
#define FIRST_LAST list
#define LEADER 1
#define SETTLE settle()
#define QUIET quiet()
#define BARRIER barrier()
#include "every.h"

ALL_COPIES
ALL_MOVES
ALL_REDUCTIONS
ALL_VALUES
ALL_WAITS
SYNCS

/* Signals without data, and the host's own form of them. */
BODY(signals)
{
    uint64_t *const words = (uint64_t *)area;
    PES words[0] = words[1] = 0;
    BARRIER;
    nvshmemx_signal_op(words, 3, NVSHMEM_SIGNAL_SET, next);
    nvshmem_fence();
    nvshmemx_signal_op(words, 4, NVSHMEM_SIGNAL_ADD, next);
    CHECK(nvshmem_signal_wait_until(words, NVSHMEM_CMP_EQ, 7) == 7);
    nvshmemx_signal_op_on_stream(words + 1, 5, NVSHMEM_SIGNAL_SET, next, list);
    quiet();
    nvshmemx_signal_op_on_stream(words + 1, 6, NVSHMEM_SIGNAL_ADD, next, list);
    nvshmemx_signal_wait_until_on_stream(words + 1, NVSHMEM_CMP_EQ, 11, list);
    SETTLE;
    CHECK(nvshmem_signal_fetch(words + 1) == 11);
    BARRIER;
}

int main(void)
{
    long report[REPORT_WORDS] = {0};
    nvshmem_init();
    char *const area = (char *)nvshmem_calloc(AREA_BYTES, 1);
    create_list();
#define EACH(NAME)      \
    NAME(area, report); \
    test_note(#NAME, report);
    EACH_OF_MOVES
    EACH_OF_REDUCTIONS
    EACH_OF_LISTS
    EACH(signals)
    destroy_list();
    nvshmem_free(area);
    return test_end("stream");
}
