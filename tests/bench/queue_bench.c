/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * queue_bench: what queue-ordered operations cost, each figure beside zeCommandListAppendMemoryCopy
 * of the same bytes between the same places on the same list, in turns.
 *
 *     mpiexec -n 2 queue_bench
 *
 * PE 0 works on PE 1's heap.  The two take turns, and turns in who begins, batch after batch; times
 * are medians of the batches, and so is their ratio, that of each pair of batches, which what
 * disturbs both does not change.  Nothing is asserted.
 */
#include "baseline.h"
#include "ishmemx.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST_BATCHES = 61, TURNS = 9, CHAIN = 1000, LARGEST = 64 << 20 };

static int me;
static ze_command_list_handle_t list;
static ze_event_pool_handle_t pool;
static ze_event_handle_t done;

static void require(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "queue_bench: PE %d: %s failed\n", me, what);
        ishmem_global_exit(1);
    }
}

static void require_ze(ze_result_t result, const char *what)
{
    require(result == ZE_RESULT_SUCCESS, what);
}

static void open_list(void)
{
    const ze_command_queue_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                               .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                            .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                            .count = 1};
    const ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                        .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                        .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    require_ze(
        zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &list_desc, &list),
        "zeCommandListCreateImmediate");
    require_ze(zeEventPoolCreate(ishmemx_ze_context(), &pool_desc, 0, NULL, &pool),
               "zeEventPoolCreate");
    require_ze(zeEventCreate(pool, &event_desc, &done), "zeEventCreate");
}

static void close_list(void)
{
    zeEventDestroy(done);
    zeEventPoolDestroy(pool);
    zeCommandListDestroy(list);
}

/* ---- What is compared ------------------------------------------------------------------------ */

typedef struct ends {
    char *dest; /* symmetric */
    char *peer; /* PE 1's, as PE 0 reaches it */
    char *source;
    uint64_t *signal; /* symmetric */
} ends_t;

typedef void (*append_t)(const ends_t *ends, size_t bytes, ze_event_handle_t signal);

static void append_copy(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    require_ze(
        zeCommandListAppendMemoryCopy(list, ends->peer, ends->source, bytes, signal, 0, NULL),
        "zeCommandListAppendMemoryCopy");
}

/* As a get goes. */
static void append_copy_back(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    require_ze(
        zeCommandListAppendMemoryCopy(list, ends->source, ends->peer, bytes, signal, 0, NULL),
        "zeCommandListAppendMemoryCopy");
}

static void append_put(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    require(ishmemx_putmem_on_queue(ends->dest, ends->source, bytes, 1, list, signal, 0, NULL) == 0,
            "ishmemx_putmem_on_queue");
}

static void append_get(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    require(ishmemx_getmem_on_queue(ends->source, ends->dest, bytes, 1, list, signal, 0, NULL) == 0,
            "ishmemx_getmem_on_queue");
}

static void append_put_signal(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    require(ishmemx_putmem_signal_on_queue(ends->dest, ends->source, bytes, ends->signal, 1,
                                           ISHMEM_SIGNAL_SET, 1, list, signal, 0, NULL) == 0,
            "ishmemx_putmem_signal_on_queue");
}

/* 64-bit elements, every other one. */
static void append_iput(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    require(ishmemx_iput64_on_queue(ends->dest, ends->source, 2, 1, bytes / 8, 1, list, signal, 0,
                                    NULL) == 0,
            "ishmemx_iput64_on_queue");
}

static void append_p(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    (void)bytes;
    require(
        ishmemx_uint64_p_on_queue((uint64_t *)(void *)ends->dest, 1, 1, list, signal, 0, NULL) == 0,
        "ishmemx_uint64_p_on_queue");
}

static void append_add(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    (void)bytes;
    require(ishmemx_uint64_atomic_add_on_queue(ends->signal, 1, 1, list, signal, 0, NULL) == 0,
            "ishmemx_uint64_atomic_add_on_queue");
}

static void append_quiet(const ends_t *ends, size_t bytes, ze_event_handle_t signal)
{
    (void)ends, (void)bytes;
    require(ishmemx_quiet_on_queue(list, signal, 0, NULL) == 0, "ishmemx_quiet_on_queue");
}

/* ---- Figures --------------------------------------------------------------------------------- */

typedef struct cost {
    double append; /* seconds of the host for one append */
    double total;  /* seconds from the first append to the last one's end, for one */
} cost_t;

static void wait_and_reset(void)
{
    require_ze(zeEventHostSynchronize(done, UINT64_MAX), "zeEventHostSynchronize");
    require_ze(zeEventHostReset(done), "zeEventHostReset");
}

/* One batch: `count` operations, of which the last signals. */
static cost_t measure_batch(append_t append, const ends_t *ends, size_t bytes, int count)
{
    const double start = baseline_now();
    for (int i = 1; i < count; i++) {
        append(ends, bytes, NULL);
    }
    append(ends, bytes, done);
    const double appended = baseline_now();
    wait_and_reset();
    return (cost_t){(appended - start) / count, (baseline_now() - start) / count};
}

/* Enough batches for a median that a few of them do not move. */
static size_t batches_for(size_t bytes)
{
    return bytes <= 4096 ? 21 : bytes <= 1048576 ? MOST_BATCHES : 31;
}

static void compare(const char *name, append_t append, append_t copy, const ends_t *ends,
                    size_t bytes, int count)
{
    double append_seconds[MOST_BATCHES];
    double total_seconds[MOST_BATCHES];
    double copy_seconds[MOST_BATCHES];
    double ratios[MOST_BATCHES];
    const size_t batches = batches_for(bytes);
    measure_batch(append, ends, bytes, count);
    measure_batch(copy, ends, bytes, count);
    for (size_t batch = 0; batch < batches; batch++) {
        cost_t costs[2];
        for (size_t turn = 0; turn < 2; turn++) {
            const size_t which = (batch + turn) % 2;
            costs[which] = measure_batch(which == 0 ? append : copy, ends, bytes, count);
        }
        append_seconds[batch] = costs[0].append;
        total_seconds[batch] = costs[0].total;
        copy_seconds[batch] = costs[1].total;
        ratios[batch] = costs[0].total / costs[1].total;
    }
    const double ratio = baseline_median(ratios, batches);
    printf("%-10s %9zu B x %4d   append %8.0f ns   each %12.0f ns   copy %12.0f ns   "
           "time %5.2f of it, speed %.2f\n",
           name, bytes, count, baseline_median(append_seconds, batches) * 1e9,
           baseline_median(total_seconds, batches) * 1e9,
           baseline_median(copy_seconds, batches) * 1e9, ratio, 1 / ratio);
}

/* A word goes to the other PE and comes back, all by one list on each side. */
static void ping_pong(uint64_t *signal)
{
    double samples[TURNS];
    for (int batch = 0; batch < TURNS; batch++) {
        const uint64_t first = (uint64_t)batch * CHAIN;
        ishmem_barrier_all();
        const double start = baseline_now();
        for (uint64_t i = 1; i <= CHAIN; i++) {
            const ze_event_handle_t last = i == CHAIN ? done : NULL;
            const uint64_t turn = first + i;
            bool good;
            if (me == 0) {
                good = ishmemx_signal_set_on_queue(signal, turn, 1, list, NULL, 0, NULL) == 0 &&
                       ishmemx_signal_wait_until_on_queue(signal, ISHMEM_CMP_GE, turn, NULL, list,
                                                          last, 0, NULL) == 0;
            } else {
                good = ishmemx_signal_wait_until_on_queue(signal, ISHMEM_CMP_GE, turn, NULL, list,
                                                          NULL, 0, NULL) == 0 &&
                       ishmemx_signal_set_on_queue(signal, turn, 0, list, last, 0, NULL) == 0;
            }
            require(good, "a turn of the ping-pong");
        }
        wait_and_reset();
        samples[batch] = (baseline_now() - start) / CHAIN;
    }
    if (me == 0) {
        printf("%-10s signal_set and signal_wait_until, there and back: %.2f us\n", "ping-pong",
               baseline_median(samples, TURNS) * 1e6);
    }
}

static void figures(const ends_t *ends)
{
    static const size_t sizes[] = {64,      4096,    32768,    131072, 262144,
                                   1048576, 4194304, 16777216, LARGEST};
    compare("put", append_put, append_copy, ends, 8, CHAIN);
    compare("get", append_get, append_copy_back, ends, 8, CHAIN);
    compare("p", append_p, append_copy, ends, 8, CHAIN);
    compare("add", append_add, append_copy, ends, 8, CHAIN);
    compare("put_signal", append_put_signal, append_copy, ends, 8, CHAIN);
    compare("quiet", append_quiet, append_copy, ends, 8, CHAIN);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const int count = sizes[i] <= 32768 ? 200 : sizes[i] <= 1048576 ? 20 : 2;
        compare("put", append_put, append_copy, ends, sizes[i], count);
        compare("get", append_get, append_copy_back, ends, sizes[i], count);
        compare("put_signal", append_put_signal, append_copy, ends, sizes[i], count);
        if (sizes[i] <= LARGEST / 4) {
            compare("iput64", append_iput, append_copy, ends, sizes[i], count);
        }
    }
}

int main(void)
{
    ishmem_init();
    me = ishmem_my_pe();
    if (ishmem_n_pes() != 2) {
        if (me == 0) {
            fprintf(stderr, "queue_bench: run it with 2 PEs\n");
        }
        ishmem_finalize();
        return EXIT_FAILURE;
    }
    static char line[BUFSIZ];
    setvbuf(stdout, line, _IOLBF, sizeof line);
    open_list();
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *source = NULL;
    require_ze(
        zeMemAllocDevice(ishmemx_ze_context(), &desc, LARGEST, 64, ishmemx_ze_device(), &source),
        "zeMemAllocDevice");
    ends_t ends = {.dest = ishmem_malloc(LARGEST),
                   .source = source,
                   .signal = ishmem_calloc(1, sizeof(uint64_t))};
    ends.peer = ishmem_ptr(ends.dest, 1);
    require(ends.dest && ends.signal && ends.peer, "allocating, or reaching PE 1,");
    if (me == 0) {
        figures(&ends);
    }
    ishmem_barrier_all();
    uint64_t *const signal = ishmem_calloc(1, sizeof *signal);
    ping_pong(signal);
    ishmem_barrier_all();
    zeMemFree(ishmemx_ze_context(), source);
    close_list();
    ishmem_finalize();
    return EXIT_SUCCESS;
}
