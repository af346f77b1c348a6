/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Passes a zed_deferred_t from stream to stream.
 *
 * word       written by                 read by       ordering
 * streams    when a stream is created   any thread    release, acquire
 */
#include "deferred.h"

#include <stdatomic.h>
#include <stddef.h>

static const zed_deferred_streams_t *_Atomic streams;

void zed_deferred_set_streams(const zed_deferred_streams_t *given)
{
    atomic_store_explicit(&streams, given, memory_order_release);
}

void zed_deferred_continue(zed_deferred_t *deferred, uint64_t stream_number)
{
    const zed_deferred_streams_t *all = atomic_load_explicit(&streams, memory_order_acquire);
    while (all && stream_number <= all->count()) {
        if (all->keep(stream_number, deferred)) {
            return;
        }
        stream_number++;
    }
    deferred->act(deferred);
}

void zed_deferred_release(zed_deferred_t *deferred, void (*act)(zed_deferred_t *deferred))
{
    deferred->act = act;
    zed_deferred_continue(deferred, 1);
}
