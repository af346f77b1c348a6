/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waking the proxy's thread by a kernel's request, where kernels run on the processor: after each
 * request kernels store into a page, which is made read-only while the thread sleeps, so that the
 * system holds up the store and wakes the thread, which lets it through when it has seen the
 * request. By userfaultfd, of which a device knows nothing.  For the proxy's thread.
 *
 * Who arms it looks for requests afterwards.  A store that came before is seen then, and so is the
 * request before it: taking a page's writability away waits for every processor.
 */
#ifndef ISHMEMI_PROXY_DOORBELL_H
#define ISHMEMI_PROXY_DOORBELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ishmemi_doorbell {
    int descriptor; /* -1: the system does not provide it */
    bool armed;
    uintptr_t page;
    size_t bytes;
} ishmemi_doorbell_t;

/* page: whole pages that have been stored into, and into which only kernels store from now on. */
void ishmemi_doorbell_open(ishmemi_doorbell_t *doorbell, void *page, size_t bytes);
void ishmemi_doorbell_close(ishmemi_doorbell_t *doorbell);

/* False if there is no doorbell. */
bool ishmemi_doorbell_arm(ishmemi_doorbell_t *doorbell);
/* Lets stores through that wait, and those to come. */
void ishmemi_doorbell_disarm(ishmemi_doorbell_t *doorbell);

/* To be polled: readable when a store has come, which waits until it is disarmed.  -1 while it is
 * not armed. */
static inline int ishmemi_doorbell_rung(const ishmemi_doorbell_t *doorbell)
{
    return doorbell->armed ? doorbell->descriptor : -1;
}

#endif
