/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See trace.h.
 */
#include "trace.h"

#include "align.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "observe.h"
#include "trace_file.h"
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
    const ishmemi_trace_record_t record = {.began = call->began,
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
    ishmemi_trace_file_write(&record);
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
    return 0;
}

void ishmemi_trace_close(void)
{
    if (!is_open) {
        return;
    }
    is_open = false;
    ishmemi_observe_remove(&observer);
    ishmemi_trace_file_header()->end_offset = ishmemi_align();
    const uint64_t dropped = ishmemi_trace_file_close();
    if (dropped > 0) {
        ishmemi_warn("ISHMEM_TRACE: %" PRIu64
                     " calls are not in the trace, which has reached ISHMEM_TRACE_LIMIT or the end "
                     "of the disk",
                     dropped);
    }
}
