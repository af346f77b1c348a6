/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waking the proxy's thread by a kernel's request, where kernels run on the processor: the page in
 * which the next request will lie is made read-only, and the store into it, which the system holds
 * up, wakes the thread, which lets it through.  By userfaultfd, of which a device knows nothing.  For
 * the proxy's thread.
 */
#ifndef ISHMEMI_PROXY_BELL_H
#define ISHMEMI_PROXY_BELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ishmemi_bell {
    int descriptor;              /* -1: the system does not provide it */
    uintptr_t memory;            /* whole pages */
    size_t bytes;
    size_t page_bytes;
    uintptr_t page;              /* that is read-only; 0: none */
} ishmemi_bell_t;

/* memory: into which kernels store, and nobody else. */
void ishmemi_bell_open(ishmemi_bell_t *bell, void *memory, size_t bytes);
void ishmemi_bell_close(ishmemi_bell_t *bell);

/* Arms it for stores into the page of `place`; false if there is no bell.  What was stored before is
 * to be seen afterwards. */
bool ishmemi_bell_arm(ishmemi_bell_t *bell, const void *place);
/* Lets stores through that wait, and those to come. */
void ishmemi_bell_disarm(ishmemi_bell_t *bell);

static inline bool ishmemi_bell_is_armed(const ishmemi_bell_t *bell)
{
    return bell->page != 0;
}

/* To be polled: readable when a store has come, which waits until it is disarmed.  -1 while it is
 * not armed. */
static inline int ishmemi_bell_rung(const ishmemi_bell_t *bell)
{
    return ishmemi_bell_is_armed(bell) ? bell->descriptor : -1;
}

#endif
