/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program's static objects, in a job in which only the tile can load and store heaps.  They are
 * host memory, both this PE's own and the views of its peers', so the host accesses them itself.
 * Only a copy between a view and the tile's memory needs the tile, and goes through a buffer,
 * because a copy engine may not reach memory that is mapped from a file.
 */
#include "access_static.h"

#include "allocate.h"
#include "compare.h"
#include "host_reach.h"
#include "job.h"
#include "log.h"
#include "shared/mapped.h"
#include "spin.h"
#include "strided.h"
#include "util/copy_once.h"
#include <stdlib.h>

#define BUFFER_BYTES ((size_t)1 << 20)

static void copy_by_buffer(char *destination, const char *source, size_t bytes,
                           ishmemi_copy_fn copy)
{
    const size_t room = bytes < BUFFER_BYTES ? bytes : BUFFER_BYTES;
    char *const buffer = ishmemi_allocate("a copy between a static object and the tile", room, 1);
    for (size_t done = 0; done < bytes;) {
        const size_t part = bytes - done < room ? bytes - done : room;
        if (ishmemi_segment_is_peers(source)) {
            memcpy(buffer, source + done, part);
            copy(destination + done, buffer, part);
        } else {
            copy(buffer, source + done, part);
            ishmemi_copy_to_shared(destination + done, buffer, part);
        }
        done += part;
    }
    free(buffer);
}

bool ishmemi_static_copy(void *destination, const void *source, size_t bytes, ishmemi_copy_fn copy)
{
    const bool to = ishmemi_segment_is_view(destination);
    const bool from = ishmemi_segment_is_view(source);
    if (!to && !from) {
        return false;
    }
    if (ishmemi_host_reaches(to ? source : destination)) {
        ishmemi_copy_to_shared(destination, source, bytes);
    } else if (ishmemi_segment_is_peers(destination) || ishmemi_segment_is_peers(source)) {
        copy_by_buffer(destination, source, bytes, copy);
    } else {
        return false;
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return true;
}

void ishmemi_static_copy_blocks(void *destination, const void *source, size_t dst, size_t sst,
                                size_t block, size_t nblocks, ishmemi_copy_fn copy)
{
    if (ishmemi_host_reaches(destination) && ishmemi_host_reaches(source)) {
        ishmemi_strided_copy(destination, source, dst, sst, block, nblocks);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        return;
    }
    for (size_t i = 0; i < nblocks; i++) {
        copy((char *)destination + i * dst, (const char *)source + i * sst, block);
    }
}

uint64_t ishmemi_static_amo(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value,
                            uint64_t cond)
{
    return ishmemi_mapped_amo(op, true, bytes, object, value, cond);
}

void ishmemi_static_load(uint64_t *words, const void *objects, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        words[i] = ishmemi_mapped_load((const char *)objects + i * bytes, bytes);
    }
}

uint64_t ishmemi_static_wait(const char *routine, const void *object, size_t bytes, bool is_signed,
                             int cmp, uint64_t value)
{
    const ishmemi_compare_t compare =
        ishmemi_compare_make(is_signed, cmp, ishmemi_compare_extend(value, bytes, is_signed));
    ishmemi_spin_t spin = {0};
    for (;;) {
        const uint64_t seen =
            ishmemi_compare_extend(ishmemi_mapped_load(object, bytes), bytes, is_signed);
        if (ishmemi_compare_holds(&compare, seen)) {
            ishmemi_spin_end(&spin);
            return seen;
        }
        if (spin.polls < ISHMEMI_SPIN_POLLS) {
            spin.polls++;
            ishmemi_relax();
        } else {
            const ishmemi_wait_t waited = ishmemi_wait_seeing(
                ishmemi_wait_word(routine, object, bytes, is_signed, cmp, value, -1), seen);
            ishmemi_spin_give_way(&spin, &waited);
        }
    }
}
