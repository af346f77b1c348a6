/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word    written by                    read by                     ordering
 * making  threads of the driver and     the thread that closes the  seq_cst
 *         the proxy                     trace
 * takes   open and close of the trace   these threads               seq_cst
 *
 * Close waits for every such thread that has read true.
 */
#include "trace.h"

#include "align.h"
#include "env.h"
#include "job.h"
#include "kernel_log.h"
#include "log.h"
#include "observe.h"
#include "running.h"
#include "trace_file.h"
#include "util/relax.h"
#include <inttypes.h>
#include <stdbool.h>

static bool is_open;

static uint64_t place_of(const void *object)
{
    const uint64_t in_heap = (uintptr_t)object - (uintptr_t)ishmemi_job.heap;
    if (in_heap < ishmemi_job.heap_bytes) {
        return in_heap;
    }
    return ISHMEMI_TRACE_STATIC | ((uintptr_t)object - ishmemi_segment.start);
}

static void record(const ishmemi_observed_t *call)
{
    ishmemi_trace_record_t *const record = ishmemi_trace_file_begin();
    if (record) {
        *record = (ishmemi_trace_record_t){.began = call->began,
                                           .ended = call->ended,
                                           .waited = call->waited,
                                           .bytes = call->bytes,
                                           .object = call->team != 0 ? call->team
                                                     : call->object  ? place_of(call->object)
                                                                     : 0,
                                           .value = call->value,
                                           .pe = call->pe,
                                           .name = ishmemi_trace_file_name(call->routine),
                                           .kind = call->kind,
                                           .path = call->path,
                                           .effect = call->effect};
        ishmemi_trace_file_end();
    }
}

_Static_assert(ISHMEMI_TRACE_LAUNCH == ISHMEMI_OBSERVE_KINDS, "a number of its own");

/* How many records the threads of the driver and of the proxy are making, even while the file is
 * closed. */
static unsigned making;
static bool takes;

static void record_other(const char *name, ishmemi_trace_record_t record)
{
    __atomic_fetch_add(&making, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&takes, __ATOMIC_SEQ_CST)) {
        record.name = ishmemi_trace_file_copied_name(name);
        ishmemi_trace_file_write(&record);
    }
    __atomic_fetch_sub(&making, 1, __ATOMIC_SEQ_CST);
}

/* A kernel of the program or of the library has run. */
static void record_launch(const char *kernel, uint64_t groups, uint64_t began, uint64_t ended)
{
    record_other(kernel, (ishmemi_trace_record_t){.began = began,
                                                  .ended = ended,
                                                  .value = groups,
                                                  .pe = -1,
                                                  .kind = ISHMEMI_TRACE_LAUNCH,
                                                  .path = ISHMEMI_PATH_KERNEL});
}

/* The proxy has carried out a kernel's request. */
static void record_operation(const char *operation, int pe, uint64_t bytes, uint64_t began,
                             uint64_t ended)
{
    record_other(operation, (ishmemi_trace_record_t){.began = began,
                                                     .ended = ended,
                                                     .bytes = bytes,
                                                     .pe = pe,
                                                     .kind = ISHMEMI_TRACE_PROXY,
                                                     .path = ISHMEMI_PATH_FAR});
}

static void open_others(void)
{
    __atomic_store_n(&takes, true, __ATOMIC_SEQ_CST);
    ishmemi_running_open();
    ishmemi_running_set_callback(record_launch);
    __atomic_store_n(&ishmemi_observe_operation, record_operation, __ATOMIC_RELAXED);
}

static void close_others(void)
{
    __atomic_store_n(&ishmemi_observe_operation, NULL, __ATOMIC_RELAXED);
    ishmemi_running_set_callback(NULL);
    __atomic_store_n(&takes, false, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&making, __ATOMIC_SEQ_CST) != 0) {
        ishmemi_relax();
    }
}

static const ishmemi_observer_t observer = {.end = record};

int ishmemi_trace_open(void)
{
    if (!*ishmemi_env.trace) {
        return 0;
    }
    if (ishmemi_trace_file_open(ishmemi_env.trace, ishmemi_env.trace_limit) != 0) {
        return -1;
    }
    ishmemi_trace_file_header()->start_offset = ishmemi_align();
    is_open = true;
    ishmemi_observe_add(&observer);
    open_others();
    return 0;
}

void ishmemi_trace_close(void)
{
    if (!is_open) {
        return;
    }
    is_open = false;
    ishmemi_observe_remove(&observer);
    close_others();
    ishmemi_trace_file_header()->dropped += ishmemi_kernel_log_drain();
    ishmemi_trace_file_header()->end_offset = ishmemi_align();
    const uint64_t dropped = ishmemi_trace_file_close();
    if (dropped > 0) {
        ishmemi_warn("ISHMEM_TRACE: %" PRIu64
                     " calls are not in the trace, which has reached ISHMEM_TRACE_LIMIT or the end "
                     "of the disk",
                     dropped);
    }
}
