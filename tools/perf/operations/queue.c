/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One in-order immediate list; the last operation of a row signals an event.  The list is created
 * at the first operation, because most runs need none.
 */
#include "queue.h"

#include "launch.h"
#include "measure.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* ZE_COMMAND_QUEUE_FLAG_IN_ORDER of later versions of Level Zero's header. */
#define FLAG_IN_ORDER ZE_BIT(1)

static struct {
    bool is_open;
    ze_command_list_handle_t list;
    ze_event_pool_handle_t pool;
    ze_event_handle_t done;
} queue;

static void open_queue(void)
{
    if (queue.is_open) {
        return;
    }
    ze_command_queue_desc_t list = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                    .flags = FLAG_IN_ORDER,
                                    .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_event_pool_desc_t pool = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                       .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                       .count = 1};
    const ze_event_desc_t event = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                   .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                   .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    /* Drivers that do not know the flag run lists in order without it. */
    if (zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &list,
                                     &queue.list) != ZE_RESULT_SUCCESS) {
        list.flags = 0;
        perf_check_ze(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &list,
                                                   &queue.list),
                      "zeCommandListCreateImmediate");
    }
    perf_check_ze(zeEventPoolCreate(ishmemx_ze_context(), &pool, 0, NULL, &queue.pool),
                  "zeEventPoolCreate");
    perf_check_ze(zeEventCreate(queue.pool, &event, &queue.done), "zeEventCreate");
    queue.is_open = true;
}

void perf_queue_close(void)
{
    if (queue.is_open) {
        zeEventDestroy(queue.done);
        zeEventPoolDestroy(queue.pool);
        zeCommandListDestroy(queue.list);
        queue.is_open = false;
    }
}

static void finish(void)
{
    perf_check_ze(zeEventHostSynchronize(queue.done, UINT64_MAX), "zeEventHostSynchronize");
    perf_check_ze(zeEventHostReset(queue.done), "zeEventHostReset");
}

void perf_queue_require(int result, const char *what)
{
    if (result != 0) {
        fprintf(stderr, "%s: PE %d: %s failed: %d\n", program_invocation_short_name, ishmem_my_pe(),
                what, result);
        ishmem_global_exit(EXIT_FAILURE);
    }
}

/* ---- Operations ------------------------------------------------------------------------------ */

void perf_queue_run(const perf_job_t *job, perf_append_fn append, size_t bytes, size_t count)
{
    open_queue();
    for (size_t i = 0; i < count; i++) {
        append(job, bytes, i, queue.list, i + 1 == count ? queue.done : NULL);
    }
    finish();
}

PERF_QUEUE_DEFINE(put, ishmemx_putmem_on_queue(job->dest, job->source, bytes, job->peer, list,
                                               signal, 0, NULL))
PERF_QUEUE_DEFINE(get, ishmemx_getmem_on_queue(job->dest, job->source, bytes, job->peer, list,
                                               signal, 0, NULL))
PERF_QUEUE_DEFINE(put_signal,
                  ishmemx_putmem_signal_on_queue(job->dest, job->source, bytes,
                                                 job->word + PERF_WORD_SIGNAL, 1, ISHMEM_SIGNAL_SET,
                                                 job->peer, list, signal, 0, NULL))
PERF_QUEUE_DEFINE(p, ishmemx_uint64_p_on_queue((uint64_t *)(void *)job->dest, at, job->peer, list,
                                               signal, 0, NULL))
PERF_QUEUE_DEFINE(g,
                  ishmemx_uint64_g_on_queue((const uint64_t *)(const void *)job->source, job->peer,
                                            job->word + PERF_WORD_FETCHED, list, signal, 0, NULL))
PERF_QUEUE_DEFINE(strided, ishmemx_ibput8_on_queue(job->dest, job->source,
                                                   (ptrdiff_t)(2 * (bytes / PERF_QUEUE_BLOCKS)),
                                                   (ptrdiff_t)(bytes / PERF_QUEUE_BLOCKS),
                                                   bytes / PERF_QUEUE_BLOCKS, PERF_QUEUE_BLOCKS,
                                                   job->peer, list, signal, 0, NULL))

/* ---- Beside work ----------------------------------------------------------------------------- */

static void beside(perf_job_t *job, perf_append_fn append, double work, size_t bytes, size_t count)
{
    open_queue();
    for (size_t i = 0; i < count; i++) {
        append(job, bytes, i, queue.list, queue.done);
        perf_work(work);
        finish();
    }
}

#define DEFINE_OVERLAP(NAME)                                                      \
    void perf_queue_##NAME##_overlap(perf_job_t *job, size_t bytes, size_t count) \
    {                                                                             \
        beside(job, append_##NAME, job->alone, bytes, count);                     \
    }                                                                             \
    void perf_queue_##NAME##_alone(perf_job_t *job, size_t bytes, size_t count)   \
    {                                                                             \
        beside(job, append_##NAME, 0.0, bytes, count);                            \
    }
DEFINE_OVERLAP(put)
DEFINE_OVERLAP(get)

/* ---- The limits ------------------------------------------------------------------------------ */

static void append_copy(void *to, const void *from, size_t bytes, ze_command_list_handle_t list,
                        ze_event_handle_t signal)
{
    perf_check_ze(zeCommandListAppendMemoryCopy(list, to, from, bytes, signal, 0, NULL),
                  "zeCommandListAppendMemoryCopy");
}

static void append_copy_to(const perf_job_t *job, size_t bytes, size_t at,
                           ze_command_list_handle_t list, ze_event_handle_t signal)
{
    (void)at;
    void *const there = ishmem_ptr(job->dest, job->peer);
    append_copy(there ? there : (void *)job->dest, job->source, bytes, list, signal);
}

static void append_copy_from(const perf_job_t *job, size_t bytes, size_t at,
                             ze_command_list_handle_t list, ze_event_handle_t signal)
{
    (void)at;
    const void *const there = ishmem_ptr(job->source, job->peer);
    append_copy(job->dest, there ? there : (const void *)job->source, bytes, list, signal);
}

double perf_queue_copy(const perf_job_t *job, bool gets, size_t bytes, size_t count)
{
    enum { SAMPLES = 21 };
    const perf_append_fn append = gets ? append_copy_from : append_copy_to;
    double samples[SAMPLES];
    perf_queue_run(job, append, bytes, count);
    for (size_t i = 0; i < SAMPLES; i++) {
        const double start = perf_now();
        perf_queue_run(job, append, bytes, count);
        samples[i] = (perf_now() - start) / (double)count;
    }
    return perf_figures_of(samples, SAMPLES).median;
}

static void append_nothing(const perf_job_t *job, size_t bytes, size_t at,
                           ze_command_list_handle_t list, ze_event_handle_t signal)
{
    (void)job;
    (void)bytes;
    (void)at;
    const ze_group_count_t one = {1, 1, 1};
    perf_check_ze(zeCommandListAppendLaunchKernel(list, perf_kernel("raw", "perf_nothing", 1), &one,
                                                  signal, 0, NULL),
                  "zeCommandListAppendLaunchKernel");
}

void perf_queue_nothing(perf_job_t *job, size_t bytes, size_t count)
{
    perf_queue_run(job, append_nothing, bytes, count);
}
