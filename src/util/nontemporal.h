/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A copy that bypasses the caches with non-temporal stores.  That saves reading every line of the
 * destination before it is overwritten, if source and destination do not fit into the last cache
 * anyway.  libc would do the same, but only from a size that it derives from the whole socket's
 * cache, which is far too large on processors that have several.
 */
#ifndef ISHMEMI_UTIL_NONTEMPORAL_H
#define ISHMEMI_UTIL_NONTEMPORAL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Below this size, the destination is likely to be read soon. */
#define ISHMEMI_NONTEMPORAL_LEAST ((size_t)4 << 20)
#define ISHMEMI_NONTEMPORAL_MOST ((size_t)64 << 20)

/* The least size of a copy that bypasses a cache of so many bytes: source and destination together
 * fill it. */
static inline size_t ishmemi_nontemporal_least(size_t cache_bytes)
{
    const size_t half = cache_bytes / 2;
    return half < ISHMEMI_NONTEMPORAL_LEAST  ? ISHMEMI_NONTEMPORAL_LEAST
           : half > ISHMEMI_NONTEMPORAL_MOST ? ISHMEMI_NONTEMPORAL_MOST
                                             : half;
}

#if defined(__x86_64__)

#include <emmintrin.h>

#define ISHMEMI_NONTEMPORAL 1
#define ISHMEMI_NONTEMPORAL_LINE 64

/* The ranges do not overlap.  What follows is ordered after the copy as after any store. */
static inline void ishmemi_nontemporal_copy(char *to, const char *from, size_t bytes)
{
    const size_t odd = (uintptr_t)to % ISHMEMI_NONTEMPORAL_LINE;
    const size_t head = odd == 0 ? 0 : ISHMEMI_NONTEMPORAL_LINE - odd;
    if (bytes < head) {
        memcpy(to, from, bytes);
        return;
    }
    memcpy(to, from, head);
    to += head;
    from += head;
    bytes -= head;
    for (; bytes >= ISHMEMI_NONTEMPORAL_LINE; bytes -= ISHMEMI_NONTEMPORAL_LINE) {
        __m128i part[4];
        for (int i = 0; i < 4; i++) {
            part[i] = _mm_loadu_si128((const __m128i *)(const void *)from + i);
        }
        for (int i = 0; i < 4; i++) {
            _mm_stream_si128((__m128i *)(void *)to + i, part[i]);
        }
        to += ISHMEMI_NONTEMPORAL_LINE;
        from += ISHMEMI_NONTEMPORAL_LINE;
    }
    memcpy(to, from, bytes);
    _mm_sfence(); /* non-temporal stores obey no release store otherwise */
}

#else

/* On other processors nothing faster than libc has been found. */
#define ISHMEMI_NONTEMPORAL 0

static inline void ishmemi_nontemporal_copy(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

#endif

#endif
