/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The way of a zed_later_t past all streams.
 *
 *   streams    written when the first stream is made, with release; read by any thread, with acquire
 */
#include "later.h"

#include <stdatomic.h>
#include <stddef.h>

static const zed_later_streams_t *_Atomic streams;

void zed_later_set_streams(const zed_later_streams_t *given)
{
    atomic_store_explicit(&streams, given, memory_order_release);
}

void zed_later_continue(zed_later_t *later, uint64_t stream_number)
{
    const zed_later_streams_t *all = atomic_load_explicit(&streams, memory_order_acquire);
    while (all && stream_number <= all->count()) {
        if (all->keep(stream_number, later)) {
            return;
        }
        stream_number++;
    }
    later->act(later);
}

void zed_later_do(zed_later_t *later, void (*act)(zed_later_t *later))
{
    later->act = act;
    zed_later_continue(later, 1);
}
