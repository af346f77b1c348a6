/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The proxy thread: takes kernels' requests from the ring, has the transport carry them out, and
 * tells the kernels.  It also keeps the transport going for whoever else uses it.
 *
 * Where no thread of this library may call the transport, there is no such thread, and the program's
 * take its steps.
 */
#ifndef ISHMEMI_PROXY_H
#define ISHMEMI_PROXY_H

#include "proxy_request.h"

/* 0, or -1 having said why. */
int ishmemi_proxy_start(const ishmemi_proxy_request_t *request);
/* When no kernel communicates any more.  Returns how many letters have come. */
uint64_t ishmemi_proxy_stop(void);

/* Where it is driven, by any thread that may call the transport: one look at the ring and one step of
 * the transport; whether anything moved.  Returns at once where another thread is at it. */
bool ishmemi_proxy_step(void);

/* A thread of the program has left something to the proxy, long data under way for which it does not
 * wait: the proxy sees it soon. */
void ishmemi_proxy_wake(void);

/* A thread of the program is about to carry the transport on: the proxy leaves that to it. */
void ishmemi_proxy_rest(void);

#endif
