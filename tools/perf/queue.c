/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One in-order immediate list, whose last operation of a row signals.  The list opens with the first
 * operation: most runs need none.
 */
#include "queue.h"

#include "launch.h"
#include "measure.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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
    const ze_command_queue_desc_t list = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_event_pool_desc_t pool = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                       .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                       .count = 1};
    const ze_event_desc_t event = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                   .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                   .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    perf_check_ze(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &list,
                                               &queue.list),
                  "zeCommandListCreateImmediate");
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

static void require(int result, const char *what)
{
    if (result != 0) {
        fprintf(stderr, "%s: PE %d: %s failed: %d\n", program_invocation_short_name,
                ishmem_my_pe(), what, result);
        ishmem_global_exit(EXIT_FAILURE);
    }
}

/* ---- Operations ------------------------------------------------------------------------------ */

/* Appends one operation, which signals the event unless that is NULL. */
typedef void (*append_fn)(const perf_job_t *job, size_t bytes, ze_event_handle_t signal);

static void append_all(const perf_job_t *job, append_fn append, size_t bytes, size_t count)
{
    open_queue();
    for (size_t i = 1; i <= count; i++) {
        append(job, bytes, i == count ? queue.done : NULL);
    }
    finish();
}

static void append_put(const perf_job_t *job, size_t bytes, ze_event_handle_t signal)
{
    require(ishmemx_putmem_on_queue(job->dest, job->source, bytes, job->peer, queue.list, signal, 0,
                                    NULL),
            "ishmemx_putmem_on_queue");
}

static void append_get(const perf_job_t *job, size_t bytes, ze_event_handle_t signal)
{
    require(ishmemx_getmem_on_queue(job->dest, job->source, bytes, job->peer, queue.list, signal, 0,
                                    NULL),
            "ishmemx_getmem_on_queue");
}

static void append_put_signal(const perf_job_t *job, size_t bytes, ze_event_handle_t signal)
{
    require(ishmemx_putmem_signal_on_queue(job->dest, job->source, bytes,
                                           job->word + PERF_WORD_SIGNAL, 1, ISHMEM_SIGNAL_SET,
                                           job->peer, queue.list, signal, 0, NULL),
            "ishmemx_putmem_signal_on_queue");
}

static void append_p(const perf_job_t *job, size_t bytes, ze_event_handle_t signal)
{
    (void)bytes;
    require(ishmemx_uint64_p_on_queue((uint64_t *)(void *)job->dest, 1, job->peer, queue.list,
                                      signal, 0, NULL),
            "ishmemx_uint64_p_on_queue");
}

static void append_atomic(const perf_job_t *job, size_t bytes, ze_event_handle_t signal)
{
    (void)bytes;
    require(ishmemx_uint64_atomic_add_on_queue((uint64_t *)(void *)job->dest, 1, job->peer,
                                               queue.list, signal, 0, NULL),
            "ishmemx_uint64_atomic_add_on_queue");
}

static void append_barrier(const perf_job_t *job, size_t bytes, ze_event_handle_t signal)
{
    (void)job;
    (void)bytes;
    require(ishmemx_barrier_all_on_queue(queue.list, signal, 0, NULL),
            "ishmemx_barrier_all_on_queue");
}

static void append_strided(const perf_job_t *job, size_t bytes, ze_event_handle_t signal)
{
    const size_t block = bytes / PERF_QUEUE_BLOCKS;
    require(ishmemx_ibput8_on_queue(job->dest, job->source, (ptrdiff_t)(2 * block),
                                    (ptrdiff_t)block, block, PERF_QUEUE_BLOCKS, job->peer,
                                    queue.list, signal, 0, NULL),
            "ishmemx_ibput8_on_queue");
}

static void append_copy(const perf_job_t *job, size_t bytes, ze_event_handle_t signal)
{
    void *const there = ishmem_ptr(job->dest, job->peer);
    perf_check_ze(zeCommandListAppendMemoryCopy(queue.list, there ? there : (void *)job->dest,
                                                job->source, bytes, signal, 0, NULL),
                  "zeCommandListAppendMemoryCopy");
}

#define DEFINE(NAME)                                                    \
    void perf_queue_##NAME(perf_job_t *job, size_t bytes, size_t count) \
    {                                                                   \
        append_all(job, append_##NAME, bytes, count);                   \
    }
DEFINE(put)
DEFINE(get)
DEFINE(put_signal)
DEFINE(p)
DEFINE(atomic)
DEFINE(barrier)
DEFINE(strided)

/* ---- Beside work ----------------------------------------------------------------------------- */

static void put_beside(perf_job_t *job, double work, size_t bytes, size_t count)
{
    open_queue();
    for (size_t i = 0; i < count; i++) {
        append_put(job, bytes, queue.done);
        perf_work(work);
        finish();
    }
}

void perf_queue_put_overlap(perf_job_t *job, size_t bytes, size_t count)
{
    put_beside(job, job->alone, bytes, count);
}

void perf_queue_put_alone(perf_job_t *job, size_t bytes, size_t count)
{
    put_beside(job, 0.0, bytes, count);
}

/* ---- The limit ------------------------------------------------------------------------------- */

double perf_queue_copy(const perf_job_t *job, size_t bytes, size_t count)
{
    enum { SAMPLES = 21 };
    double samples[SAMPLES];
    append_all(job, append_copy, bytes, count);
    for (size_t i = 0; i < SAMPLES; i++) {
        const double start = perf_now();
        append_all(job, append_copy, bytes, count);
        samples[i] = (perf_now() - start) / (double)count;
    }
    return perf_figures_of(samples, SAMPLES).median;
}
