/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The way of a zed_later past all streams.
 *
 *   streams    written when the first stream is made, with release; read by any thread, with acquire
 */
#include "later.h"

#include <stdatomic.h>
#include <stddef.h>

static const zed_later_streams *_Atomic streams;

void zed_later_set_streams(const zed_later_streams *given)
{
    atomic_store_explicit(&streams, given, memory_order_release);
}

void zed_later_continue(zed_later *later, uint64_t stream_number)
{
    const zed_later_streams *all = atomic_load_explicit(&streams, memory_order_acquire);
    while (all != NULL && stream_number <= all->count()) {
        if (all->keep(stream_number, later)) {
            return;
        }
        stream_number++;
    }
    later->act(later);
}

void zed_later_do(zed_later *later, void (*act)(zed_later *later))
{
    later->act = act;
    zed_later_continue(later, 1);
}
