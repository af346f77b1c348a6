/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The proxy thread takes kernels' requests from the ring, passes them to the transport, and
 * notifies the kernels.  It also drives the transport for its other users.
 *
 * Where no thread of this library may call the transport there is no proxy thread; the program's
 * threads take its steps.
 */
#ifndef ISHMEMI_PROXY_H
#define ISHMEMI_PROXY_H

#include "proxy_request.h"

/* Returns 0, or -1 after logging why. */
int ishmemi_proxy_start(const ishmemi_proxy_request_t *request);
/* No kernel may communicate any more.  Returns how many wake-ups have arrived. */
uint64_t ishmemi_proxy_stop(void);

/* For any thread that may call the transport, where there is no proxy thread: looks at the ring
 * once and drives the transport once.  Returns whether anything moved; false at once if another
 * thread is at it. */
bool ishmemi_proxy_step(void);

/* A thread of the program has left work to the proxy, long data that it does not wait for: makes
 * the proxy look soon. */
void ishmemi_proxy_wake(void);

/* A thread of the program waits for what only the proxy does: ends its nap, if it is a long one. */
void ishmemi_proxy_rouse(void);

/* A thread of the program is about to drive the transport: the proxy leaves that to it. */
void ishmemi_proxy_rest(void);

#endif
