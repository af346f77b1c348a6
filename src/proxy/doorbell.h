/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wakes the proxy's thread when a kernel makes a request, where kernels run on the processor.
 * After each request a kernel stores into a page that is read-only while the thread sleeps.  The
 * system suspends that store and wakes the thread, which lets the store through once it has seen
 * the request.  userfaultfd does this; it does not see the stores of a device.  Only the proxy's
 * thread calls these functions.
 *
 * After arming the doorbell the thread must look for requests once more.  It then sees every
 * request whose store came earlier, because making a page read-only waits for every processor.
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

/* page: whole pages that have been stored into; from now on only kernels store into them. */
void ishmemi_doorbell_open(ishmemi_doorbell_t *doorbell, void *page, size_t bytes);
void ishmemi_doorbell_close(ishmemi_doorbell_t *doorbell);

/* Returns false if there is no doorbell. */
bool ishmemi_doorbell_arm(ishmemi_doorbell_t *doorbell);
/* Lets suspended and later stores through. */
void ishmemi_doorbell_disarm(ishmemi_doorbell_t *doorbell);

/* A descriptor to poll: readable when a store is suspended, until the doorbell is disarmed.  -1
 * while it is not armed. */
static inline int ishmemi_doorbell_rung(const ishmemi_doorbell_t *doorbell)
{
    return doorbell->armed ? doorbell->descriptor : -1;
}

#endif
