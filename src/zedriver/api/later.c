/* SPDX-License-Identifier: BSD-3-Clause */
/* The way of a zed_later past all streams. */
#include "later.h"

#include "stream.h"

void zed_later_continue(zed_later *later, uint64_t stream_number)
{
    while (stream_number <= zed_stream_count()) {
        if (zed_stream_keep_later(stream_number, later)) {
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
